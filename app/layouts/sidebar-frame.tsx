// The frame of staff and seller pages (spec §2): a sidebar that can be collapsed to icons, a drawer on a phone.
import Bell from 'icon:bell';
import Menu from 'icon:menu';
import PanelLeftClose from 'icon:panel-left-close';
import PanelLeftOpen from 'icon:panel-left-open';
import { useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { Drawer } from '#app/components/ui/drawer.tsx';
import { IconButton, IconLink } from '#app/components/ui/icon-button.tsx';
import { Wordmark } from '#app/components/ui/wordmark.tsx';
import { useNewestNotifications } from '#app/features/notification/notification.api.ts';
import { useAuthEvents } from '#app/lib/user.api.ts';
import { useStoredFlag } from '#app/lib/stored-flag.ts';
import { useRootData } from '#app/lib/root-data.ts';
import { useLiveUpdates } from './live-updates.ts';
import { SidebarFoot, SidebarNav, type SidebarMenu } from './sidebar-nav.tsx';
import './sidebar.css';

const FOLDED_KEY = 'releve.sidebar-folded';

type SidebarFrameProps = {
  /** Null until the user is known. */
  menu: SidebarMenu | null;
  children: ReactNode;
};

export function SidebarFrame({ menu, children }: SidebarFrameProps) {
  useAuthEvents();
  useLiveUpdates();
  const { siteName } = useRootData();
  const [isFolded, setFolded] = useStoredFlag(FOLDED_KEY);
  return (
    <div className="shell" data-folded={isFolded || undefined}>
      <a className="site-skip" href="#content">
        Skip to content
      </a>
      <header className="topbar">
        <MenuDrawer menu={menu} />
        <Link to="/">
          <Wordmark name={siteName} />
        </Link>
        {menu && <BellLink />}
      </header>
      <aside className="side" aria-label="Sidebar">
        <Link className="side-mark" to="/" aria-label={siteName}>
          {isFolded ? <span className="mark">{siteName.slice(0, 1)}</span> : <Wordmark name={siteName} />}
        </Link>
        {menu && (
          <>
            <SidebarNav menu={menu} isFolded={isFolded} />
            <SidebarFoot isFolded={isFolded} />
            <button
              type="button"
              className="side-link side-fold"
              title={isFolded ? 'Expand menu' : undefined}
              onClick={() => setFolded(!isFolded)}
            >
              {isFolded ? (
                <PanelLeftOpen className="icon" aria-hidden="true" />
              ) : (
                <PanelLeftClose className="icon" aria-hidden="true" />
              )}
              <span className="side-label">{isFolded ? 'Expand menu' : 'Collapse menu'}</span>
            </button>
          </>
        )}
      </aside>
      <main id="content" className="shell-main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

/** On a phone, where the sidebar is behind the menu button. */
function BellLink() {
  const unread = useNewestNotifications().data?.unread ?? 0;
  return (
    <IconLink
      to="/notifications"
      label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
      icon={<Bell size={20} aria-hidden="true" />}
      count={unread}
    />
  );
}

function MenuDrawer({ menu }: { menu: SidebarMenu | null }) {
  const { key } = useLocation();
  // Tied to the current page, so that any navigation closes the drawer.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const close = () => setOpenAt(null);
  return (
    <Drawer
      side="left"
      title="Menu"
      isOpen={openAt === key}
      onOpenChange={(isOpen) => setOpenAt(isOpen ? key : null)}
      trigger={<IconButton label="Menu" icon={<Menu size={22} aria-hidden="true" />} />}
      footer={menu && <SidebarFoot onFollow={close} />}
    >
      {menu && <SidebarNav menu={menu} onFollow={close} />}
    </Drawer>
  );
}
