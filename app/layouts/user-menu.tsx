// The signed-in person's corner of the header: who it is, and the way out. A phone shows it unfolded.
import type { User } from '#shared/features/account/account.contract.ts';
import { fullNameOf } from '#shared/names.ts';
import { Button } from '#app/components/ui/button.tsx';
import { useLogout } from '#app/features/account/session.api.ts';

export default function UserMenu({ user }: { user: User }) {
  const logout = useLogout();
  return (
    <>
      <button className="btn btn-second site-person" type="button" popoverTarget="user-menu">
        {fullNameOf(user)}
      </button>
      <div className="site-user-menu" id="user-menu" popover="auto">
        <p className="small">Signed in as {user.username}</p>
        <Button variant="quiet" isBusy={logout.isPending} onClick={() => logout.mutate()}>
          Sign Out
        </Button>
      </div>
    </>
  );
}
