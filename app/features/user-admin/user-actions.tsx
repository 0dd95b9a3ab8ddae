// Staff actions on one user: suspend, restore, end sessions, help with signing in.
import { fullNameOf } from '#shared/names.ts';
import { ReasonDialog } from '#app/components/staff/reason-dialog.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import {
  useEndUserSessions,
  useResetUserTwoFactor,
  useRestoreUser,
  useSendPasswordResetLink,
  useSetUserMinor,
  useSuspendUser,
  type StaffUser,
} from './user-admin.api.ts';

export function UserActions({ user }: { user: StaffUser }) {
  const suspend = useSuspendUser();
  const name = fullNameOf(user);
  const params = { id: user.id };
  if (user.state === 'deleted') return null;
  return (
    <>
      <ResetLink user={user} />
      <ResetTwoFactor user={user} />
      <MinorAction user={user} />
      {user.state === 'suspended' ? (
        <Restore user={user} />
      ) : (
        <ReasonDialog
          title={`Suspend ${name}?`}
          description="They are signed out everywhere right away and can’t sign in until you restore them. Nothing is deleted."
          help={`We’ll email ${user.firstName || name} this reason.`}
          confirmLabel="Suspend"
          trigger={<Button variant="danger">Suspend…</Button>}
          onConfirm={async (reason) => {
            await suspend.mutateAsync({ params, body: { reason } });
            toast({ title: `${name} suspended` });
          }}
        />
      )}
    </>
  );
}

function ResetLink({ user }: { user: StaffUser }) {
  const send = useSendPasswordResetLink();
  if (user.state !== 'active') return null;
  return (
    <ConfirmDialog
      title={`Send ${fullNameOf(user)} a password reset link?`}
      description={`We email it to ${user.email}. It works once, within two hours. The current password works until they choose a new one.`}
      confirmLabel="Send link"
      cancelLabel="Cancel"
      isDestructive={false}
      failure={failureTextOf}
      trigger={<Button>Send reset link…</Button>}
      onConfirm={async () => {
        await send.mutateAsync({ params: { id: user.id } });
        toast({ title: 'Reset link sent', description: `We emailed it to ${user.email}.` });
      }}
    />
  );
}

/** For a user who has lost both phone and recovery codes. */
function ResetTwoFactor({ user }: { user: StaffUser }) {
  const reset = useResetUserTwoFactor();
  const name = fullNameOf(user);
  if (user.state !== 'active' || !user.hasTwoFactor) return null;
  return (
    <ReasonDialog
      title={`Turn off two-factor sign-in for ${name}?`}
      description="Make sure the request really comes from them: after this, only the password protects the account. They are signed out everywhere and get an email."
      help="Recorded in the audit log. Say how you checked, for example on a video call."
      confirmLabel="Turn off"
      trigger={<Button>Turn off two-factor sign-in…</Button>}
      onConfirm={async (reason) => {
        await reset.mutateAsync({ params: { id: user.id }, body: { reason } });
        toast({ title: `Two-factor sign-in off for ${name}` });
      }}
    />
  );
}

/** Protects them from strangers' messages. Users can declare it themselves; only staff take it back. */
function MinorAction({ user }: { user: StaffUser }) {
  const set = useSetUserMinor();
  const name = fullNameOf(user);
  const isMinor = !user.isMinor;
  return (
    <ReasonDialog
      title={isMinor ? `Mark ${name} as under 18?` : `Mark ${name} as 18 or older?`}
      description={
        isMinor
          ? 'From now on, only their teachers, sellers they bought from and people they wrote to first can send them messages.'
          : 'Anyone will be able to write to them. Make sure that they are an adult.'
      }
      help="Recorded in the audit log. Say how you know."
      confirmLabel={isMinor ? 'Mark as under 18' : 'Mark as 18 or older'}
      isDanger={!isMinor}
      trigger={<Button>{isMinor ? 'Mark as under 18…' : 'Mark as 18 or older…'}</Button>}
      onConfirm={async (reason) => {
        await set.mutateAsync({ params: { id: user.id }, body: { isMinor, reason } });
        toast({ title: isMinor ? `${name} marked as under 18` : `${name} marked as 18 or older` });
      }}
    />
  );
}

function Restore({ user }: { user: StaffUser }) {
  const restore = useRestoreUser();
  const name = fullNameOf(user);
  return (
    <ConfirmDialog
      title={`Restore ${name}?`}
      description="They can sign in again right away, with the same roles as before."
      confirmLabel="Restore"
      cancelLabel="Cancel"
      isDestructive={false}
      failure={failureTextOf}
      trigger={<Button variant="primary">Restore…</Button>}
      onConfirm={async () => {
        await restore.mutateAsync({ params: { id: user.id } });
        toast({ title: `${name} restored` });
      }}
    />
  );
}

export function EndSessions({ user }: { user: StaffUser }) {
  const end = useEndUserSessions();
  const name = fullNameOf(user);
  return (
    <ConfirmDialog
      title={`Sign ${name} out everywhere?`}
      description="This ends every session below. They can sign in again right away."
      confirmLabel="Sign out everywhere"
      cancelLabel="Cancel"
      failure={failureTextOf}
      trigger={
        <Button size="s" variant="danger">
          Sign out everywhere…
        </Button>
      }
      onConfirm={async () => {
        await end.mutateAsync({ params: { id: user.id } });
        toast({ title: `${name} signed out everywhere` });
      }}
    />
  );
}
