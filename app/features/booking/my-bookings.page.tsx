// A client's bookings: what is coming up, packages with sessions left, and the past.
import { useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs } from 'react-router';
import { ZoneNote } from '#app/components/booking/zone-note.tsx';
import { ListPager } from '#app/components/staff/list-controls.tsx';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { BookingReview } from '#app/features/session-review/booking-review.tsx';
import { MyWaitlist } from '#app/features/waitlist/my-waitlist.tsx';
import { pageOf, useListAddress } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { formatDay } from '#shared/dates.ts';
import { listBookingsQuery, listPackagesQuery } from './booking.api.ts';
import { BookingItem } from './booking-item.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'My bookings',
    description: 'Sessions you booked.',
    path: '/my-bookings',
    isHidden: true,
  });
}

export default function MyBookingsPage() {
  const { params, to } = useListAddress();
  const when = params.get('when') === 'past' ? 'past' : 'upcoming';
  const query = useQuery(listBookingsQuery({ when, page: pageOf(params) }));
  return (
    <div className="wrap section">
      <h1 className="t-l t-l-tool">My bookings</h1>
      <p className="meta mt-2">
        <Link className="link" to="/help/cancel-a-session">
          How canceling and moving works
        </Link>
      </p>
      <Booked id={Number(params.get('booked'))} />
      <div className="mt-6">
        <TabLinks
          label="My bookings"
          tabs={[
            {
              label: 'Upcoming',
              to: to({ when: undefined, booked: undefined }),
              isCurrent: when === 'upcoming',
            },
            { label: 'Past', to: to({ when: 'past', booked: undefined }), isCurrent: when === 'past' },
          ]}
        />
      </div>
      {when === 'upcoming' && <MyWaitlist />}
      {when === 'upcoming' && <Packages />}
      <QueryView query={query} what="your bookings" skeleton={<ListSkeleton label="Loading your bookings" />}>
        {(page) =>
          page.items.length === 0 ? (
            <EmptyState
              className="mt-8"
              title={when === 'upcoming' ? 'Nothing booked' : 'No past sessions'}
              action={<ButtonLink to="/connect">Find an instructor</ButtonLink>}
            >
              {when === 'upcoming'
                ? 'Half an hour with someone who’s already been stuck where you are.'
                : 'Sessions you had will be listed here.'}
            </EmptyState>
          ) : (
            <>
              <ul className="mt-6" aria-label={when === 'upcoming' ? 'Upcoming sessions' : 'Past sessions'}>
                {page.items.map((booking) => (
                  <BookingItem key={booking.id} booking={booking} side="client" headingLevel={2}>
                    <BookingReview booking={booking} side="client" among={page.items} />
                  </BookingItem>
                ))}
              </ul>
              <ListPager {...page} isQuiet />
            </>
          )
        }
      </QueryView>
      <ZoneNote />
    </div>
  );
}

/** Right after booking something free, or a request. */
function Booked({ id }: { id: number }) {
  const { data } = useQuery({ ...listBookingsQuery({ when: 'upcoming', page: 1 }), enabled: id > 0 });
  const booking = data?.items.find((one) => one.id === id);
  if (!booking) return null;
  return (
    <Notice tone="ok" isAlert className="mt-6">
      {booking.state === 'requested'
        ? `${booking.instructor.name} has your request. We email you as soon as there’s an answer.`
        : `Your session with ${booking.instructor.name} is booked. A calendar invitation is on its way.`}
    </Notice>
  );
}

function Packages() {
  const { data = [] } = useQuery(listPackagesQuery());
  const open = data.filter(({ creditsLeft }) => creditsLeft > 0);
  if (open.length === 0) return null;
  return (
    <section className="mt-8" aria-label="Packages">
      {open.map(({ id, title, instructorId, instructorName, sessionTypeId, creditsLeft, validUntil }) => (
        <Notice key={id} className="mb-3">
          <strong>{title}</strong> with {instructorName}:{' '}
          {creditsLeft === 1 ? '1 session' : `${creditsLeft} sessions`} left
          {validUntil && ` until ${formatDay(validUntil)}`}.{' '}
          <ButtonLink size="s" variant="quiet" to={`/connect/book/${instructorId}?session=${sessionTypeId}`}>
            Book the next one
          </ButtonLink>
        </Notice>
      ))}
    </section>
  );
}
