// Every UI component in every state on one page, to compare with the design reference and to test with axe.
import type { MetaFunction } from 'react-router';
import { pageMeta } from '#app/lib/page-meta.ts';
import { ActionsSection } from './debug-ui/actions-section.tsx';
import { ContentSection, DataSection } from './debug-ui/data-section.tsx';
import { FloatingSection } from './debug-ui/floating-section.tsx';
import { FormsSection } from './debug-ui/forms-section.tsx';
import { FoundationsSection } from './debug-ui/foundations-section.tsx';
import { StatesSection } from './debug-ui/states-section.tsx';
import { useState } from 'react';
import { Chip } from '#app/components/ui/chip.tsx';

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Components and states',
    description: 'Every UI component in every state.',
    path: '/debug/ui',
    isHidden: true,
  });

export default function DebugUiPage() {
  return (
    <div className="wrap pt-8 pb-24">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="t-l">Components and states</h1>
        <ThemeChoice />
      </div>
      <FoundationsSection />
      <ActionsSection />
      <FormsSection />
      <FloatingSection />
      <StatesSection />
      <ContentSection />
      <DataSection />
    </div>
  );
}

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

function applyTheme(theme: Theme) {
  const page = document.documentElement;
  if (theme === 'system') page.removeAttribute('data-theme');
  else page.setAttribute('data-theme', theme);
}

/** For this page only; nothing is stored. */
function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>('system');
  const choose = (next: Theme) => {
    setTheme(next);
    applyTheme(next);
  };
  return (
    <fieldset className="flex flex-wrap gap-2" aria-label="Theme">
      {themes.map((name) => (
        <Chip key={name} isPressed={theme === name} onClick={() => choose(name)}>
          {name}
        </Chip>
      ))}
    </fieldset>
  );
}
