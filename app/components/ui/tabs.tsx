// Tabs within a page. For tabs that are addresses (state filters, sub-pages) use TabLinks: they work without scripts.
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
      <RadixTabs.List className="tabs" aria-label={label}>
        {tabs.map((tab) => (
          <RadixTabs.Trigger key={tab.value} value={tab.value} className="tab">
            {tab.label}
            {tab.count !== undefined && <span className="tab-count num">{tab.count}</span>}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} asChild>
          <Panel>{tab.content}</Panel>
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}

/** Radix gives its panel an inline style (against mount animations we do not have); our CSP would refuse it. */
function Panel({ style: _style, ...props }: ComponentProps<'div'>) {
  return <div {...props} className="pt-5" />;
}
