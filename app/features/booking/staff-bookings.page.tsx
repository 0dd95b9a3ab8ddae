// All bookings, for staff.
import { useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs } from 'react-router';
import {
  formatBriefDay,
  formatSession,
  formatTime,
  formatZone,
  useTimeZone,
} from '#app/components/booking/time-zone.ts';
import { ZoneNote } from '#app/components/booking/zone-note.tsx';
import { DetailPage, DetailSheet } from '#app/components/staff/detail-page.tsx';
import { StaffList, useStaffList, type StaffColumn } from '#app/components/staff/staff-list.tsx';
import { StaffPage, StaffPart } from '#app/components/staff/staff-page.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { ReportedReviews } from '#app/features/session-review/reported-reviews.tsx';
import { idsOf, oneOf, pageOf, searchOf, useListAddress } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import type { ContractOutput } from '#shared/contract.ts';
import type * as contract from '#shared/features/booking/booking.contract.ts';
import { CANCELLATION_TEXTS } from '#shared/features/instructor/instructor.rules.ts';
import type { Booking } from '#shared/features/reservation/reservation.schema.ts';
import { BOOKING_STATE_LABELS, BOOKING_STATES } from '#shared/features/reservation/reservation.states.ts';
import { formatMoney, formatPrice } from '#shared/money.ts';
import { getBookingQuery, listStaffBookingsQuery } from './booking.api.ts';
import { BookingFiles } from './booking-files.tsx';
import { CancelBooking } from './booking-actions.tsx';
import { BookingBadge } from './booking-item.tsx';
import { StaffLink } from '#app/components/staff/staff-link.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Bookings',
    description: 'Every session booked here.',
    path: '/admin/bookings',
    isHidden: true,
  });
}

export default function StaffBookingsPage() {
  const { params } = useListAddress();
  const [id] = idsOf(params.getAll('booking')) ?? [];
  if (id) return <BookingSheet id={Number(id)} />;
  return (
    <StaffPage
      title="Bookings"
      intro="Every session booked here. Canceling one refunds the client in full."
      actions={
        params.get('tab') === 'reviews' ? (
          <ButtonLink to="/admin/bookings">All bookings</ButtonLink>
        ) : (
          <ButtonLink to="/admin/bookings?tab=reviews">Reported reviews</ButtonLink>
        )
      }
    >
      {params.get('tab') === 'reviews' ? <ReportedReviews /> : <Bookings />}
    </StaffPage>
  );
}

const filtersIn = (params: URLSearchParams) => ({
  q: searchOf(params),
  state: oneOf(BOOKING_STATES, params.get('state')),
  when: oneOf(['upcoming', 'past'] as const, params.get('when')),
  page: pageOf(params),
});

type Row = ContractOutput<typeof contract.listStaffBookings>['items'][number];

function Bookings() {
  const { to } = useListAddress();
  const zone = useTimeZone();
  const list = useStaffList(filtersIn, listStaffBookingsQuery);
  return (
    <>
      <StaffList
        list={list}
        nouns="bookings"
        caption={`Bookings, times in ${formatZone(zone)}`}
        tabs={{
          label: 'When',
          name: 'when',
          tabs: [
            { label: 'All' },
            { value: 'upcoming', label: 'Upcoming' },
            { value: 'past', label: 'Past' },
          ],
        }}
        search={{ placeholder: 'Client, instructor or id' }}
        filters={[
          {
            name: 'state',
            label: 'State',
            all: 'All states',
            options: BOOKING_STATES.map((value) => ({ value, label: BOOKING_STATE_LABELS[value] })),
          },
        ]}
        columns={columns((id) => to({ booking: id }), zone)}
        empty={{ title: 'No bookings yet', text: 'Sessions clients book on Connect will be listed here.' }}
        noMatch={{ text: 'Search by the name of the client or instructor, or by id.' }}
      />
      <ZoneNote />
    </>
  );
}

