// Actions on several users at once, with one confirmation for all of them.
import type { UserRow } from '#shared/features/user-admin/user-admin.contract.ts';
import type { UserAction } from '#shared/features/user-admin/user-admin.schema.ts';
import { fullNameOf } from '#shared/names.ts';
import type { BulkActions } from '#app/components/staff/bulk-actions.tsx';
import { ReasonDialog } from '#app/components/staff/reason-dialog.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useUpdateUsers } from './user-admin.api.ts';

const DONE: Readonly<Record<UserAction, string>> = {
  suspend: 'suspended',
  restore: 'restored',
  'end-sessions': 'signed out everywhere',
  'resend-verification': 'sent a confirmation link',
};

/** “Nell Abara”, “Nell Abara and Inés Valdivia”, “14 users”. */
function formatNames(users: readonly UserRow[]): string {
  return users.length <= 2 ? users.map(fullNameOf).join(' and ') : `${users.length} users`;
}

export function UserBulkActions({ bulk: { selected, report } }: { bulk: BulkActions<UserRow> }) {
  const update = useUpdateUsers();
  const who = formatNames(selected);
  const run = async (action: UserAction, reason?: string) => {
    const names = new Map(selected.map((user) => [user.id, fullNameOf(user)]));
    const nameOf = (id: number) => names.get(id) ?? `User ${id}`;
    const { done, refused } = await update.mutateAsync({ body: { ids: [...names.keys()], action, reason } });
    const changed = done.length === 1 ? nameOf(done[0] ?? 0) : `${done.length} users`;
    report(
      done.length > 0 && `${changed} ${DONE[action]}.`,
      refused.map(({ id, message }) => ({ id, name: nameOf(id), message })),
    );
  };
  return (
    <>
      <ReasonDialog
        title={`Suspend ${who}?`}
        description="They are signed out everywhere right away and can’t sign in until you restore them. Nothing is deleted."
        help="Each user gets this reason by email."
        confirmLabel="Suspend"
        trigger={
          <Button size="s" variant="primary">
            Suspend
          </Button>
        }
        onConfirm={(reason) => run('suspend', reason)}
      />
      <ConfirmDialog
        title={`Restore ${who}?`}
        description="Suspended users can sign in again. Nothing changes for the others."
        confirmLabel="Restore"
        cancelLabel="Cancel"
        isDestructive={false}
        failure={failureTextOf}
        trigger={
          <Button size="s" variant="quiet">
            Restore
          </Button>
        }
        onConfirm={() => run('restore')}
      />
      <ConfirmDialog
        title={`Sign out ${who}?`}
        description="This ends all their sessions. They can sign in again right away."
        confirmLabel="Sign out"
        cancelLabel="Cancel"
        failure={failureTextOf}
        trigger={
          <Button size="s" variant="quiet">
            End sessions
          </Button>
        }
        onConfirm={() => run('end-sessions')}
      />
      <ConfirmDialog
        title={`Send the confirmation link to ${who}?`}
        description="Users who haven’t confirmed their email address get the link again."
        confirmLabel="Send"
        cancelLabel="Cancel"
        isDestructive={false}
        failure={failureTextOf}
        trigger={
          <Button size="s" variant="quiet">
            Send confirmation
          </Button>
        }
        onConfirm={() => run('resend-verification')}
      />
    </>
  );
}
