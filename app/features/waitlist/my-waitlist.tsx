// The waitlists a client is on: their place, and what is held for them right now.
import './waitlist.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import {
  formatBriefDay,
  formatFullDay,
  formatTime,
  formatZone,
  useTimeZone,
} from '#app/components/booking/time-zone.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { describePosition } from '#shared/features/waitlist/waitlist.rules.ts';
import type { WaitlistEntry } from '#shared/features/waitlist/waitlist.schema.ts';
import { formatPrice } from '#shared/money.ts';
import { listWaitlistEntriesQuery, useAcceptOffer, useLeaveWaitlist } from './waitlist.api.ts';

export function MyWaitlist() {
  const { data = [] } = useQuery(listWaitlistEntriesQuery());
  if (data.length === 0) return null;
  return (
    <section className="mt-8" aria-labelledby="waitlist">
      <h2 id="waitlist" className="t-m">
        Waitlist
      </h2>
      <ul className="mt-4">
        {data.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ entry }: { entry: WaitlistEntry }) {
  const zone = useTimeZone();
  const { sessionType, instructor, state, start, period, position, offeredUntil } = entry;
  const isOffered = state === 'offered';
  const at = start ?? period?.from;
  return (
    <li className="waitlist-entry" data-offered={isOffered || undefined}>
      <div className="min-w-0">
        <div className="booking-title">
          <h3>{sessionType.title}</h3>
          {isOffered ? (
            <Badge tone="ok">Held for you</Badge>
          ) : (
            <Badge>{describePosition(position ?? 1)}</Badge>
          )}
        </div>
        <p className="meta">
          with{' '}
          <Link className="link" to={`/instructors/${instructor.id}`}>
            {instructor.name}
          </Link>
          , {Number(sessionType.price) === 0 ? 'free' : formatPrice(sessionType.price)}
        </p>
        <p className="num">
          {start
            ? `${formatFullDay(start, zone)}, ${formatTime(start, zone)}`
            : period && formatPeriod(period, zone)}
          {at && <span className="small block">{formatZone(zone, new Date(at))}</span>}
        </p>
        {offeredUntil && (
          <p className="small">
            Take it by {formatFullDay(offeredUntil, zone)}, {formatTime(offeredUntil, zone)} (
            {formatZone(zone, new Date(offeredUntil))}), or it goes to the next in line.
          </p>
        )}
      </div>
      <div className="waitlist-actions">
        {isOffered && <Accept entry={entry} />}
        <Leave entry={entry} />
      </div>
    </li>
  );
}

/** Whole days: until the beginning of the day after the last. */
function formatPeriod({ from, until }: { from: string; until: string }, zone: string): string {
  const [first, last] = [
    formatBriefDay(from, zone),
    formatBriefDay(new Date(Date.parse(until) - 1).toISOString(), zone),
  ];
  return first === last ? `Any time on ${first}` : `Any time from ${first} to ${last}`;
}

function Accept({ entry: { id, sessionType } }: { entry: WaitlistEntry }) {
  const accept = useAcceptOffer();
  const navigate = useNavigate();
  const isFree = Number(sessionType.price) === 0;
  const take = async () => {
    const taken = await accept.mutateAsync({ params: { id } }).catch(() => null);
    if (taken?.reservation.state === 'held') await navigate('/checkout');
    else if (taken) await navigate(`/my-bookings?booked=${taken.booking.id}`);
  };
  return (
    <Button variant="primary" isBusy={accept.isPending} onClick={() => void take()}>
      {sessionType.isOnRequest ? 'Request this time' : isFree ? 'Book it' : 'Book it and pay'}
    </Button>
  );
}

function Leave({ entry: { id, state, sessionType } }: { entry: WaitlistEntry }) {
  const leave = useLeaveWaitlist();
  const isOffered = state === 'offered';
  return (
    <ConfirmDialog
      title={isOffered ? `Pass on “${sessionType.title}”?` : `Leave the waitlist for “${sessionType.title}”?`}
      description={
        isOffered
          ? 'It goes to the next in line, and you leave this waitlist.'
          : 'You lose your place in line. You can join again at the end.'
      }
      confirmLabel={isOffered ? 'Pass on' : 'Leave waitlist'}
      failure={failureTextOf}
      trigger={
        <Button variant="quiet">
          {isOffered ? 'Pass on…' : 'Leave…'}
          <span className="sr-only"> {sessionType.title}</span>
        </Button>
      }
      onConfirm={async () => {
        await leave.mutateAsync({ params: { id } });
        toast({ title: isOffered ? 'Passed on' : 'Left the waitlist' });
      }}
    />
  );
}
