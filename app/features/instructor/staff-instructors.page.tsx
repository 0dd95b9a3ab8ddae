// Instructors for staff: the list, open applications to teach, and one instructor in detail.
import { useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs } from 'react-router';
import { StaffList, useStaffList, type StaffColumn } from '#app/components/staff/staff-list.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { ApplicationList } from '#app/features/application/application-list.tsx';
import { listApplicationsQuery } from '#app/features/application/application.api.ts';
import { idsOf, oneOf, pageOf, searchOf, useListAddress } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import { avatarCandidates } from '#shared/avatar.ts';
import { formatDay } from '#shared/dates.ts';
import type { StaffInstructorRow } from '#shared/features/instructor/instructor.contract.ts';
import { INSTRUCTOR_STATES } from '#shared/features/instructor/instructor.rules.ts';
import { hasPermission, rolesOf } from '#shared/roles.ts';
import { listStaffInstructorsQuery } from './instructor.api.ts';
import { formatRating, InstructorStateBadge, StaffInstructorSheet } from './staff-instructor-sheet.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Instructors',
    description: 'Everyone who offers sessions on Connect.',
    path: '/admin/instructors',
    isHidden: true,
  });
}

export default function StaffInstructorsPage() {
  const { params } = useListAddress();
  const [id] = idsOf(params.getAll('instructor')) ?? [];
  const user = useUser();
  const roles = user ? rolesOf(user) : [];
  const mayDecide = hasPermission(roles, 'instructors.approve');
  const waiting = useQuery({
    ...listApplicationsQuery({ kind: 'teach', state: 'waiting' }),
    enabled: mayDecide && !id,
  });
  if (id) return <StaffInstructorSheet id={Number(id)} />;
  const showsApplications = mayDecide && params.get('tab') === 'applications';
  return (
    <StaffPage
      title="Instructors"
      intro={
        showsApplications
          ? 'Users who want to teach, oldest first.'
          : 'Everyone who offers sessions on Connect. Suspending one stops new bookings; existing ones stay.'
      }
      tabs={
        mayDecide && (
          <TabLinks
            label="Instructors"
            tabs={[
              { label: 'Instructors', to: '/admin/instructors', isCurrent: !showsApplications },
              {
                label: 'Applications to teach',
                to: '/admin/instructors?tab=applications',
                count: waiting.data?.counts.waiting,
                isCurrent: showsApplications,
              },
            ]}
          />
        )
      }
    >
      {showsApplications ? <ApplicationList roles={roles} kind="teach" /> : <InstructorList />}
    </StaffPage>
  );
}

const filtersIn = (params: URLSearchParams) => ({
  q: searchOf(params),
  state: oneOf(INSTRUCTOR_STATES, params.get('state')),
  page: pageOf(params),
});

function InstructorList() {
  const { to } = useListAddress();
  const list = useStaffList(filtersIn, listStaffInstructorsQuery);
  const counts = list.data?.counts;
  return (
    <StaffList
      list={list}
      nouns="instructors"
      caption="Instructors"
      tabs={{
        label: 'State',
        name: 'state',
        tabs: [
          { label: 'All', count: counts?.all },
          { value: 'listed', label: 'Public', count: counts?.listed },
          { value: 'draft', label: 'Draft', count: counts?.draft },
          { value: 'suspended', label: 'Suspended', count: counts?.suspended },
        ],
      }}
      search={{ placeholder: 'Name, headline or id' }}
      columns={columns((id) => to({ instructor: id }))}
      hasFaces
      empty={{
        title: 'No instructors yet',
        text: 'Instructors are listed once they save their Connect profile.',
      }}
      noMatch={{ text: 'Search by name, headline or id.' }}
    />
  );
}

const columns = (instructorTo: (id: number) => string): StaffColumn<StaffInstructorRow>[] => [
  {
    key: 'name',
    header: 'Instructor',
    card: 'title',
    cell: ({ id, name, headline, profileImageUrl }) => (
      <span className="flex min-w-0 items-center gap-3.5">
        <Avatar sources={avatarCandidates({ profileImageUrl, name, kind: 'user' })} name={name} />
        <span className="min-w-0 wrap-anywhere">
          <Link className="font-semibold hover:underline" to={instructorTo(id)}>
            {name}
          </Link>
          <span className="small block">{headline || `No. ${id}`}</span>
        </span>
      </span>
    ),
  },
  { key: 'state', header: 'State', card: 'state', cell: (row) => <InstructorStateBadge {...row} /> },
  { key: 'since', header: 'Since', card: 'hide', cell: ({ since }) => formatDay(since) },
  {
    key: 'sessions',
    header: 'Offers',
    card: 'hide',
    align: 'right',
    cell: ({ sessionTypeCount }) => sessionTypeCount,
  },
  {
    key: 'bookings',
    header: 'Bookings',
    card: 'line',
    align: 'right',
    cell: ({ bookingCount }) => bookingCount,
  },
  {
    key: 'rating',
    header: 'Rating',
    card: 'line',
    align: 'right',
    cell: ({ rating, reviewCount }) => formatRating(rating, reviewCount),
  },
  {
    key: 'fee',
    header: 'Fee',
    card: 'hide',
    align: 'right',
    cell: ({ feePercent }) => (feePercent === null ? 'Default' : `${feePercent}%`),
  },
];
