// Tabs that are addresses: each is a link, the current one says so. Works without scripts.
import type { ReactNode } from 'react';
import { Link } from 'react-router';

type TabLink = { to: string; label: ReactNode; count?: number; isCurrent: boolean };

export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          className="tab"
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
