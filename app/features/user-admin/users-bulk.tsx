// What staff can do with several users at once, each asked about once.
import type { UserRow } from '#shared/features/user-admin/user-admin.contract.ts';
import type { UserAction } from '#shared/features/user-admin/user-admin.schema.ts';
import { fullNameOf } from '#shared/names.ts';
import type { BulkActions } from '#app/components/staff/bulk-actions.tsx';
import { ReasonDialog } from '#app/components/staff/reason-dialog.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useChangeUsers } from './users.api.ts';

const DONE: Readonly<Record<UserAction, string>> = {
  suspend: 'suspended',
  restore: 'restored',
  'end-sessions': 'signed out everywhere',
  'resend-verification': 'sent the confirmation link',
};

/** “Nell Abara”, “Nell Abara and Inés Valdivia”, “14 accounts”. */
function named(people: readonly UserRow[]): string {
  return people.length <= 2 ? people.map(fullNameOf).join(' and ') : `${people.length} accounts`;
}

export function PeopleBulk({ bulk: { selected, report } }: { bulk: BulkActions<UserRow> }) {
  const change = useChangeUsers();
  const who = named(selected);
  const act = async (action: UserAction, reason?: string) => {
    const names = new Map(selected.map((person) => [person.id, fullNameOf(person)]));
    const nameOf = (id: number) => names.get(id) ?? `Account ${id}`;
    const { done, refused } = await change.mutateAsync({ body: { ids: [...names.keys()], action, reason } });
    const changed = done.length === 1 ? nameOf(done[0] ?? 0) : `${done.length} accounts`;
    report(
      done.length > 0 && `${changed} ${DONE[action]}.`,
      refused.map(({ id, message }) => ({ id, name: nameOf(id), message })),
    );
  };
  return (
    <>
      <ReasonDialog
        title={`Suspend ${who}?`}
        description="They are signed out everywhere at once and cannot sign in until they are restored. Nothing of theirs is deleted."
        help="Each of them is told this reason by mail."
        confirmLabel="Suspend"
        trigger={
          <Button size="s" variant="primary">
            Suspend
          </Button>
        }
        onConfirm={(reason) => act('suspend', reason)}
      />
      <ConfirmDialog
        title={`Restore ${who}?`}
        description="Those who are suspended can sign in again. The others stay as they are."
        confirmLabel="Restore"
        cancelLabel="Cancel"
        isDestructive={false}
        failure={failureTextOf}
        trigger={
          <Button size="s" variant="quiet">
            Restore
          </Button>
        }
        onConfirm={() => act('restore')}
      />
      <ConfirmDialog
        title={`Sign out ${who}?`}
        description="Every device of theirs is signed out. They can sign in again right away."
        confirmLabel="Sign out"
        cancelLabel="Cancel"
        failure={failureTextOf}
        trigger={
          <Button size="s" variant="quiet">
            End sessions
          </Button>
        }
        onConfirm={() => act('end-sessions')}
      />
      <ConfirmDialog
        title={`Send the confirmation link to ${who}?`}
        description="Whoever has not confirmed their address yet gets the mail once more."
        confirmLabel="Send"
        cancelLabel="Cancel"
        isDestructive={false}
        failure={failureTextOf}
        trigger={
          <Button size="s" variant="quiet">
            Send confirmation
          </Button>
        }
        onConfirm={() => act('resend-verification')}
      />
    </>
  );
}
