// The studio: who has which seats, across all licences the viewer bought, by item and by teacher.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Download from 'icon:download';
import { Link, type MetaArgs } from 'react-router';
import { formatDay } from '#shared/dates.ts';
import { freeSeats, formatSeats, SEAT_STATE_LABELS } from '#shared/features/seat/seat.rules.ts';
import type { Licence } from '#shared/features/seat/seat.schema.ts';
import { ListPager, ListSearch } from '#app/components/staff/list-controls.tsx';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button, buttonClass, ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { pageOf, useListAddress, searchOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { SeatDialog } from './seat-dialog.tsx';
import {
  listLicencesQuery,
  SEATS_FILE,
  listTeachersQuery,
  type Licences,
  type Teachers,
} from './seat.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'My studio',
    description: 'Who has which seats of your licences.',
    path: '/studio',
    isHidden: true,
  });
}

export default function StudioPage() {
  const { params } = useListAddress();
  const isByTeacher = params.get('by') === 'teacher';
  return (
    <div className="wrap pt-8 md:pt-12">
      <p className="meta">
        <Link className="link" to="/my-purchases">
          My purchases
        </Link>
      </p>
      <div className="mt-2 flex flex-wrap items-end justify-between gap-4">
        <h1 className="t-l">My studio</h1>
        <a className={buttonClass()} href={SEATS_FILE} download>
          <Download className="icon" aria-hidden="true" />
          <span className="btn-label">CSV</span>
        </a>
      </div>
      <p className="meta mt-2 max-w-measure">
        Your licences for several teachers, and who has a seat. One seat of each is yours.{' '}
        <Link className="link" to="/help/licences-for-a-studio">
          How seats work
        </Link>
      </p>
      <div className="mt-6">
        <TabLinks
          label="My studio"
          tabs={[
            { label: 'By item', to: '/studio', isCurrent: !isByTeacher },
            { label: 'By teacher', to: '/studio?by=teacher', isCurrent: isByTeacher },
          ]}
        />
      </div>
      {isByTeacher ? <ByTeacher /> : <ByThing />}
    </div>
  );
}

function ByThing() {
  const { params } = useListAddress();
  const q = searchOf(params);
  const query = useQuery({
    ...listLicencesQuery({ q, page: pageOf(params) }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <QueryView query={query} what="your licences" skeleton={<ListSkeleton label="Loading your licences" />}>
        {(licences) =>
          licences.total === 0 && !q ? (
            <NoLicences />
          ) : (
            <>
              <Figures seats={licences.seats} />
              <div className="mt-6 flex">
                <ListSearch label="Search licences" placeholder="Title, seller or order" />
              </div>
              <LicenceList licences={licences} />
            </>
          )
        }
      </QueryView>
    </>
  );
}

function NoLicences() {
  return (
    <EmptyState
      className="mt-10"
      title="No licences for several teachers yet"
      action={
        <ButtonLink variant="primary" to="/curriculum">
          Browse the curriculum
        </ButtonLink>
      }
    >
      Choose more than one seat in your cart, then assign the others here.
    </EmptyState>
  );
}

function Figures({ seats: { quantity, inUse, invited, free } }: Pick<Licences, 'seats'>) {
  const figures = [
    ['Seats', quantity],
    ['In use', inUse],
    ['Invited', invited],
    ['Free', free],
  ] as const;
  return (
    <dl className="studio-figures">
      {figures.map(([label, figure]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

function LicenceList({ licences }: { licences: Licences }) {
  if (licences.items.length === 0) return <NothingFound />;
  return (
    <>
      <ul className="mt-4" aria-label="Licences">
        {licences.items.map((licence) => (
          <LicenceRow key={licence.id} licence={licence} />
        ))}
      </ul>
      <ListPager {...licences} isQuiet />
    </>
  );
}

function LicenceRow({ licence }: { licence: Licence }) {
  const { id, title, href, sellerName, order, boughtAt, isLive } = licence;
  const free = freeSeats(licence);
  return (
    <li className="studio-row">
      <div className="min-w-0">
        <h2 className="studio-title">
          <Link to={href}>{title}</Link>
        </h2>
        <p className="meta">
          {sellerName} ·{' '}
          <Link className="link" to={`/orders/${order.id}`}>
            {order.number}
          </Link>
          , {formatDay(boughtAt)}
        </p>
        <p className="small num mt-1">
          {isLive ? formatSeats(licence) : 'Refunded: its seats no longer give access'}
          {isLive && free > 0 && `, ${free} free`}
        </p>
      </div>
      <SeatDialog
        licenceId={id}
        title={title}
        trigger={
          <Button size="s">
            {isLive && free > 0 ? 'Invite or manage' : 'Manage seats'}
            <span className="sr-only"> of {title}</span>
          </Button>
        }
      />
    </li>
  );
}

function ByTeacher() {
  const { params } = useListAddress();
  const q = searchOf(params);
  const query = useQuery({
    ...listTeachersQuery({ q, page: pageOf(params) }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      {(query.data?.total !== 0 || q) && (
        <div className="mt-6 flex">
          <ListSearch label="Search teachers" placeholder="Name, address or title" />
        </div>
      )}
      <QueryView query={query} what="your teachers" skeleton={<ListSkeleton label="Loading your teachers" />}>
        {(teachers) => <TeacherList teachers={teachers} isFiltered={q !== undefined} />}
      </QueryView>
    </>
  );
}

function TeacherList({ teachers, isFiltered }: { teachers: Teachers; isFiltered: boolean }) {
  if (teachers.items.length === 0) {
    if (isFiltered) return <NothingFound />;
    return (
      <EmptyState
        className="mt-10"
        title="No teachers yet"
        action={<ButtonLink to="/studio">View your licences</ButtonLink>}
      >
        Invite a teacher to one of your licences. They’ll appear here with everything they have from you.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="mt-4" aria-label="Teachers">
        {teachers.items.map((teacher) => (
          <TeacherRow key={teacher.email} teacher={teacher} />
        ))}
      </ul>
      <ListPager {...teachers} isQuiet />
    </>
  );
}

function TeacherRow({ teacher: { name, email, seats } }: { teacher: Teachers['items'][number] }) {
  return (
    <li className="studio-row">
      <div className="min-w-0 wrap-anywhere">
        <h2 className="studio-title">{name ?? email}</h2>
        {name && <p className="meta">{email}</p>}
        <ul className="studio-seats" aria-label={`Seats of ${name ?? email}`}>
          {seats.map(({ id, licenceId, title, state, isLive }) => (
            <li key={id}>
              <span>{title}</span>
              <Badge tone={isLive && state === 'held' ? 'ok' : 'plain'}>
                {isLive ? SEAT_STATE_LABELS[state] : 'Refunded'}
              </Badge>
              <SeatDialog
                licenceId={licenceId}
                title={title}
                trigger={
                  <button type="button" className="link small">
                    Manage<span className="sr-only"> the seats of {title}</span>
                  </button>
                }
              />
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}

function NothingFound() {
  const { to } = useListAddress();
  return (
    <EmptyState
      className="mt-10"
      title="No matches"
      action={<ButtonLink to={to({ q: undefined })}>Clear search</ButtonLink>}
    >
      Try part of the title, a name or an email address.
    </EmptyState>
  );
}
