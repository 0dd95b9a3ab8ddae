// What can be done with several accounts at once, asked once each, and how it went for every one of them.
import { useEffect, useRef } from 'react';
import type { ContractOutput } from '#shared/contract.ts';
import type { changeUsers, PersonRow } from '#shared/features/user-admin/user-admin.contract.ts';
import type { PeopleAction } from '#shared/features/user-admin/user-admin.schema.ts';
import { fullNameOf } from '#shared/names.ts';
import { ReasonDialog } from '#app/components/staff/reason-dialog.tsx';
import { BulkBar } from '#app/components/ui/bulk-bar.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';

export type BulkResult = ContractOutput<typeof changeUsers> & {
  action: PeopleAction;
  names: Map<number, string>;
  /** Which one of this visit. */
  number: number;
};

type PeopleBulkProps = {
  selected: readonly PersonRow[];
  onClear: () => void;
  onAct: (action: PeopleAction, reason?: string) => Promise<unknown>;
};

/** “Nell Abara”, “Nell Abara and Inés Valdivia”, “14 accounts”. */
function named(people: readonly PersonRow[]): string {
  return people.length <= 2 ? people.map(fullNameOf).join(' and ') : `${people.length} accounts`;
}

export function PeopleBulk({ selected, onClear, onAct }: PeopleBulkProps) {
  const who = named(selected);
  return (
    <BulkBar count={selected.length} onClear={onClear}>
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
        onConfirm={(reason) => onAct('suspend', reason)}
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
        onConfirm={() => onAct('restore')}
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
        onConfirm={() => onAct('end-sessions')}
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
        onConfirm={() => onAct('resend-verification')}
      />
    </BulkBar>
  );
}

const DONE: Readonly<Record<PeopleAction, string>> = {
  suspend: 'suspended',
  restore: 'restored',
  'end-sessions': 'signed out everywhere',
  'resend-verification': 'sent the confirmation link',
};

/** Takes the focus when it comes (give each result a key): the bar that was pressed is gone. */
export function BulkOutcome({ result }: { result: BulkResult }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const { action, done, refused, names } = result;
  const nameOf = (id: number) => names.get(id) ?? `Account ${id}`;
  return (
    <div ref={box} tabIndex={-1} role="status" className="mt-6">
      {done.length > 0 && (
        <Notice tone="ok">
          {done.length === 1 ? nameOf(done[0] ?? 0) : `${done.length} accounts`} {DONE[action]}.
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice tone="warn" className="mt-2">
          {done.length > 0 ? 'Left as they were:' : 'Nothing was changed:'}
          <ul className="mt-1">
            {refused.map(({ id, message }) => (
              <li key={id}>
                <strong className="font-semibold">{nameOf(id)}</strong>: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
