// What can be done with a booking: another time, canceling with the refund shown first, answering a request.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { SlotWeek } from '#app/components/booking/slot-week.tsx';
import { formatSession, formatSessionInZone, useTimeZone } from '#app/components/booking/time-zone.ts';
import { ZoneNote } from '#app/components/booking/zone-note.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { Dialog, DialogClose } from '#app/components/ui/dialog.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import type { Booking, Slot } from '#shared/features/reservation/reservation.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { quoteCancellationQuery, useUpdateBooking } from './booking.api.ts';
import { withReason } from './booking-reason.ts';

type ActionProps = { booking: Booking; trigger: ReactNode };

export function RescheduleBooking({ booking, trigger }: ActionProps) {
  const zone = useTimeZone();
  const update = useUpdateBooking();
  const [isOpen, setOpen] = useState(false);
  const [slot, setSlot] = useState<Slot | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const move = async () => {
    if (!slot) return setProblem('Choose a new time first.');
    setProblem(null);
    try {
      await update.mutateAsync({
        params: { id: booking.id },
        body: { action: 'reschedule', start: slot.start },
      });
      setOpen(false);
      toast({ title: 'Session moved', description: formatSessionInZone(slot, zone) });
    } catch (error) {
      setProblem(failureTextOf(error));
      setSlot(null);
    }
  };
  return (
    <Dialog
      title={`Move “${booking.sessionType.title}”`}
      description={`Now: ${formatSession(booking, zone)}. Everyone gets an updated calendar invitation.`}
      isWide
      trigger={trigger}
      isOpen={isOpen}
      onOpenChange={setOpen}
      footer={
        <>
          <DialogClose>
            <Button>Keep this time</Button>
          </DialogClose>
          <Button variant="primary" isBusy={update.isPending} onClick={() => void move()}>
            {slot ? `Move to ${formatSession(slot, zone)}` : 'Move session'}
          </Button>
        </>
      }
    >
      <SlotWeek
        instructorId={booking.instructor.id}
        sessionTypeId={booking.sessionType.id}
        reservationId={booking.reservationId}
        value={slot?.start ?? null}
        onChange={setSlot}
        heading={<h3 className="t-s">Which time instead?</h3>}
      />
      <ZoneNote />
      {problem && (
        <Notice tone="bad" isAlert className="mt-4">
          {problem}
        </Notice>
      )}
    </Dialog>
  );
}

type CancelBookingProps = ActionProps & { side: 'client' | 'instructor' | 'staff' };

export function CancelBooking({ booking, side, trigger }: CancelBookingProps) {
  const zone = useTimeZone();
  const update = useUpdateBooking();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const quote = useQuery({ ...quoteCancellationQuery(booking.id), enabled: isOpen });
  return (
    <ConfirmDialog
      title={`Cancel “${booking.sessionType.title}”?`}
      description={`${formatSessionInZone(booking, zone)}. You can’t undo this.`}
      confirmLabel="Cancel session"
      cancelLabel="Keep it"
      failure={failureTextOf}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={trigger}
      onConfirm={async () => {
        await update.mutateAsync({
          params: { id: booking.id },
          body: withReason('cancel', reason),
        });
        toast({ title: 'Session canceled', description: quote.data?.text ?? '' });
      }}
    >
      {quote.data && Number(quote.data.paid) > 0 && (
        <RunningOrder>
          <OrderLine figure={formatMoney(quote.data.paid)}>Paid</OrderLine>
          <OrderLine isTotal figure={formatMoney(quote.data.refund)}>
            Refund
          </OrderLine>
        </RunningOrder>
      )}
      <p className="meta mt-2">{quote.data?.text ?? (quote.error ? failureTextOf(quote.error) : '…')}</p>
      <FormField
        className="mt-4"
        label={side === 'client' ? 'A word for the instructor' : 'Reason'}
        isOptional={side !== 'staff'}
      >
        <Textarea
          rows={2}
          maxLength={1000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </FormField>
    </ConfirmDialog>
  );
}

/** Accept or decline; both are emailed to the client. */
export function AnswerRequest({ booking }: { booking: Booking }) {
  const zone = useTimeZone();
  const update = useUpdateBooking();
  const [reason, setReason] = useState('');
  const answer = (action: 'confirm' | 'decline') =>
    update.mutateAsync({
      params: { id: booking.id },
      body: withReason(action, reason),
    });
  const isFree = Number(booking.price) === 0;
  return (
    <>
      <ConfirmDialog
        title={`Accept ${booking.client.name}’s request?`}
        description={`${formatSessionInZone(booking, zone)}. ${isFree ? 'It is confirmed at once.' : 'They get 24 hours to pay.'}`}
        confirmLabel="Accept request"
        isDestructive={false}
        failure={failureTextOf}
        trigger={
          <Button size="s" variant="primary" className="ml-3">
            Accept…
          </Button>
        }
        onConfirm={() => answer('confirm')}
      />
      <ConfirmDialog
        title={`Decline ${booking.client.name}’s request?`}
        description="The time is free for others again. Nothing was charged."
        confirmLabel="Decline request"
        failure={failureTextOf}
        trigger={
          <Button size="s" variant="danger">
            Decline…
          </Button>
        }
        onConfirm={() => answer('decline')}
      >
        <FormField label="Why? They read it" isOptional>
          <Textarea rows={2} value={reason} onChange={({ target }) => setReason(target.value)} />
        </FormField>
      </ConfirmDialog>
    </>
  );
}

export function NoShow({ booking }: { booking: Booking }) {
  const update = useUpdateBooking();
  return (
    <ConfirmDialog
      title={`${booking.client.name} didn’t come?`}
      description="They get no refund. We email them, and they can object."
      confirmLabel="Record no-show"
      failure={failureTextOf}
      trigger={
        <Button size="s" variant="danger">
          No-show…
        </Button>
      }
      onConfirm={() => update.mutateAsync({ params: { id: booking.id }, body: { action: 'no_show' } })}
    />
  );
}
