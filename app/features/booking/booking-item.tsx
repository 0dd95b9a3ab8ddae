// One booking in a list: when, with whom, where, and what can be done with it.
import '#app/components/booking/booking.css';
import './bookings.css';
import CalendarPlus from 'icon:calendar-plus';
import Video from 'icon:video';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import {
  formatFullDay,
  formatSession,
  formatTime,
  formatZone,
  useTimeZone,
} from '#app/components/booking/time-zone.ts';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import type { Booking } from '#shared/features/reservation/reservation.schema.ts';
import { BOOKING_STATE_LABELS, type BookingState } from '#shared/features/reservation/reservation.states.ts';
import { formatMoney } from '#shared/money.ts';
import { calendarFileUrl } from './booking.api.ts';
import { ChangePlace } from './change-place.tsx';
import { AnswerRequest, CancelBooking, NoShow, RescheduleBooking } from './booking-actions.tsx';

const TONES: Partial<Record<BookingState, BadgeTone>> = {
  confirmed: 'ok',
  completed: 'ok',
  held: 'warn',
  requested: 'warn',
  no_show: 'bad',
  declined: 'bad',
};

export const BookingBadge = ({ state }: { state: BookingState }) => (
  <Badge tone={TONES[state] ?? 'plain'}>{BOOKING_STATE_LABELS[state]}</Badge>
);

export const BOOKING_PAGES = { client: '/my-bookings', instructor: '/instructor/bookings' } as const;

type BookingItemProps = {
  booking: Booking;
  side: 'client' | 'instructor';
  headingLevel?: 2 | 3;
  /** What other features know about it. */
  children?: ReactNode;
};

export function BookingItem({ booking, side, headingLevel = 3, children }: BookingItemProps) {
  const zone = useTimeZone();
  const { start, end, state, sessionType, instructor, client, notes, reason, refund, expiresAt } = booking;
  const Heading = `h${headingLevel}` as const;
  return (
    <li className="booking-item">
      <div className="booking-time num">
        <strong>{formatFullDay(start, zone)}</strong>
        <span>
          {formatTime(start, zone)} to {formatTime(end, zone)}
        </span>
        <span className="small">{formatZone(zone, new Date(start))}</span>
      </div>
      <div className="min-w-0">
        <div className="booking-title">
          <Heading>
            <Link className="hover:underline" to={`${BOOKING_PAGES[side]}/${booking.id}`}>
              {sessionType.title}
            </Link>
          </Heading>
          <BookingBadge state={state} />
        </div>
        <p className="meta">
          {side === 'client' ? (
            <>
              with{' '}
              <Link className="link" to={`/instructors/${instructor.id}`}>
                {instructor.name}
              </Link>
            </>
          ) : (
            <>for {client.name}</>
          )}
          , {sessionType.place === 'online' ? 'online' : 'in person'}
          {Number(booking.price) > 0 && `, ${formatMoney(booking.price)}`}
        </p>
        {expiresAt && (state === 'held' || state === 'requested') && (
          <p className="small">
            {state === 'held' ? 'Pay' : side === 'client' ? 'Answer expected' : 'Answer'} by{' '}
            {formatFullDay(expiresAt, zone)}, {formatTime(expiresAt, zone)}.{' '}
            {state === 'held' && side === 'client' && (
              <Link className="link" to="/checkout">
                Pay now
              </Link>
            )}
          </p>
        )}
        {notes && <p className="booking-notes">{notes}</p>}
        {reason && <p className="booking-notes">Reason: {reason}</p>}
        {refund !== null && Number(refund) > 0 && <p className="small">{formatMoney(refund)} refunded.</p>}
        {booking.rescheduledToId !== null && <p className="small">Moved to another time.</p>}
        <Where booking={booking} />
        {children}
        <BookingActions booking={booking} side={side} />
        <p className="small mt-2">
          Something wrong?{' '}
          <Link className="link" to={`/contact?about=booking-${booking.id}`}>
            Write to us<span className="sr-only"> about {sessionType.title}</span>
          </Link>
        </p>
      </div>
    </li>
  );
}

export function Where({ booking: { where, state } }: { booking: Booking }) {
  if (!where || state !== 'confirmed') return null;
  const isLink = /^https?:\/\//i.test(where);
  return isLink ? (
    <p className="mt-2">
      <a className={buttonClass({ size: 's' })} href={where} target="_blank" rel="noreferrer">
        <Video className="icon" aria-hidden="true" />
        <span className="btn-label">Join session</span>
      </a>
    </p>
  ) : (
    <p className="meta mt-1">Where: {where}</p>
  );
}

export function BookingActions({ booking, side }: { booking: Booking; side: 'client' | 'instructor' }) {
  const zone = useTimeZone();
  const { id, actions, state, sessionType } = booking;
  const has = (action: Booking['actions'][number]) => actions.includes(action);
  const hasFile = state === 'confirmed' || state === 'completed';
  if (actions.length === 0 && !hasFile) return null;
  return (
    <div className="booking-actions">
      {has('confirm') && <AnswerRequest booking={booking} />}
      {hasFile && (
        <a className={buttonClass({ size: 's', variant: 'quiet' })} href={calendarFileUrl(id)} download>
          <CalendarPlus className="icon" aria-hidden="true" />
          <span className="btn-label">
            Calendar file<span className="sr-only"> for {sessionType.title}</span>
          </span>
        </a>
      )}
      {has('reschedule') && (
        <RescheduleBooking
          booking={booking}
          trigger={
            <Button size="s" variant="quiet">
              Reschedule…<span className="sr-only"> {sessionType.title}</span>
            </Button>
          }
        />
      )}
      {side === 'instructor' && state === 'confirmed' && has('cancel') && (
        <ChangePlace
          appointmentId={booking.appointmentId}
          title={sessionType.title}
          where={booking.where ?? ''}
          about={formatSession(booking, zone)}
        />
      )}
      {has('no_show') && <NoShow booking={booking} />}
      {has('cancel') && (
        <CancelBooking
          booking={booking}
          side={side}
          trigger={
            <Button size="s" variant="danger">
              Cancel…<span className="sr-only"> {sessionType.title}</span>
            </Button>
          }
        />
      )}
    </div>
  );
}
