// One booking, for its client and its instructor: when, where, files, and what can be done with it.
import './bookings.css';
import { useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs, useLocation, useParams } from 'react-router';
import { formatSession, formatZone, useTimeZone } from '#app/components/booking/time-zone.ts';
import { AskLink } from '#app/components/message/ask-link.tsx';
import { DetailPage, DetailSheet } from '#app/components/staff/detail-page.tsx';
import { StaffPart } from '#app/components/staff/staff-page.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { UploadDrop } from '#app/features/upload/upload-drop.tsx';
import { UploadList } from '#app/features/upload/upload-list.tsx';
import { useUploads } from '#app/features/upload/use-uploads.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { MAX_BOOKING_FILES } from '#shared/features/booking/booking.rules.ts';
import { CANCELLATION_TEXTS, formatDuration } from '#shared/features/instructor/instructor.rules.ts';
import type { Booking } from '#shared/features/reservation/reservation.schema.ts';
import { maxMegabytesOf } from '#shared/features/upload/upload.rules.ts';
import { parseId } from '#shared/ids.ts';
import { formatMoney, formatPrice } from '#shared/money.ts';
import { BookingFiles } from './booking-files.tsx';
import { BOOKING_PAGES, BookingActions, BookingBadge, Where } from './booking-item.tsx';
import { getBookingQuery } from './booking.api.ts';
import { ClientNote } from './client-note.tsx';

export function meta({ matches, params }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Booking',
    description: 'A session, its files and what can be done with it.',
    path: `/my-bookings/${params['bookingId'] ?? ''}`,
    isHidden: true,
  });
}

/** The address says which side the viewer looks from: one user can be both. */
export default function BookingPage() {
  const id = parseId(useParams()['bookingId']);
  const isTaught = useLocation().pathname.startsWith(BOOKING_PAGES.instructor);
  const side = isTaught ? 'instructor' : 'client';
  const query = useQuery({ ...getBookingQuery(id ?? 0), enabled: id !== null });
  const page = (
    <DetailPage
      query={query}
      noun="booking"
      back={{ to: BOOKING_PAGES[side], label: isTaught ? 'All bookings' : 'My bookings' }}
    >
      {(booking) => <Sheet key={booking.id} booking={booking} side={side} />}
    </DetailPage>
  );
  return isTaught ? page : <div className="wrap section">{page}</div>;
}

function Sheet({ booking, side }: { booking: Booking; side: 'client' | 'instructor' }) {
  const zone = useTimeZone();
  const { sessionType, instructor, client, notes, reason, refund } = booking;
  const other = side === 'client' ? instructor : client;
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
      notices={
        <div className="mt-3">
          <Where booking={booking} />
          <BookingActions booking={booking} side={side} />
        </div>
      }
      aside={
        <StaffPart
          title={side === 'client' ? 'Your instructor' : 'Your client'}
          action={
            <AskLink about={{ type: 'booking', id: booking.id }} label={`Message ${firstName(other)}`} />
          }
        >
          <RunningOrder className="meta">
            <OrderLine
              figure={
                side === 'client' ? (
                  <Link className="link" to={`/instructors/${instructor.id}`}>
                    {instructor.name}
                  </Link>
                ) : (
                  client.name
                )
              }
            >
              {side === 'client' ? 'With' : 'For'}
            </OrderLine>
            <OrderLine figure={formatDuration(sessionType.durationMinutes)}>Length</OrderLine>
            <OrderLine figure={formatZone(side === 'client' ? instructor.timeZone : booking.timeZone)}>
              {firstName(other)}’s time zone
            </OrderLine>
            <OrderLine figure={formatPrice(booking.price)}>Price</OrderLine>
            {refund !== null && <OrderLine figure={formatMoney(refund)}>Refunded</OrderLine>}
          </RunningOrder>
          <p className="help mt-3">{CANCELLATION_TEXTS[sessionType.cancellation]}</p>
          {side === 'client' && Number(booking.price) > 0 && (
            <p className="help mt-2">
              The receipt is in{' '}
              <Link className="link" to="/my-purchases">
                My Purchases
              </Link>
              .
            </p>
          )}
          <p className="help mt-2">
            Something wrong?{' '}
            <Link className="link" to={`/contact?about=booking-${booking.id}`}>
              Write to us
            </Link>
            .
          </p>
        </StaffPart>
      }
    >
      {(notes || reason) && (
        <StaffPart title={side === 'client' ? 'What you wrote' : `What ${firstName(client)} wrote`}>
          {notes && <p className="mt-2 whitespace-pre-line wrap-anywhere">{notes}</p>}
          {reason && <p className="mt-2 wrap-anywhere">Reason given: {reason}</p>}
        </StaffPart>
      )}
      <Files booking={booking} side={side} />
      {side === 'instructor' && <ClientNote client={client} />}
    </DetailSheet>
  );
}

const firstName = ({ name }: { name: string }) => name.split(' ')[0] ?? name;

const OVER: readonly Booking['state'][] = ['declined', 'expired', 'cancelled'];

function Files({ booking, side }: { booking: Booking; side: 'client' | 'instructor' }) {
  const uploads = useUploads({ purpose: 'booking-file', max: MAX_BOOKING_FILES, finds: false });
  const { client, instructor, sessionType, state } = booking;
  const others =
    side === 'client'
      ? `Only you and ${firstName(instructor)} can open them.`
      : sessionType.kind === 'group'
        ? 'What you add is for everyone in this group.'
        : `Only you and ${firstName(client)} can open them.`;
  return (
    <BookingFiles
      booking={booking}
      names={{ client: client.name, instructor: instructor.name }}
      intro={`${side === 'client' ? 'Something to look at together.' : 'A recording, homework, notes.'} ${others}`}
      adding={
        OVER.includes(state)
          ? undefined
          : {
              uploads,
              uploadFields: (
                <>
                  <UploadDrop
                    label="Choose files"
                    hint={`Videos, pictures or documents, up to ${maxMegabytesOf('booking-file')} MB each.`}
                    onFiles={uploads.add}
                  />
                  <UploadList uploads={uploads} label="Files to share" />
                </>
              ),
            }
      }
    />
  );
}
