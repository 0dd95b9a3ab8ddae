// Changing bookings: answers to requests, moving, canceling with the refund shown first, and what calendars learn.
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { sendBookingRemindersJob } from '#server/features/booking/reminder.service.ts';
import { completeBookingsJob } from '#server/features/reservation/reservation.jobs.ts';
import { getCart } from '#shared/features/cart/cart.contract.ts';
import * as contract from '#shared/features/booking/booking.contract.ts';
import type { CancellationQuote } from '#shared/features/booking/booking.schema.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import type { Booking } from '#shared/features/reservation/reservation.schema.ts';
import {
  bookableTeacher,
  bookingTools,
  DAY,
  HOUR,
  type Teacher,
} from '../../../tests/server/booking-tools.ts';
import { CARDS, MARA, tracesOf } from '../../../tests/server/checkout-tools.ts';
import { subjectsTo } from '../../../tests/server/mails.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';

const app = await testApp();
const { ctx, call } = app;
const { slotsOf, book, bookFirst } = bookingTools(app);

const change = (person: Person, id: number, body: object) =>
  call(contract.updateBooking, { ...person, params: { id }, body });

const mailOf = ({ username }: Person) => `${username}@releve.example`;

async function pay(client: Person): Promise<number> {
  const paid = await call(simpleCheckout, { ...client, body: { ...MARA, card: CARDS.good } });
  expect(paid.statusCode, paid.body).toBe(200);
  return paid.json<{ orderId: number }>().orderId;
}

async function paidBooking(offered: Parameters<typeof bookableTeacher>[1] = {}, days = 4) {
  const [teacher, client] = [await bookableTeacher(ctx, offered), await someone(ctx)];
  const made = await bookFirst(client, teacher, { days });
  return { teacher, client, ...made, orderId: await pay(client) };
}

const quote = async (person: Person, id: number) =>
  (await call(contract.quoteCancellation, { ...person, params: { id } })).json<CancellationQuote>();

const refundedOf = async (orderId: number) => {
  await ctx.jobs.drain();
  const { rows } = await ctx.pool.query<{ cents: number }>(
    `select coalesce(sum(amount_cents), 0)::int as cents from refunds where order_id = $1 and state = 'succeeded'`,
    [orderId],
  );
  return rows[0]?.cents;
};

/** Moves the clock to so many hours before the session. */
function goTo({ start }: Booking, hours: number): void {
  ctx.clock.set(new Date(Date.parse(start) - hours * HOUR));
}

type Invitation = {
  method: string;
  uid: string;
  sequence: number;
  start: string;
  end: string;
  status: string;
};

/** The invitations mailed to someone, read by a parser that isn't ours. */
async function invitationsTo(person: Person): Promise<Invitation[]> {
  const { rows } = await ctx.pool.query<{ calendar: string }>(
    'select calendar from mail_outbox where "to" = $1 and calendar is not null order by created_at, subject',
    [mailOf(person)],
  );
  return rows.map(({ calendar }) => readInvitation(calendar));
}

function readInvitation(text: string): Invitation {
  const calendar = new ICAL.Component(ICAL.parse(text) as never);
  const events = calendar.getAllSubcomponents('vevent');
  expect(events).toHaveLength(1);
  const event = new ICAL.Event(events[0]);
  const utc = (time: ICAL.Time) => time.toJSDate().toISOString();
  expect(event.startDate.zone).toBe(ICAL.Timezone.utcTimezone);
  return {
    method: String(calendar.getFirstPropertyValue('method')),
    uid: event.uid,
    sequence: event.sequence,
    start: utc(event.startDate),
    end: utc(event.endDate),
    status: String(events[0]?.getFirstPropertyValue('status')),
  };
}

