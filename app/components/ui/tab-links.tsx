// Tabs that are addresses: each is a link, the current one says so. Works without scripts.
import type { ReactNode } from 'react';
import { Link } from 'react-router';

type TabLink = { to: string; label: ReactNode; count?: number; isCurrent: boolean };

type TabLinksProps = {
  label: string;
  tabs: readonly TabLink[];
  /** Two or three halves of one thing, as a pill, instead of a row under a page's title. */
  isPill?: boolean;
};

export function TabLinks({ label, tabs, isPill }: TabLinksProps) {
  return (
    <nav className={isPill ? 'pill-tabs' : 'tabs'} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          className={isPill ? 'pill-tab' : 'tab'}
          aria-current={tab.isCurrent ? 'page' : undefined}
          preventScrollReset
        >
          {tab.label}
          {tab.count !== undefined && <span className="tab-count num">{tab.count}</span>}
        </Link>
      ))}
    </nav>
  );
}
