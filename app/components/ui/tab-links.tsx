// Tabs as links; work without scripts.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useInSight } from '#app/lib/bring-into-sight.ts';

type TabLink = {
  to: string;
  /** Passed on with the navigation. */
  state?: unknown;
  label: ReactNode;
  count?: number | string;
  isCurrent: boolean;
};

type TabLinksProps = {
  label: string;
  tabs: readonly TabLink[];
  /** Two or three views of one list, as a pill, instead of a row under a page's title. */
  isPill?: boolean;
};

export function TabLinks({ label, tabs, isPill }: TabLinksProps) {
  return (
    <nav className={isPill ? 'pill-tabs' : 'tabs'} aria-label={label}>
      {tabs.map((tab) => (
        <Tab key={tab.to} tab={tab} className={isPill ? 'pill-tab' : 'tab'} />
      ))}
    </nav>
  );
}

function Tab({
  tab: { to, state, label, count, isCurrent },
  className,
}: {
  tab: TabLink;
  className: string;
}) {
  const link = useInSight<HTMLAnchorElement>(isCurrent ? String(count) : null);
  return (
    <Link
      ref={link}
      to={to}
      state={state}
      className={className}
      aria-current={isCurrent ? 'page' : undefined}
      preventScrollReset
    >
      {label}
      {count !== undefined && <span className="tab-count num">{count}</span>}
    </Link>
  );
}
