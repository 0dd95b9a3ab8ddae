// What staff can do with one account: suspend or restore it, help with the password.
import { fullNameOf } from '#shared/names.ts';
import { ReasonDialog } from '#app/components/staff/reason-dialog.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import {
  useEndUserSessions,
  useRemoveTwoFactor,
  useRestoreUser,
  useSendResetLink,
  useSuspendUser,
  type Person,
} from './users.api.ts';

export function PersonActions({ person }: { person: Person }) {
  const suspend = useSuspendUser();
  const name = fullNameOf(person);
  const params = { id: person.id };
  if (person.state === 'deleted') return null;
  return (
    <>
      <ResetLink person={person} />
      <RemoveTwoFactor person={person} />
      {person.state === 'suspended' ? (
        <Restore person={person} />
      ) : (
        <ReasonDialog
          title={`Suspend ${name}?`}
          description="They are signed out everywhere at once and cannot sign in until you restore the account. Nothing of theirs is deleted."
          help={`${person.firstName || name} is told this reason by mail.`}
          confirmLabel="Suspend"
          trigger={<Button variant="danger">Suspend…</Button>}
          onConfirm={async (reason) => {
            await suspend.mutateAsync({ params, body: { reason } });
            toast({ title: `${name} is suspended` });
          }}
        />
      )}
    </>
  );
}

function ResetLink({ person }: { person: Person }) {
  const send = useSendResetLink();
  if (person.state !== 'active') return null;
  return (
    <ConfirmDialog
      title={`Send ${fullNameOf(person)} a link for a new password?`}
      description={`It goes to ${person.email} and works once, for two hours. You never see it. The old password works until a new one is chosen.`}
      confirmLabel="Send link"
      cancelLabel="Cancel"
      isDestructive={false}
      failure={failureTextOf}
      trigger={<Button>Send reset link…</Button>}
      onConfirm={async () => {
        await send.mutateAsync({ params: { id: person.id } });
        toast({ title: 'Link sent', description: `It is on its way to ${person.email}.` });
      }}
    />
  );
}

/** For someone who lost both telephone and recovery codes. */
function RemoveTwoFactor({ person }: { person: Person }) {
  const remove = useRemoveTwoFactor();
  const name = fullNameOf(person);
  if (person.state !== 'active' || !person.hasTwoFactor) return null;
  return (
    <ReasonDialog
      title={`Switch two-factor sign-in off for ${name}?`}
      description="Do this only when you are sure who asks: their account is then protected by the password alone. They are signed out everywhere and told by mail."
      help="Kept in the audit log: how you made sure, for example a video call."
      confirmLabel="Switch off"
      trigger={<Button>Two-factor off…</Button>}
      onConfirm={async (reason) => {
        await remove.mutateAsync({ params: { id: person.id }, body: { reason } });
        toast({ title: `${name} signs in with the password alone` });
      }}
    />
  );
}

function Restore({ person }: { person: Person }) {
  const restore = useRestoreUser();
  const name = fullNameOf(person);
  return (
    <ConfirmDialog
      title={`Restore ${name}?`}
      description="They can sign in again at once, with the roles they had."
      confirmLabel="Restore"
      cancelLabel="Cancel"
      isDestructive={false}
      failure={failureTextOf}
      trigger={<Button variant="primary">Restore…</Button>}
      onConfirm={async () => {
        await restore.mutateAsync({ params: { id: person.id } });
        toast({ title: `${name} is restored` });
      }}
    />
  );
}

export function EndSessions({ person }: { person: Person }) {
  const end = useEndUserSessions();
  const name = fullNameOf(person);
  return (
    <ConfirmDialog
      title={`Sign ${name} out everywhere?`}
      description="Every device below is signed out at once. They can sign in again right away."
      confirmLabel="Sign out everywhere"
      cancelLabel="Cancel"
      failure={failureTextOf}
      trigger={
        <Button size="s" variant="danger">
          End all…
        </Button>
      }
      onConfirm={async () => {
        await end.mutateAsync({ params: { id: person.id } });
        toast({ title: `${name} is signed out everywhere` });
      }}
    />
  );
}
