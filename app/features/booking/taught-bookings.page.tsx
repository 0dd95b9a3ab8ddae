// An instructor's bookings: requests to answer, sessions to hold, and the dates of groups.
import { useQuery } from '@tanstack/react-query';
import type { MetaArgs } from 'react-router';
import { ZoneNote } from '#app/components/booking/zone-note.tsx';
import { ListPager } from '#app/components/staff/list-controls.tsx';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { getOwnInstructorQuery } from '#app/features/instructor/instructor.api.ts';
import { BookingReview } from '#app/features/session-review/booking-review.tsx';
import { ClientReviews } from '#app/features/session-review/client-reviews.tsx';
import { oneOf, pageOf, useListAddress } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { listTaughtBookingsQuery } from './booking.api.ts';
import { BookingItem } from './booking-item.tsx';
import { GroupDates } from './group-dates.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Bookings',
    description: 'Sessions clients booked with you.',
    path: '/instructor/bookings',
    isHidden: true,
  });
}

const TABS = { upcoming: 'Upcoming', requests: 'Requests', past: 'Past', groups: 'Group dates' } as const;
type Tab = keyof typeof TABS;

export default function TaughtBookingsPage() {
  const { params } = useListAddress();
  const tab = oneOf(Object.keys(TABS) as Tab[], params.get('tab')) ?? 'upcoming';
  const query = useQuery(
    listTaughtBookingsQuery({
      when: tab === 'past' ? 'past' : 'upcoming',
      page: pageOf(params),
      ...(tab === 'requests' && { state: 'requested' as const }),
    }),
  );
  return (
    <StaffPage
      title="Bookings"
      intro="Sessions clients booked with you. If you cancel, they always get everything back."
      actions={<ButtonLink to="/connect/profile?tab=hours">Edit availability</ButtonLink>}
      tabs={
        <TabLinks
          label="Bookings"
          tabs={Object.entries(TABS).map(([value, label]) => ({
            label,
            to: value === 'upcoming' ? '/instructor/bookings' : `/instructor/bookings?tab=${value}`,
            isCurrent: value === tab,
            ...(value === 'requests' && query.data?.requested && { count: query.data.requested }),
          }))}
        />
      }
    >
      {tab === 'groups' ? (
        <div className="mt-6">
          <Groups />
        </div>
      ) : (
        <QueryView
          query={query}
          what="your bookings"
          skeleton={<ListSkeleton label="Loading your bookings" />}
        >
          {(page) =>
            page.items.length === 0 ? (
              <EmptyState title={EMPTY[tab]}>
                {tab === 'requests'
                  ? 'Requests for sessions you accept yourself wait here.'
                  : 'Bookings appear here as soon as a client takes one of your free times.'}
              </EmptyState>
            ) : (
              <>
                <ul className="mt-6" aria-label={TABS[tab]}>
                  {page.items.map((booking) => (
                    <BookingItem key={booking.id} booking={booking} side="instructor" headingLevel={2}>
                      <ClientReviews client={booking.client} />
                      <BookingReview booking={booking} side="instructor" among={page.items} />
                    </BookingItem>
                  ))}
                </ul>
                <ListPager {...page} isQuiet />
              </>
            )
          }
        </QueryView>
      )}
      {/* Group dates are in the instructor’s own zone. */}
      {tab !== 'groups' && <ZoneNote />}
    </StaffPage>
  );
}

const EMPTY = { upcoming: 'No upcoming sessions', requests: 'No open requests', past: 'No past sessions' };

function Groups() {
  const query = useQuery(getOwnInstructorQuery());
  return (
    <QueryView query={query} what="your sessions" skeleton={<ListSkeleton label="Loading your sessions" />}>
      {({ sessionTypes, timeZone }) => (
        <GroupDates
          timeZone={timeZone ?? 'UTC'}
          sessions={sessionTypes.filter(({ kind, isArchived }) => kind === 'group' && !isArchived)}
        />
      )}
    </QueryView>
  );
}