describe('a request', () => {
  it('is accepted into the client’s cart for a day, or declined with the reason', async () => {
    const teacher = await bookableTeacher(ctx, { isOnRequest: true });
    const [first, second] = [await someone(ctx), await someone(ctx)];
    const { booking } = await bookFirst(first, teacher);
    const other = await bookFirst(second, teacher);
    expect((await change(first, booking.id, { action: 'confirm' })).statusCode).toBe(409);
    const accepted = await change(teacher, booking.id, { action: 'confirm' });
    expect(accepted.json()).toMatchObject({ state: 'held' });
    expect((await call(getCart, { ...first })).json()).toMatchObject([{ itemType: 'booking' }]);
    const declined = await change(teacher, other.booking.id, { action: 'decline', reason: 'On tour' });
    expect(declined.json()).toMatchObject({ state: 'declined', reason: 'On tour' });
    expect(await subjectsTo(ctx, mailOf(second))).toContain('Request declined: Class review');
    expect((await slotsOf(teacher)).map(({ start }) => start)).toContain(other.booking.start);
    ctx.clock.advance(20 * HOUR);
    await pay(first);
    expect((await invitationsTo(first)).map(({ method }) => method)).toEqual(['REQUEST']);
  });

  it('for a free session is confirmed by the answer, once', async () => {
    const teacher = await bookableTeacher(ctx, { isOnRequest: true, priceCents: 0 });
    const { booking } = await bookFirst(await someone(ctx), teacher);
    const answers = await Promise.all(
      [1, 2, 3].map(() => change(teacher, booking.id, { action: 'confirm' })),
    );
    expect(statusesOf(answers)).toEqual([200, 409, 409]);
  });

  it('can be withdrawn', async () => {
    const [teacher, client] = [await bookableTeacher(ctx, { isOnRequest: true }), await someone(ctx)];
    const { booking } = await bookFirst(client, teacher);
    expect((await change(client, booking.id, { action: 'cancel' })).json()).toMatchObject({
      state: 'cancelled',
    });
    expect((await change(teacher, booking.id, { action: 'confirm' })).statusCode).toBe(409);
  });
});

