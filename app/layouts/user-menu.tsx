// The user menu in the header: name, links and sign-out. On a phone it is part of the site menu.
import { Link } from 'react-router';
import type { User } from '#shared/features/account/account.contract.ts';
import { avatarCandidates } from '#shared/avatar.ts';
import { fullNameOf } from '#shared/names.ts';
import { USER_MENU, usableEntries } from '#shared/navigation.ts';
import { rolesOf } from '#shared/roles.ts';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useLogout } from '#app/features/account/session.api.ts';
import { useUnreadCount } from '#app/features/message/message.api.ts';

export default function UserMenu({ user, onFollow }: { user: User; onFollow: () => void }) {
  const logout = useLogout();
  const unread = useUnreadCount();
  const name = fullNameOf(user);
  const roles = rolesOf(user);
  const kind = roles.includes('seller') ? 'seller' : 'user';
  const sources = avatarCandidates({ profileImageUrl: user.profileImageUrl, name, kind });
  const close = () => {
    document.getElementById('user-menu')?.hidePopover();
    onFollow();
  };
  return (
    <>
      <button className="btn btn-second site-user-button" type="button" popoverTarget="user-menu">
        <Avatar sources={sources} name={name} size="s" />
        <span>{name}</span>
      </button>
      <div className="site-user-menu" id="user-menu" popover="auto">
        <p className="site-user">
          <Avatar sources={sources} name={name} className="site-user-face" />
          <span>
            <strong>{name}</strong>
            <span className="small">Signed in as {user.username}</span>
          </span>
        </p>
        <nav aria-label="Your menu">
          {usableEntries(USER_MENU, roles).map(({ label, to, isMobileOnly }) => (
            <Link
              key={label}
              to={to}
              className={isMobileOnly ? 'site-mobile-only' : undefined}
              onClick={close}
            >
              {label}
              {to === '/messages' && unread > 0 && (
                <span className="num">
                  , {unread}
                  <span className="sr-only"> unread</span>
                </span>
              )}
            </Link>
          ))}
        </nav>
        <Button variant="quiet" isBusy={logout.isPending} onClick={() => logout.mutate()}>
          Sign Out
        </Button>
      </div>
    </>
  );
}
