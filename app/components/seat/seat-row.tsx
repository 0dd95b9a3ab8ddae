// One assigned seat: who has it, since when, and what the person who assigned it can do.
import { useState } from 'react';
import { formatDay } from '#shared/dates.ts';
import type { Seat } from '#shared/features/seat/seat.schema.ts';
import { SEAT_STATE_LABELS } from '#shared/features/seat/seat.rules.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { SeatForm } from './seat-form.tsx';

export type SeatActions = {
  resend: () => Promise<unknown>;
  revoke: (email: string) => Promise<unknown>;
  reassign: (change: { from: string; email: string }) => Promise<unknown>;
};

type SeatRowProps = {
  seat: Pick<Seat, 'id' | 'state' | 'email' | 'name' | 'since'>;
  actions: SeatActions;
  /** Whether it can be offered to someone; it can always be revoked. */
  canAssign: boolean;
  /** What its holder loses with it: a sentence. */
  loss: string;
};

export function SeatRow(props: SeatRowProps) {
  const { seat, actions } = props;
  const [isMoving, setMoving] = useState(false);
  const { name, email, state, since } = seat;
  return (
    <li className="seat-row">
      <div className="min-w-0 wrap-anywhere">
        <strong className="font-medium">{name ?? email}</strong>
        {name && <span className="small block">{email}</span>}
        <span className="small block">
          {state === 'held' ? 'Since' : 'Invited'} {formatDay(since)}
        </span>
      </div>
      <Badge tone={state === 'held' ? 'ok' : 'plain'}>{SEAT_STATE_LABELS[state]}</Badge>
      {isMoving ? (
        <SeatForm
          label={`Reassign the seat of ${name ?? email}`}
          help={state === 'held' ? 'Their access ends at once; we’ll email the new teacher.' : undefined}
          submitLabel="Reassign seat"
          onCancel={() => setMoving(false)}
          onSend={async (next) => {
            await actions.reassign({ from: email, email: next });
            toast({ title: `${next} invited` });
            setMoving(false);
          }}
        />
      ) : (
        <SeatActs {...props} onMove={() => setMoving(true)} />
      )}
    </li>
  );
}

function SeatActs({ seat, actions, canAssign, loss, onMove }: SeatRowProps & { onMove: () => void }) {
  const { name, email, state } = seat;
  const [isSending, setSending] = useState(false);
  const who = name ?? email;
  const sendAgain = async () => {
    setSending(true);
    try {
      await actions.resend();
      toast({ title: `Invitation sent to ${email} again` });
    } catch (error) {
      toast({
        title: 'Couldn’t send the invitation',
        description: failureTextOf(error),
        variant: 'destructive',
      });
    } finally {
      setSending(false);
    }
  };
  return (
    <div className="seat-actions">
      {canAssign && state === 'invited' && (
        <Button size="s" isBusy={isSending} onClick={() => void sendAgain()}>
          Send again<span className="sr-only"> to {who}</span>
        </Button>
      )}
      {canAssign && (
        <Button size="s" onClick={onMove}>
          Reassign<span className="sr-only"> from {who}</span>
        </Button>
      )}
      <ConfirmDialog
        trigger={
          <Button size="s" variant="danger">
            Revoke<span className="sr-only"> from {who}</span>
          </Button>
        }
        title={`Revoke the seat of ${who}?`}
        description={
          state === 'held'
            ? `${loss} They get an email, and the seat is free again.`
            : 'The link in their email stops working. The seat is free again.'
        }
        confirmLabel="Revoke seat"
        failure={failureTextOf}
        onConfirm={async () => {
          await actions.revoke(email);
          toast({ title: 'Seat revoked' });
        }}
      />
    </div>
  );
}
