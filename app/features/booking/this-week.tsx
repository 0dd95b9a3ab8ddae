// The sessions of the next seven days, for the instructor who holds them.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Booking } from '#shared/features/reservation/reservation.schema.ts';
import { getOpenTimeQuery } from '#app/components/booking/slots.api.ts';
import {
  addDays,
  dateIn,
  formatFullDay,
  formatTime,
  useOpenedAt,
  useTimeZone,
} from '#app/components/booking/time-zone.ts';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPart } from '#app/components/staff/staff-page.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { listTaughtBookingsQuery } from './booking.api.ts';
import { Where } from './booking-item.tsx';
import './bookings.css';

const DAYS = 7;

export function ThisWeek() {
  const query = useQuery(listTaughtBookingsQuery({ when: 'upcoming' }));
  return (
    <StaffPart
      title="This week"
      action={
        <Link className="link" to="/instructor/bookings">
          All bookings
        </Link>
      }
    >
      <QueryView query={query} what="your sessions" skeleton={<WeekSkeleton />}>
        {({ items, requested }) => (
          <>
            <Days bookings={items} />
            {requested > 0 && (
              <p className="mt-3">
                <Link className="link" to="/instructor/bookings?tab=requests">
                  {requested === 1 ? '1 request waits' : `${requested} requests wait`} for your answer
                </Link>
              </p>
            )}
          </>
        )}
      </QueryView>
      <OpenHours />
    </StaffPart>
  );
}

function OpenHours() {
  const { data } = useQuery(getOpenTimeQuery());
  return (
    <p className="meta mt-3">
      {data && data.minutes !== null && `${formatOpenTime(data.minutes)} `}
      <Link className="link" to="/connect/profile?tab=hours">
        Change your hours
      </Link>
    </p>
  );
}

function formatOpenTime(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (minutes === 0) return 'No open hours in the next seven days.';
  if (hours === 0) return 'Less than an open hour is left in the next seven days.';
  return hours === 1
    ? '1 open hour is left in the next seven days.'
    : `${hours} open hours are left in the next seven days.`;
}

function Days({ bookings }: { bookings: readonly Booking[] }) {
  const zone = useTimeZone();
  const today = dateIn(useOpenedAt(), zone);
  const dayOf = ({ start }: Booking) => dateIn(new Date(start), zone);
  const near = bookings.filter(
    (booking) => booking.state === 'confirmed' && dayOf(booking) < addDays(today, DAYS),
  );
  if (near.length === 0) return <p className="meta py-4">No sessions in the next seven days.</p>;
  return [...Map.groupBy(near, dayOf)].map(([day, ofDay]) => (
    <section key={day}>
      <h3 className="week-day">{day === today ? 'Today' : formatFullDay(ofDay[0]?.start ?? day, zone)}</h3>
      <ul>
        {/* A group’s clients have one appointment. */}
        {[...Map.groupBy(ofDay, ({ appointmentId }) => appointmentId)].map(([id, [first, ...others]]) =>
          first ? <Session key={id} booking={first} others={others.length} zone={zone} /> : null,
        )}
      </ul>
    </section>
  ));
}

function Session({ booking, others, zone }: { booking: Booking; others: number; zone: string }) {
  const { id, start, client, sessionType } = booking;
  return (
    <li className="week-session">
      <time className="num font-semibold" dateTime={start}>
        {formatTime(start, zone)}
      </time>
      <div className="min-w-0 wrap-anywhere">
        <Link className="block font-semibold hover:underline" to={`/instructor/bookings/${id}`}>
          {others > 0 ? `${client.name} and ${others} more` : client.name}
        </Link>
        <p className="meta">
          {sessionType.title}, {sessionType.durationMinutes} min
        </p>
        <Where booking={booking} />
      </div>
    </li>
  );
}

function WeekSkeleton() {
  return (
    <SkeletonGroup label="Loading your sessions" className="mt-4 grid gap-4">
      {['a', 'b', 'c'].map((row) => (
        <Skeleton key={row} className="h-10" />
      ))}
    </SkeletonGroup>
  );
}
