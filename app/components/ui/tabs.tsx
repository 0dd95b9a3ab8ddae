// Tabs within a page. For tabs that are addresses (state filters, sub-pages) use TabLinks.
import * as RadixTabs from 'radix-ui/tabs';
import type { ComponentProps, ReactNode } from 'react';

type Tab = { value: string; label: ReactNode; count?: number; content: ReactNode };

type TabsProps = {
  /** Names the row of tabs for screen readers. */
  label: string;
  tabs: readonly Tab[];
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
};

export function Tabs({ label, tabs, value, defaultValue, onValueChange }: TabsProps) {
  return (
    <RadixTabs.Root value={value} defaultValue={defaultValue ?? tabs[0]?.value} onValueChange={onValueChange}>
      <RadixTabs.List aria-label={label} asChild>
        <Unstyled className="tabs">
          {tabs.map((tab) => (
            <RadixTabs.Trigger key={tab.value} value={tab.value} className="tab">
              {tab.label}
              {tab.count !== undefined && <span className="tab-count num">{tab.count}</span>}
            </RadixTabs.Trigger>
          ))}
        </Unstyled>
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} asChild>
          <Unstyled className="pt-5">{tab.content}</Unstyled>
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}

/** Radix sets small inline styles, which our CSP refuses in HTML from the server. None of them is needed. */
function Unstyled({ style: _style, ...props }: ComponentProps<'div'>) {
  return <div {...props} />;
}
