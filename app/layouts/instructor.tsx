// The frame of an instructor's pages (spec §2, §6). Admins may open them too: they look after every course.
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { SIDEBAR_MENUS, usableEntries } from '#shared/navigation.ts';
import { rolesOf, type Role } from '#shared/roles.ts';
import { getUserQuery } from '#app/lib/user.api.ts';
import { useUnreadCount } from '#app/features/message/message.api.ts';
import { ApplyDialog } from '#app/features/application/apply-dialog.tsx';
import { PageError } from '#app/features/site/error-page.tsx';
import { useGuestRedirect, Verifying } from './guards.tsx';
import { PageOutlet } from './page-outlet.tsx';
import { SidebarFrame } from './sidebar-frame.tsx';
import { SiteFrame } from './site-frame.tsx';
import { TwoFactorNotice } from './two-factor-notice.tsx';

/** The editor and its preview fill the window; they bring their own bar. */
const BARE_PAGES = /^\/instructor\/courses\/\d+(?:\/preview)?\/?$/;

export default function InstructorLayout() {
  const { data: user, error } = useQuery(getUserQuery());
  const { pathname } = useLocation();
  const unread = useUnreadCount();
  useGuestRedirect(user === null);
  if (user && !canTeach(rolesOf(user))) {
    return (
      <SiteFrame>
        <BecomeInstructor />
      </SiteFrame>
    );
  }
  const page = (
    <>
      {user?.needsTwoFactor && <TwoFactorNotice />}
      {user ? <PageOutlet /> : error ? <PageError error={error} /> : <Verifying />}
    </>
  );
  if (BARE_PAGES.test(pathname)) return <SiteFrame isBare>{page}</SiteFrame>;
  const waiting = { Messages: { count: unread, label: 'unread' } };
  return <SidebarFrame menu={user ? { ...menuOf(rolesOf(user)), waiting } : null}>{page}</SidebarFrame>;
}

const canTeach = (roles: readonly Role[]) => roles.includes('instructor') || roles.includes('admin');

function BecomeInstructor() {
  return (
    <div className="wrap section">
      <h1 className="t-l t-l-tool">Teach on Relevé</h1>
      <p className="lead mt-4 mb-8 max-w-measure">
        These pages are for instructors. Apply with a few words about what you teach; we answer by email.
      </p>
      <ApplyDialog kind="teach" isPrimary />
    </div>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  const { data: user } = useQuery(getUserQuery());
  return (
    <SidebarFrame menu={user ? menuOf(rolesOf(user)) : null}>
      <PageError error={error} />
    </SidebarFrame>
  );
}

const menuOf = (roles: readonly Role[]) => ({
  label: 'Instructor',
  entries: usableEntries(SIDEBAR_MENUS.instructor, roles),
});
