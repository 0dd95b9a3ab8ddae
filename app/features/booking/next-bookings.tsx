// For a dashboard: the sessions somebody has booked, soonest first.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatSession, formatZone, useTimeZone } from '#app/components/booking/time-zone.ts';
import { BOOKING_PAGES } from './booking-item.tsx';
import { listBookingsQuery } from './booking.api.ts';

const BOOKINGS_SHOWN = 3;

/** Nothing while loading or when it fails: My Bookings says more. */
export function NextBookings() {
  const zone = useTimeZone();
  const { data } = useQuery(listBookingsQuery({ when: 'upcoming' }));
  const bookings = data?.items.slice(0, BOOKINGS_SHOWN) ?? [];
  if (bookings.length === 0) return null;
  return (
    <section aria-label="Coming up">
      <div className="head mb-0">
        <h2 className="t-s">Coming up</h2>
        <Link className="link meta" to={BOOKING_PAGES.client}>
          My bookings
        </Link>
      </div>
      <ul>
        {bookings.map(({ id, start, end, sessionType, instructor }) => (
          <li key={id} className="border-b border-rule">
            <Link
              to={`${BOOKING_PAGES.client}/${id}`}
              className="block py-3 text-sm leading-ui hover:text-plum"
            >
              <strong className="font-semibold">
                {sessionType.title} with {instructor.name}
              </strong>
              <span className="small num block">
                {formatSession({ start, end }, zone)}, {formatZone(zone, new Date(start))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
