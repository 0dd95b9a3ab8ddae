// One seat that was handed out: whose it is, since when, and what its buyer can do with it.
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
          label={`Instead of ${name ?? email}`}
          help={state === 'held' ? 'Their access ends at once; the new teacher gets a mail.' : undefined}
          submitLabel="Give it to them"
          onCancel={() => setMoving(false)}
          onSend={async (next) => {
            await reassign.mutateAsync({ from: email, email: next });
            toast({ title: `${next} is invited` });
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
      onSuccess: () => toast({ title: `Sent to ${email} again` }),
      onError: (error) =>
        toast({ title: 'Not sent', description: failureTextOf(error), variant: 'destructive' }),
    });
  return (
    <div className="seat-acts">
      {licence.isLive && state === 'invited' && (
        <Button size="s" isBusy={resend.isPending} onClick={sendAgain}>
          Send again<span className="sr-only"> to {who}</span>
        </Button>
      )}
      {licence.isLive && (
        <Button size="s" onClick={onMove}>
          Give to someone else<span className="sr-only"> instead of {who}</span>
        </Button>
      )}
      <ConfirmDialog
        trigger={
          <Button size="s" variant="danger">
            Take back<span className="sr-only"> from {who}</span>
          </Button>
        }
        title={`Take back the seat of ${who}?`}
        description={
          state === 'held'
            ? `They lose “${licence.title}” at once, unless they have it in another way, and are told by mail. The seat is free again.`
            : 'The link in their mail stops working. The seat is free again.'
        }
        confirmLabel="Take back"
        failure={failureTextOf}
        onConfirm={async () => {
          await revoke.mutateAsync(email);
          toast({ title: 'The seat is free again' });
        }}
      />
    </div>
  );
}