describe('canceling', () => {
  it.each([
    [30, 100, 6000],
    [24, 100, 6000],
    [23, 50, 3000],
    [1, 50, 3000],
  ])('%i hours before refunds %i percent (%i cents), as it was shown', async (hours, percent, cents) => {
    const { client, booking, orderId } = await paidBooking();
    goTo(booking, hours);
    const shown = await quote(client, booking.id);
    expect(shown).toMatchObject({ percent, paid: '60.00', refund: (cents / 100).toFixed(2) });
    const cancelled = await change(client, booking.id, { action: 'cancel', reason: 'Ill' });
    expect(cancelled.json()).toMatchObject({
      state: 'cancelled',
      cancelledBy: 'client',
      refund: shown.refund,
    });
    expect(await refundedOf(orderId)).toBe(cents);
  });

  it('by the instructor or staff always refunds everything', async () => {
    const admin = await someone(ctx, { roles: ['admin'] });
    for (const who of ['instructor', 'staff'] as const) {
      const { teacher, booking, orderId } = await paidBooking({ cancellation: 'strict' });
      goTo(booking, 0.5);
      const actor = who === 'staff' ? admin : teacher;
      expect((await change(actor, booking.id, { action: 'cancel' })).json()).toMatchObject({
        cancelledBy: who,
      });
      expect(await refundedOf(orderId)).toBe(6000);
    }
  });

  it('many times at once refunds once, and frees the time', async () => {
    const { teacher, client, booking, orderId } = await paidBooking();
    const answers = await Promise.all(
      [client, teacher, client, teacher, client].map((who) => change(who, booking.id, { action: 'cancel' })),
    );
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409]);
    expect(await refundedOf(orderId)).toBe(6000);
    expect((await tracesOf(ctx, orderId)).refunds).toHaveLength(1);
    expect((await slotsOf(teacher)).map(({ start }) => start)).toContain(booking.start);
  });

  it('each session of a series refunds its share, all of them together everything', async () => {
    const teacher = await bookableTeacher(ctx, { kind: 'series', sessionCount: 3, priceCents: 10_000 });
    const client = await someone(ctx);
    const { bookings } = await bookFirst(client, teacher);
    const orderId = await pay(client);
    const shares = [];
    for (const { id } of bookings) {
      shares.push((await quote(client, id)).refund);
      expect((await change(client, id, { action: 'cancel' })).statusCode).toBe(200);
    }
    expect(shares).toEqual(['33.34', '33.33', '33.33']);
    expect(await refundedOf(orderId)).toBe(10_000);
  });

  it('a session of a package gives it back in time, and uses it up too late', async () => {
    const teacher = await bookableTeacher(ctx, { kind: 'package', sessionCount: 2 });
    const client = await someone(ctx);
    const bought = (await book(client, teacher)).json<{ reservation: { id: number } }>();
    await pay(client);
    const packageId = bought.reservation.id;
    const take = async (at: number) => {
      const start = (await slotsOf(teacher))[at]?.start;
      return (await book(client, teacher, { start, packageId })).json<{ booking: Booking }>().booking;
    };
    const credits = async () =>
      (await call(contract.listPackages, { ...client })).json<{ creditsLeft: number }[]>()[0]?.creditsLeft;
    const early = await take(60);
    expect(await quote(client, early.id)).toMatchObject({ isCreditReturned: true, refund: '0.00' });
    await change(client, early.id, { action: 'cancel' });
    expect(await credits()).toBe(2);
    const late = await take(60);
    goTo(late, 2);
    expect(await quote(client, late.id)).toMatchObject({ isCreditReturned: false });
    await change(client, late.id, { action: 'cancel' });
    expect(await credits()).toBe(1);
    const taught = await take(60);
    goTo(taught, 1);
    await change(teacher, taught.id, { action: 'cancel' });
    expect(await credits()).toBe(1);
  });

  it('isn’t possible once the session has started, or for strangers', async () => {
    const { client, booking } = await paidBooking();
    expect((await change(await someone(ctx), booking.id, { action: 'cancel' })).statusCode).toBe(404);
    goTo(booking, -0.1);
    expect((await change(client, booking.id, { action: 'cancel' })).statusCode).toBe(409);
    expect(
      (await call(contract.quoteCancellation, { ...client, params: { id: booking.id } })).statusCode,
    ).toBe(409);
  });

  it('a date of a group refunds everyone in it', async () => {
    const teacher = await bookableTeacher(ctx, { kind: 'group', capacity: 3 });
    const start = new Date(ctx.clock.now().getTime() + 5 * DAY).toISOString();
    const body = { sessionTypeId: teacher.sessionTypeId, start };
    const { id } = (await call(contract.scheduleAppointment, { ...teacher, body })).json<{ id: number }>();
    expect((await call(contract.scheduleAppointment, { ...teacher, body })).statusCode).toBe(409);
    const orders = [];
    for (const client of [await someone(ctx), await someone(ctx)]) {
      expect((await book(client, teacher, { start })).statusCode).toBe(201);
      orders.push(await pay(client));
    }
    const cancelled = await call(contract.cancelAppointment, {
      ...teacher,
      params: { id },
      body: { reason: 'The studio is flooded' },
    });
    expect(cancelled.json()).toMatchObject({ isLive: false });
    expect([await refundedOf(orders[0] ?? 0), await refundedOf(orders[1] ?? 0)]).toEqual([6000, 6000]);
    expect(await slotsOf(teacher)).toEqual([]);
    const again = await call(contract.cancelAppointment, { ...teacher, params: { id }, body: {} });
    expect(again.statusCode).toBe(409);
  });
});

