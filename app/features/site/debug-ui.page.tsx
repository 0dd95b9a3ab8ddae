// Every part of the look in every state, on one page: to compare with the reference and to test with axe.
import type { MetaFunction } from 'react-router';
import { pageMeta } from '#app/lib/page-meta.ts';
import { ActionsSection } from './debug-ui/actions-section.tsx';
import { ContentSection } from './debug-ui/content-section.tsx';
import { DataSection } from './debug-ui/data-section.tsx';
import { FloatingSection } from './debug-ui/floating-section.tsx';
import { FormsSection } from './debug-ui/forms-section.tsx';
import { FoundationsSection } from './debug-ui/foundations-section.tsx';
import { StatesSection } from './debug-ui/states-section.tsx';
import { ThemeChoice } from './debug-ui/theme-choice.tsx';

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'States and parts',
    description: 'Every part of the site in every state.',
    path: '/debug/ui',
    isHidden: true,
  });

export default function DebugUiPage() {
  return (
    <div className="wrap pt-8 pb-24">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="t-l">States and parts</h1>
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
