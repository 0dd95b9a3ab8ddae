// Emails about bookings, with invitations that calendars add, move and remove. Both sides get one, each with times in
// their own zone.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { writeInvitation } from '#server/integrations/calendar/write-calendar.ts';
import { type Mail, queueMail } from '#server/platform/mail.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { formatZonedMoment } from '#shared/dates.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { formatCents } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import { toCalendarEvent } from './booking-calendar.service.ts';
import { type BookingRow, listBookingRows } from './booking-view.queries.ts';
import { whereOf } from './booking-view.service.ts';

/** accepted: a request, which is now to be paid · offered: to the next on a waitlist. */
export type BookingEvent =
  | 'requested'
  | 'accepted'
  | 'declined'
  | 'confirmed'
  | 'rescheduled'
  | 'place_changed'
  | 'cancelled'
  | 'expired'
  | 'no_show'
  | 'offered'
  | 'offer_expired'
  | 'review_invitation'
  | 'reviewed_by_client'
  | 'reviewed_by_instructor'
  | 'reminder';

const KINDS: Readonly<Record<BookingEvent, Mail['kind']>> = {
  requested: 'booking-request',
  accepted: 'booking-request',
  declined: 'booking-request',
  expired: 'booking-request',
  confirmed: 'booking-change',
  rescheduled: 'booking-change',
  place_changed: 'booking-change',
  cancelled: 'booking-change',
  no_show: 'booking-change',
  reminder: 'booking-reminder',
  offered: 'booking-waitlist',
  offer_expired: 'booking-waitlist',
  review_invitation: 'booking-review',
  reviewed_by_client: 'booking-review',
  reviewed_by_instructor: 'booking-review',
};

type Told = { ids: readonly number[]; event: BookingEvent; wasConfirmed?: boolean };
type Side = 'client' | 'instructor';
type Letter = { subject: string; lines: (string | null)[]; hasInvitation?: boolean };
type Facts = {
  title: string;
  other: string;
  when: string;
  before: string | null;
  row: BookingRow;
  link: string;
  /** To book the same session again. */
  bookLink: string;
  /** While held or requested. */
  until: string | null;
  where: string | null;
};

/** Exists if and only if `tx` commits. */
export async function queueBookingMails(
  ctx: AppContext,
  tx: Tx,
  { ids, event, wasConfirmed = event !== 'expired' && event !== 'declined' }: Told,
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await listBookingRows(tx, { ids, now: ctx.clock.now() });
  const earlier = await listEarlier(ctx, tx, rows);
  for (const row of rows) {
    const before = earlier.get(row.booking.rescheduledFromId ?? 0) ?? null;
    for (const side of ['client', 'instructor'] as const) {
      const write = LETTERS[event][side];
      if (write) await send(ctx, tx, { row, side, event, write, before, hasInvitation: wasConfirmed });
    }
  }
}

/** When they would have been before they were rescheduled. */
async function listEarlier(ctx: AppContext, tx: Tx, rows: readonly BookingRow[]): Promise<Map<number, Date>> {
  const ids = rows.flatMap(({ booking }) => booking.rescheduledFromId ?? []);
  if (ids.length === 0) return new Map();
  const found = await listBookingRows(tx, { ids, now: ctx.clock.now() });
  return new Map(found.map(({ booking, appointment }) => [booking.id, appointment.startsAt]));
}

type Sending = {
  row: BookingRow;
  side: Side;
  event: BookingEvent;
  write: (facts: Facts) => Letter;
  before: Date | null;
  hasInvitation: boolean;
};

async function send(ctx: AppContext, tx: Tx, { row, side, event, write, before, hasInvitation }: Sending) {
  const reader = row[side];
  // Deleted and suspended users get none.
  if (reader.state !== 'active') return;
  const timeZone = side === 'client' ? row.booking.timeZone : row.instructorTimeZone;
  const other = side === 'client' ? row.instructor : row.client;
  const { siteName, supportEmail } = await getSettings({ db: tx });
  const pages = { client: '/my-bookings', instructor: '/instructor/bookings' };
  const link = `${ctx.config.publicUrl}${pages[side]}`;
  const letter = write({
    title: lineForMail(row.type.title),
    other: lineForMail(fullNameOf(other)),
    when: formatZonedMoment(row.appointment.startsAt, timeZone),
    before: before && formatZonedMoment(before, timeZone),
    row,
    link,
    bookLink: `${ctx.config.publicUrl}/connect/book/${row.instructor.id}?session=${row.type.id}`,
    until: row.reservation.expiresAt && formatZonedMoment(row.reservation.expiresAt, timeZone),
    where: whereOf(row),
  });
  const text = [
    `Hi ${lineForMail(reader.firstName) || 'there'},`,
    ...letter.lines,
    `Something wrong? Email ${supportEmail}.\n\n${siteName}`,
  ]
    .filter((line) => line !== null)
    .join('\n\n');
  const attendee = { name: fullNameOf(reader), email: reader.email };
  const organizer = { name: siteName, email: supportEmail };
  const isSent = hasInvitation && letter.hasInvitation;
  const calendar =
    isSent &&
    writeInvitation({ ...toCalendarEvent(ctx, row, side), stamp: ctx.clock.now() }, { organizer, attendee });
  const mail: Mail = {
    kind: KINDS[event],
    to: reader.email,
    userId: reader.id,
    link: pages[side],
    subject: letter.subject.slice(0, 200),
    text,
  };
  await queueMail(ctx, tx, calendar ? { ...mail, calendar } : mail);
}