describe('moving', () => {
  const later = async (teacher: Teacher, { start }: Booking) =>
    (await slotsOf(teacher)).find((slot) => Date.parse(slot.start) > Date.parse(start) + 2 * DAY)?.start;

  it('keeps reservation and payment, and the same event in everyone’s calendar', async () => {
    const { teacher, client, booking, orderId } = await paidBooking();
    const start = await later(teacher, booking);
    ctx.clock.advance(1000);
    const moved = await change(client, booking.id, { action: 'reschedule', start });
    expect(moved.statusCode, moved.body).toBe(200);
    expect(moved.json()).toMatchObject({ state: 'confirmed', start, rescheduledFromId: booking.id });
    expect((await slotsOf(teacher)).map((slot) => slot.start)).toContain(booking.start);
    expect(await refundedOf(orderId)).toBe(0);
    ctx.clock.advance(1000);
    await change(teacher, moved.json<Booking>().id, { action: 'cancel' });
    for (const person of [client, teacher]) {
      const invitations = await invitationsTo(person);
      expect(invitations.map(({ method, status }) => [method, status])).toEqual([
        ['REQUEST', 'CONFIRMED'],
        ['REQUEST', 'CONFIRMED'],
        ['CANCEL', 'CANCELLED'],
      ]);
      expect(new Set(invitations.map(({ uid }) => uid)).size).toBe(1);
      expect(invitations.map(({ sequence }) => sequence)).toEqual([0, 1, 2]);
      expect(invitations.map((invitation) => invitation.start)).toEqual([booking.start, start, start]);
    }
    expect(await refundedOf(orderId)).toBe(6000);
  });

  it('by half an hour isn’t stopped by the session’s own time', async () => {
    const { teacher, client, booking } = await paidBooking();
    const start = new Date(Date.parse(booking.start) + HOUR / 2).toISOString();
    expect((await change(client, booking.id, { action: 'reschedule', start })).statusCode).toBe(200);
    expect((await slotsOf(teacher)).map((slot) => slot.start)).not.toContain(booking.start);
  });

  it('to a taken time is refused, and leaves everything as it was', async () => {
    const { teacher, client, booking } = await paidBooking();
    const start = await later(teacher, booking);
    expect((await book(await someone(ctx), teacher, { start })).statusCode).toBe(201);
    for (const who of [client, teacher]) {
      expect((await change(who, booking.id, { action: 'reschedule', start })).statusCode).toBe(409);
    }
    const now = await call(contract.getBooking, { ...client, params: { id: booking.id } });
    expect(now.json()).toMatchObject({ state: 'confirmed', start: booking.start });
  });

  it('is the client’s while canceling is free, and the instructor’s until it starts', async () => {
    const { teacher, client, booking } = await paidBooking();
    const start = await later(teacher, booking);
    goTo(booking, 10);
    expect((await change(client, booking.id, { action: 'reschedule', start })).statusCode).toBe(409);
    expect((await change(teacher, booking.id, { action: 'reschedule', start })).statusCode).toBe(200);
    expect((await change(client, booking.id, { action: 'reschedule' })).statusCode).toBe(400);
  });
});

describe('a session that is over', () => {
  it('is completed by the clock, and can be recorded as missed', async () => {
    const { teacher, client, booking } = await paidBooking();
    expect((await change(teacher, booking.id, { action: 'no_show' })).statusCode).toBe(409);
    goTo(booking, -2);
    for (const _ of [1, 2]) await completeBookingsJob.run(ctx, {});
    const [past] = (await call(contract.listBookings, { ...client, query: { when: 'past' } })).json<{
      items: Booking[];
    }>().items;
    expect(past).toMatchObject({ state: 'completed', actions: [] });
    expect((await change(teacher, booking.id, { action: 'no_show' })).json()).toMatchObject({
      state: 'no_show',
    });
  });
});

describe('reminders', () => {
  it('are sent to both sides at the hours the session names, each once', async () => {
    const { teacher, client, booking } = await paidBooking({ reminderHours: [24, 1] });
    const reminders = async (person: Person) =>
      (await subjectsTo(ctx, mailOf(person))).filter((subject) => subject.startsWith('Reminder')).length;
    const seen = [];
    for (const hours of [25, 24, 23, 1, 0.5]) {
      goTo(booking, hours);
      for (const _ of [1, 2]) await sendBookingRemindersJob.run(ctx, {});
      seen.push([await reminders(client), await reminders(teacher)]);
    }
    expect(seen).toEqual([
      [0, 0],
      [1, 1],
      [1, 1],
      [2, 2],
      [2, 2],
    ]);
  });

  it('leave out those whose hour had passed when the session was booked', async () => {
    const { client, booking } = await paidBooking({ reminderHours: [168, 24] });
    goTo(booking, 90);
    await sendBookingRemindersJob.run(ctx, {});
    const subjects = await subjectsTo(ctx, mailOf(client));
    expect(subjects.filter((subject) => subject.startsWith('Reminder'))).toEqual([]);
  });
});

describe('the calendar file', () => {
  it('agrees with the booking, and is for the two of them only', async () => {
    const { teacher, client, booking } = await paidBooking({ timeZone: 'Australia/Lord_Howe' });
    const ask = (person: Person) =>
      call(contract.downloadCalendarFile, { ...person, params: { id: booking.id } });
    const file = await ask(client);
    expect(file.headers['content-type']).toContain('text/calendar');
    const [mailed] = await invitationsTo(client);
    expect(readInvitation(file.body)).toMatchObject({
      method: 'PUBLISH',
      uid: mailed?.uid,
      start: booking.start,
      end: booking.end,
    });
    expect((await ask(teacher)).statusCode).toBe(200);
    expect((await ask(await someone(ctx))).statusCode).toBe(404);
  });
});
