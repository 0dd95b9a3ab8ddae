// One assigned seat: who has it, since when, and the buyer's actions.
import { useState } from 'react';
import { formatDay } from '#shared/dates.ts';
import type { Licence, Seat } from '#shared/features/seat/seat.schema.ts';
import { SEAT_STATE_LABELS } from '#shared/features/seat/seat.rules.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { SeatForm } from './seat-form.tsx';
import { useReassignSeat, useResendInvitation, useRevokeSeat } from './seat.api.ts';

type SeatRowProps = { seat: Seat; licence: Pick<Licence, 'title' | 'isLive'> };

export function SeatRow({ seat, licence }: SeatRowProps) {
  const [isMoving, setMoving] = useState(false);
  const reassign = useReassignSeat(seat.id);
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
            await reassign.mutateAsync({ from: email, email: next });
            toast({ title: `${next} invited` });
            setMoving(false);
          }}
        />
      ) : (
        <SeatActs seat={seat} licence={licence} onMove={() => setMoving(true)} />
      )}
    </li>
  );
}

function SeatActs({ seat, licence, onMove }: SeatRowProps & { onMove: () => void }) {
  const { id, name, email, state } = seat;
  const resend = useResendInvitation(id);
  const revoke = useRevokeSeat(id);
  const who = name ?? email;
  const sendAgain = () =>
    resend.mutate(undefined, {
      onSuccess: () => toast({ title: `Invitation sent to ${email} again` }),
      onError: (error) =>
        toast({
          title: 'Couldn’t send the invitation',
          description: failureTextOf(error),
          variant: 'destructive',
        }),
    });
  return (
    <div className="seat-actions">
      {licence.isLive && state === 'invited' && (
        <Button size="s" isBusy={resend.isPending} onClick={sendAgain}>
          Send again<span className="sr-only"> to {who}</span>
        </Button>
      )}
      {licence.isLive && (
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
            ? `They lose access to “${licence.title}” at once, unless they also have it another way, and get an email. The seat is free again.`
            : 'The link in their email stops working. The seat is free again.'
        }
        confirmLabel="Revoke seat"
        failure={failureTextOf}
        onConfirm={async () => {
          await revoke.mutateAsync(email);
          toast({ title: 'Seat revoked' });
        }}
      />
    </div>
  );
}