const details = ({ where, row }: Facts) =>
  [where && `Where: ${where}`, row.booking.notes && `Notes: ${row.booking.notes}`]
    .filter(Boolean)
    .join('\n\n') || null;
const reasonLine = ({ row }: Facts) => row.booking.reason && `Reason: ${row.booking.reason}`;
const manage = ({ link }: Facts) => `See, move or cancel it:\n${link}`;

function refundLine({ row: { booking, reservation } }: Facts): string | null {
  if (reservation.isPackage && booking.refundCents === null)
    return 'You can book this session of your package again.';
  if (reservation.isPackage) return 'This session of your package is used.';
  if (!booking.refundCents) return null;
  return `We’re refunding ${formatCents(booking.refundCents)} the way you paid. It can take a bank up to ten days to show it on your card.`;
}

const canceler = ({ row }: Facts, side: Side): string => {
  const { cancelledBy } = row.booking;
  if (cancelledBy === side) return 'You';
  return cancelledBy === 'staff' ? 'Our staff' : side === 'client' ? 'Your instructor' : 'Your client';
};

const LETTERS: Record<BookingEvent, Partial<Record<Side, (facts: Facts) => Letter>>> = {
  requested: {
    client: (f) => ({
      subject: `Request sent: ${f.title}`,
      lines: [
        `You asked ${f.other} for “${f.title}” on ${f.when}.`,
        'We’ll email you as soon as they answer. If they don’t, the request expires and costs nothing.',
        `Your bookings:\n${f.link}`,
      ],
    }),
    instructor: (f) => ({
      subject: `New request: ${f.title}, ${f.when}`,
      lines: [
        `${f.other} would like “${f.title}” on ${f.when}.`,
        f.row.booking.notes ? `Notes: ${f.row.booking.notes}` : null,
        `Confirm or decline it, or it expires:\n${f.link}`,
      ],
    }),
  },
  accepted: {
    client: (f) => ({
      subject: `Request accepted: ${f.title}`,
      lines: [
        `${f.other} accepted your request for “${f.title}” on ${f.when}.`,
        'Pay within 24 hours to confirm it. It’s in your cart. If you don’t, the time is free for others again.',
        `Your bookings:\n${f.link}`,
      ],
    }),
  },
  declined: {
    client: (f) => ({
      subject: `Request declined: ${f.title}`,
      lines: [
        `${f.other} can’t take your request for “${f.title}” on ${f.when}. It costs nothing.`,
        reasonLine(f),
        `Your bookings:\n${f.link}`,
      ],
    }),
  },
  confirmed: {
    client: (f) => ({
      subject: `Booked: ${f.title}, ${f.when}`,
      lines: [`You’ve booked “${f.title}” with ${f.other} on ${f.when}.`, details(f), manage(f)],
      hasInvitation: true,
    }),
    instructor: (f) => ({
      subject: `New booking: ${f.title}, ${f.when}`,
      lines: [`${f.other} booked “${f.title}” on ${f.when}.`, details(f), manage(f)],
      hasInvitation: true,
    }),
  },
  rescheduled: {
    client: (f) => ({
      subject: `Moved: ${f.title}, now ${f.when}`,
      lines: [`“${f.title}” with ${f.other} moved from ${f.before} to ${f.when}.`, details(f), manage(f)],
      hasInvitation: true,
    }),
    instructor: (f) => ({
      subject: `Moved: ${f.title}, now ${f.when}`,
      lines: [`“${f.title}” with ${f.other} moved from ${f.before} to ${f.when}.`, details(f), manage(f)],
      hasInvitation: true,
    }),
  },
  place_changed: {
    client: (f) => ({
      subject: `New ${f.row.type.place === 'online' ? 'meeting link' : 'address'}: ${f.title}, ${f.when}`,
      lines: [
        `${f.other} changed where “${f.title}” on ${f.when} takes place. The time stays the same.`,
        f.where ? `Where: ${f.where}` : `The place isn’t set yet. ${f.other} will tell you.`,
        manage(f),
      ],
      hasInvitation: true,
    }),
  },
  cancelled: {
    client: (f) => ({
      subject: `Canceled: ${f.title}, ${f.when}`,
      lines: [
        `${canceler(f, 'client')} canceled “${f.title}” with ${f.other} on ${f.when}.`,
        reasonLine(f),
        refundLine(f),
        `Your bookings:\n${f.link}`,
      ],
      hasInvitation: true,
    }),
    instructor: (f) => ({
      subject: `Canceled: ${f.title}, ${f.when}`,
      lines: [
        `${canceler(f, 'instructor')} canceled “${f.title}” with ${f.other} on ${f.when}. The time is free again.`,
        reasonLine(f),
        `Your bookings:\n${f.link}`,
      ],
      hasInvitation: true,
    }),
  },
  expired: {
    client: (f) => ({
      subject: `Request expired: ${f.title}`,
      lines: [
        `${f.other} didn’t answer your request for “${f.title}” on ${f.when} in time. It costs nothing.`,
        `Choose another time:\n${f.link}`,
      ],
    }),
    instructor: (f) => ({
      subject: `Request expired: ${f.title}`,
      lines: [
        `You didn’t answer ${f.other}’s request for “${f.title}” on ${f.when} in time. The time is free again.`,
        `Your bookings:\n${f.link}`,
      ],
    }),
  },
  no_show: {
    client: (f) => ({
      subject: `Missed: ${f.title}, ${f.when}`,
      lines: [
        `${f.other} noted that you didn’t come to “${f.title}” on ${f.when}. Missed sessions aren’t refunded.`,
        `Your bookings:\n${f.link}`,
      ],
    }),
  },
  offered: {
    client: (f) => ({
      subject: `It’s your turn: ${f.title}, ${f.when}`,
      lines: [
        `You’re on the waitlist for “${f.title}” with ${f.other}. ${f.when} is free now, and we hold it for you${f.until ? ` until ${f.until}` : ''}.`,
        `Take it or pass it on:\n${f.link}`,
        'If you do nothing, it goes to the next in line.',
      ],
    }),
  },
  offer_expired: {
    client: (f) => ({
      subject: `Offer expired: ${f.title}`,
      lines: [
        `We held “${f.title}” with ${f.other} on ${f.when} for you, and the time to take it has run out.`,
        `You’re no longer on this waitlist. You can join it again:\n${f.bookLink}`,
      ],
    }),
  },
  review_invitation: {
    client: (f) => ({
      subject: `How was ${f.title}?`,
      lines: [
        `How was “${f.title}” with ${f.other} on ${f.when}? A few words help other teachers to choose.`,
        `Write a review:\n${f.link}?when=past`,
        `You have 30 days. ${f.other} reads it once you’ve both written one, or when the 30 days are over.`,
      ],
    }),
    instructor: (f) => ({
      subject: `How was ${f.title} with ${f.other}?`,
      lines: [
        `“${f.title}” with ${f.other} took place on ${f.when}. Tell other instructors what ${f.other} was like as a client.`,
        `Write a review:\n${f.link}?tab=past`,
        `You have 30 days. ${f.other} reads it once you’ve both written one, or when the 30 days are over. It isn’t public.`,
      ],
    }),
  },
  reviewed_by_client: {
    instructor: (f) => ({
      subject: `${f.other} reviewed ${f.title}`,
      lines: [
        `${f.other}’s review of “${f.title}” on ${f.when} is on your page now. You can reply to it once.`,
        `Read it:\n${f.link}?tab=past`,
      ],
    }),
  },
  reviewed_by_instructor: {
    client: (f) => ({
      subject: `${f.other} reviewed your session`,
      lines: [
        `${f.other} wrote a few words about “${f.title}” on ${f.when}. You can read them, and so can instructors you book.`,
        `Read it:\n${f.link}?when=past`,
      ],
    }),
  },
  reminder: {
    client: (f) => ({
      subject: `Reminder: ${f.title}, ${f.when}`,
      lines: [`“${f.title}” with ${f.other} is on ${f.when}.`, details(f), manage(f)],
    }),
    instructor: (f) => ({
      subject: `Reminder: ${f.title}, ${f.when}`,
      lines: [`“${f.title}” with ${f.other} is on ${f.when}.`, details(f), manage(f)],
    }),
  },
};
