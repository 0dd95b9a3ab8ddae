// The dates of an instructor's groups: schedule, see the seats, cancel.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatSession, formatSessionInZone, formatZone } from '#app/components/booking/time-zone.ts';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { Textarea } from '#app/components/ui/textarea.tsx';
import { failureTextOf } from '#app/lib/form-errors.ts';
import type { Appointment } from '#shared/features/booking/booking.schema.ts';
import { ChangePlace } from './change-place.tsx';
import { listAppointmentsQuery, useCancelAppointment, useScheduleAppointment } from './booking.api.ts';

type GroupDatesProps = {
  /** Dates are typed in the instructor's own zone. */
  timeZone: string;
  sessions: readonly { id: number; title: string }[];
};

export function GroupDates({ timeZone, sessions }: GroupDatesProps) {
  const { data: dates = [] } = useQuery(listAppointmentsQuery());
  if (sessions.length === 0) {
    return (
      <EmptyState
        title="You offer no groups"
        action={<ButtonLink to="/connect/profile?tab=sessions">Add a group session</ButtonLink>}
      >
        In a group you set the date, and seats are sold one by one.
      </EmptyState>
    );
  }
  return (
    <>
      <ScheduleForm timeZone={timeZone} sessions={sessions} />
      <ul className="mt-8" aria-label="Group dates">
        {dates.map((date) => (
          <DateRow key={date.id} date={date} timeZone={timeZone} />
        ))}
      </ul>
      {dates.length === 0 && <p className="meta">No dates yet.</p>}
    </>
  );
}

function ScheduleForm({ timeZone, sessions }: GroupDatesProps) {
  const schedule = useScheduleAppointment();
  const [sessionTypeId, setSession] = useState(sessions[0]?.id ?? 0);
  const [typed, setTyped] = useState('');
  const submit = async () => {
    if (!typed) return;
    // Only this form turns wall-clock time into an instant, so only here Temporal is loaded.
    const { Temporal } = await import('temporal-polyfill');
    const start = Temporal.PlainDateTime.from(typed).toZonedDateTime(timeZone).toInstant().toString();
    await schedule.mutateAsync({ body: { sessionTypeId, start } }).then(
      () => setTyped(''),
      () => undefined,
    );
  };
  return (
    <form
      className="grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FormField label="Group">
        <Select
          value={String(sessionTypeId)}
          onChange={({ target }) => setSession(Number(target.value))}
          options={sessions.map(({ id, title }) => ({ value: String(id), label: title }))}
        />
      </FormField>
      <FormField label={`Date and time, ${formatZone(timeZone)}`}>
        <Input type="datetime-local" value={typed} onChange={({ target }) => setTyped(target.value)} />
      </FormField>
      <Button variant="primary" type="submit" isBusy={schedule.isPending}>
        Schedule
      </Button>
      {schedule.error && (
        <Notice tone="bad" isAlert className="sm:col-span-3">
          {failureTextOf(schedule.error)}
        </Notice>
      )}
    </form>
  );
}

function DateRow({ date, timeZone }: { date: Appointment; timeZone: string }) {
  const cancel = useCancelAppointment();
  const [reason, setReason] = useState('');
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-rule py-3">
      <span>
        <strong>{date.title}</strong>
        <span className="small block">{formatSessionInZone(date, timeZone)}</span>
      </span>
      <span className="flex items-center gap-3">
        <span className="num">
          {date.seatsTaken} of {date.capacity} seats
        </span>
        {date.isLive && (
          <ChangePlace
            appointmentId={date.id}
            title={date.title}
            where={date.where}
            about={formatSession(date, timeZone)}
          />
        )}
        {date.isLive && (
          <ConfirmDialog
            title={`Cancel “${date.title}”?`}
            description={`${formatSessionInZone(date, timeZone)}. Everyone with a seat gets a full refund and an email. You can’t undo this.`}
            confirmLabel="Cancel this date"
            cancelLabel="Keep it"
            failure={failureTextOf}
            trigger={
              <Button size="s" variant="danger">
                Cancel…
              </Button>
            }
            onConfirm={() => cancel.mutateAsync({ params: { id: date.id }, body: { reason } })}
          >
            <FormField label="Reason" isOptional>
              <Textarea rows={2} value={reason} onChange={({ target }) => setReason(target.value)} />
            </FormField>
          </ConfirmDialog>
        )}
      </span>
    </li>
  );
}
