// The sidebar's entries and footer, also used in the drawer on a phone.
import ArrowLeft from 'icon:arrow-left';
import Bell from 'icon:bell';
import LogOut from 'icon:log-out';
import { Link, useLocation } from 'react-router';
import { currentEntry, type MenuEntry } from '#shared/navigation.ts';
import { useLogout } from '#app/features/account/session.api.ts';
import { useNewestNotifications } from '#app/features/notification/notification.api.ts';
import { iconOf } from './sidebar-icons.ts';

export type SidebarMenu = {
  /** The menu's name: “Admin”. */
  label: string;
  entries: readonly MenuEntry[];
  /** Counts of open work, keyed by the entry's label. */
  waiting?: Readonly<Record<string, { count: number; label: string }>>;
};

type SidebarNavProps = { menu: SidebarMenu; isFolded?: boolean; onFollow?: () => void };

export function SidebarNav({ menu, isFolded, onFollow }: SidebarNavProps) {
  const { pathname } = useLocation();
  const current = currentEntry(menu.entries, pathname);
  return (
    <nav className="side-list" aria-label={menu.label}>
      {menu.entries.map((entry) => {
        const Icon = iconOf(entry.label);
        const waiting = menu.waiting?.[entry.label];
        return (
          <Link
            key={entry.label}
            to={`${entry.to}${entry.search ?? ''}`}
            className="side-link"
            aria-current={entry === current ? 'page' : undefined}
            title={isFolded ? entry.label : undefined}
            onClick={onFollow}
          >
            <Icon className="icon" aria-hidden="true" />
            <span className="side-label">{entry.label}</span>
            {waiting !== undefined && waiting.count > 0 && (
              <span className="side-count num">
                {waiting.count}
                <span className="sr-only"> {waiting.label}</span>
              </span>
            )}
          </Link>
        );
      })}
    </nav>
  );
}

export function SidebarFoot({ isFolded, onFollow }: { isFolded?: boolean; onFollow?: () => void }) {
  const logout = useLogout();
  const unread = useNewestNotifications().data?.unread ?? 0;
  return (
    <div className="side-list side-foot">
      <Link
        className="side-link"
        to="/notifications"
        title={isFolded ? 'Notifications' : undefined}
        onClick={onFollow}
      >
        <Bell className="icon" aria-hidden="true" />
        <span className="side-label">Notifications</span>
        {unread > 0 && (
          <span className="side-count num">
            {unread}
            <span className="sr-only"> unread</span>
          </span>
        )}
      </Link>
      <Link
        className="side-link"
        to="/"
        title={isFolded ? 'Return to Website' : undefined}
        onClick={onFollow}
      >
        <ArrowLeft className="icon" aria-hidden="true" />
        <span className="side-label">Return to Website</span>
      </Link>
      <button
        type="button"
        className="side-link"
        title={isFolded ? 'Sign Out' : undefined}
        aria-busy={logout.isPending || undefined}
        onClick={() => {
          if (!logout.isPending) logout.mutate();
        }}
      >
        <LogOut className="icon" aria-hidden="true" />
        <span className="side-label">Sign Out</span>
      </button>
    </div>
  );
}