const columns = (bookingTo: (id: number) => string, zone: string): StaffColumn<Row>[] => [
  {
    key: 'session',
    header: 'Session',
    card: 'title',
    cell: ({ id, sessionType, client, instructor }) => (
      <span className="min-w-0 wrap-anywhere">
        <Link className="font-semibold hover:underline" to={bookingTo(id)}>
          {sessionType.title}
        </Link>
        <span className="small block">
          {client.name} with {instructor.name}, no. {id}
        </span>
      </span>
    ),
  },
  { key: 'state', header: 'State', card: 'state', cell: ({ state }) => <BookingBadge state={state} /> },
  {
    key: 'start',
    header: 'Time',
    card: 'line',
    cell: ({ start }) => `${formatBriefDay(start, zone)}, ${formatTime(start, zone)}`,
  },
  { key: 'price', header: 'Price', card: 'line', align: 'right', cell: ({ price }) => formatPrice(price) },
  {
    key: 'order',
    header: 'Order',
    card: 'hide',
    align: 'right',
    cell: ({ orderId }) =>
      orderId === null ? (
        '–'
      ) : (
        <StaffLink className="link" to={`/admin/orders/${orderId}`}>
          {orderId}
        </StaffLink>
      ),
  },
];

function BookingSheet({ id }: { id: number }) {
  const { to } = useListAddress();
  return (
    <DetailPage
      query={useQuery(getBookingQuery(id))}
      noun="booking"
      back={{ to: to({ booking: undefined }), label: 'All bookings' }}
    >
      {(booking) => <Sheet booking={booking} />}
    </DetailPage>
  );
}

function Sheet({ booking }: { booking: Booking }) {
  const zone = useTimeZone();
  const { sessionType, client, instructor, notes, reason, refund, where } = booking;
  return (
    <DetailSheet
      title={sessionType.title}
      state={
        <>
          <BookingBadge state={booking.state} />
          <span>
            {formatSession(booking, zone)}, {formatZone(zone, new Date(booking.start))}
          </span>
        </>
      }
      actions={
        booking.actions.includes('cancel') && (
          <CancelBooking
            booking={booking}
            side="staff"
            trigger={<Button variant="danger">Cancel with full refund…</Button>}
          />
        )
      }
      aside={
        <StaffPart title="Who and what">
          <RunningOrder className="meta">
            <OrderLine
              figure={
                <StaffLink className="link" to={`/admin/users/${client.id}`}>
                  {client.name}
                </StaffLink>
              }
            >
              Client
            </OrderLine>
            <OrderLine
              figure={
                <StaffLink className="link" to={`/admin/instructors?instructor=${instructor.id}`}>
                  {instructor.name}
                </StaffLink>
              }
            >
              Instructor
            </OrderLine>
            <OrderLine figure={formatZone(instructor.timeZone)}>Instructor’s zone</OrderLine>
            <OrderLine figure={formatZone(booking.timeZone)}>Client’s zone</OrderLine>
            <OrderLine figure={formatPrice(booking.price)}>Price</OrderLine>
            {refund !== null && <OrderLine figure={formatMoney(refund)}>Refunded</OrderLine>}
            {where && <OrderLine figure={where}>Where</OrderLine>}
          </RunningOrder>
        </StaffPart>
      }
    >
      <StaffPart title="Cancellation">
        <p className="meta">{CANCELLATION_TEXTS[sessionType.cancellation]}</p>
        {reason && <p className="mt-2">Reason given: {reason}</p>}
      </StaffPart>
      {notes && (
        <StaffPart title="What the client wrote">
          <p className="whitespace-pre-line">{notes}</p>
        </StaffPart>
      )}
      <BookingFiles
        booking={booking}
        names={{ client: client.name, instructor: instructor.name }}
        intro="Only the client and the instructor can open them. When you do, it’s recorded."
      />
    </DetailSheet>
  );
}
