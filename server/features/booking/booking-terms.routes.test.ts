// A booking keeps the terms it was made under, and its share becomes payable when its sessions are over.
import { describe, expect, it } from 'vitest';
import * as contract from '#shared/features/booking/booking.contract.ts';
import type { CancellationQuote } from '#shared/features/booking/booking.schema.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { getOwnInstructor, updateSessionType } from '#shared/features/instructor/instructor.contract.ts';
import type { OwnInstructor, SessionTypeBody } from '#shared/features/instructor/instructor.schema.ts';
import { listSlots } from '#shared/features/reservation/reservation.contract.ts';
import type { Booking, Slot } from '#shared/features/reservation/reservation.schema.ts';
import {
  bookableTeacher,
  bookingTools,
  DAY,
  HOUR,
  type Made,
  type Teacher,
} from '../../../tests/server/booking-tools.ts';
import { CARDS, MARA } from '../../../tests/server/checkout-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const app = await testApp();
const { ctx, call } = app;
const { slotsOf, book, bookFirst } = bookingTools(app);

async function pay(client: Person): Promise<number> {
  const paid = await call(simpleCheckout, { ...client, body: { ...MARA, card: CARDS.good } });
  expect(paid.statusCode, paid.body).toBe(200);
  return paid.json<{ orderId: number }>().orderId;
}

async function paidBooking({
  days = 20,
  ...offered
}: Parameters<typeof bookableTeacher>[1] & { days?: number } = {}) {
  const [teacher, client] = [await bookableTeacher(ctx, offered), await someone(ctx)];
  const made = await bookFirst(client, teacher, { days });
  return { teacher, client, ...made, orderId: await pay(client) };
}

async function changeType(teacher: Teacher, changes: Partial<SessionTypeBody>): Promise<void> {
  const own = (await call(getOwnInstructor, { ...teacher })).json<OwnInstructor>();
  const {
    id: _id,
    position: _position,
    isArchived: _archived,
    ...type
  } = own.sessionTypes[0] ?? ({} as never);
  const body = { ...type, ...changes };
  const saved = await call(updateSessionType, { ...teacher, params: { id: teacher.sessionTypeId }, body });
  expect(saved.statusCode, saved.body).toBe(200);
}

const get = async (person: Person, id: number) =>
  (await call(contract.getBooking, { ...person, params: { id } })).json<Booking>();
const move = async (person: Person, id: number, start: string | undefined) => {
  const moved = await call(contract.updateBooking, {
    ...person,
    params: { id },
    body: { action: 'reschedule', start },
  });
  expect(moved.statusCode, moved.body).toBe(200);
  return moved.json<Booking>();
};

const NEW_TERMS = {
  title: 'Choreography clinic',
  price: '95.00',
  durationMinutes: 30,
  cancellation: 'strict',
  place: 'in_person',
  whereText: '12 Mill Lane',
} as const;

describe('a booking', () => {
  it('keeps its title, price, length, policy and place when the instructor changes the session', async () => {
    const { teacher, client, booking } = await paidBooking();
    await changeType(teacher, NEW_TERMS);
    const { id: _id, ...terms } = booking.sessionType;
    for (const person of [client, teacher]) {
      expect(await get(person, booking.id)).toMatchObject({
        sessionType: terms,
        price: '60.00',
        where: 'https://meet.example/room',
      });
    }
    expect(terms).toMatchObject({ title: 'Class review', durationMinutes: 60, cancellation: 'standard' });
    const { booking: next } = await bookFirst(await someone(ctx), teacher);
    expect(next).toMatchObject({
      sessionType: {
        title: 'Choreography clinic',
        durationMinutes: 30,
        place: 'in_person',
        cancellation: 'strict',
      },
      price: '95.00',
    });
  });

  it('is refunded by the policy it was made under', async () => {
    const { teacher, client, booking, orderId } = await paidBooking();
    await changeType(teacher, NEW_TERMS);
    // Free under the old policy, half under the new one.
    ctx.clock.set(new Date(Date.parse(booking.start) - 30 * HOUR));
    const quote = await call(contract.quoteCancellation, { ...client, params: { id: booking.id } });
    expect(quote.json<CancellationQuote>()).toMatchObject({ percent: 100, refund: '60.00' });
    const body = { action: 'cancel' };
    const canceled = await call(contract.updateBooking, { ...client, params: { id: booking.id }, body });
    expect(canceled.json()).toMatchObject({ refund: '60.00' });
    await ctx.jobs.drain();
    const { rows } = await ctx.pool.query(
      'select sum(amount_cents)::int as cents from refunds where order_id = $1',
      [orderId],
    );
    expect(rows).toEqual([{ cents: 6000 }]);
  });

  it('is as long and in the same place after it was moved', async () => {
    const { teacher, client, booking } = await paidBooking();
    await changeType(teacher, NEW_TERMS);
    const start = (await slotsOf(teacher)).find(
      (slot) => Date.parse(slot.start) > Date.parse(booking.start) + DAY,
    )?.start;
    const moved = await move(client, booking.id, start);
    expect(Date.parse(moved.end) - Date.parse(moved.start)).toBe(HOUR);
    expect(moved).toMatchObject({
      where: 'https://meet.example/room',
      sessionType: { title: 'Class review' },
    });
  });

  it('from a package is as long as when the package was bought', async () => {
    const [teacher, client] = [
      await bookableTeacher(ctx, { kind: 'package', sessionCount: 2 }),
      await someone(ctx),
    ];
    const { reservation } = (await book(client, teacher)).json<Made>();
    await pay(client);
    await changeType(teacher, { durationMinutes: 30, validDays: 5 });
    const start = (await slotsOf(teacher))[0]?.start;
    const { booking } = (await book(client, teacher, { start, packageId: reservation.id })).json<Made>();
    expect(booking.sessionType.durationMinutes).toBe(60);
    const [bought] = (await call(contract.listPackages, { ...client })).json<{ validUntil: string }[]>();
    expect(Date.parse(bought?.validUntil ?? '') - ctx.clock.now().getTime()).toBeGreaterThan(80 * DAY);
  });
});

describe('a package', () => {
  const FOUR = { kind: 'package', sessionCount: 4 } as const;
  const slotsFor = (person: Person, teacher: Teacher, reservationId?: number) =>
    call(listSlots, {
      ...person,
      params: { id: teacher.id },
      query: {
        sessionTypeId: String(teacher.sessionTypeId),
        ...(reservationId && { reservationId: String(reservationId) }),
      },
    });

  async function boughtPackage() {
    const [teacher, client] = [await bookableTeacher(ctx, FOUR), await someone(ctx)];
    const { reservation } = (await book(client, teacher)).json<Made>();
    await pay(client);
    return { teacher, client, packageId: reservation.id };
  }

  const archive = ({ sessionTypeId }: Teacher) =>
    ctx.pool.query('update session_types set archived_at = now() where id = $1', [sessionTypeId]);

  it('can be booked from after its session is no longer offered, and by nobody else', async () => {
    const { teacher, client, packageId } = await boughtPackage();
    await changeType(teacher, { durationMinutes: 30 });
    await archive(teacher);
    await ctx.pool.query(`update instructors set state = 'draft' where user_id = $1`, [teacher.id]);
    const stranger = await someone(ctx);
    expect((await slotsFor(client, teacher)).statusCode).toBe(404);
    expect((await slotsFor(stranger, teacher, packageId)).statusCode).toBe(404);
    const soon = ctx.clock.now().getTime() + 4 * DAY;
    const slots = (await slotsFor(client, teacher, packageId)).json<Slot[]>();
    const first = slots.find((slot) => Date.parse(slot.start) > soon);
    expect(Date.parse(first?.end ?? '') - Date.parse(first?.start ?? '')).toBe(HOUR);
    const start = first?.start;
    expect((await book(stranger, teacher, { start, packageId })).statusCode).toBe(404);
    expect((await book(client, teacher, { start })).statusCode).toBe(404);
    const made = await book(client, teacher, { start, packageId });
    expect(made.statusCode, made.body).toBe(201);
    expect(made.json<Made>().booking).toMatchObject({ state: 'confirmed', where: expect.any(String) });
    const later = slots.find((slot) => Date.parse(slot.start) > soon + 2 * DAY)?.start;
    expect(await move(client, made.json<Made>().booking.id, later)).toMatchObject({ start: later });
    const packages = await call(contract.listPackages, { ...client });
    expect(packages.json()).toMatchObject([
      { creditsLeft: 3, sessionType: { id: teacher.sessionTypeId, durationMinutes: 60, kind: 'package' } },
    ]);
  });

  it('of a suspended instructor can’t be booked from', async () => {
    const { teacher, client, packageId } = await boughtPackage();
    const start = (await slotsOf(teacher))[0]?.start;
    await ctx.pool.query(
      `update instructors set state = 'suspended', suspended_reason = 'Complaints' where user_id = $1`,
      [teacher.id],
    );
    expect((await slotsFor(client, teacher, packageId)).statusCode).toBe(404);
    expect((await book(client, teacher, { start, packageId })).statusCode).toBe(404);
  });

  it('has no sessions left once it expired', async () => {
    const { client, packageId } = await boughtPackage();
    await ctx.pool.query('update reservations set valid_until = $2 where id = $1', [
      packageId,
      ctx.clock.now(),
    ]);
    expect((await call(contract.listPackages, { ...client })).json()).toMatchObject([{ creditsLeft: 0 }]);
  });

  it.each([
    ['client', 1],
    ['instructor', 30],
    ['staff', 30],
  ] as const)('with a session canceled by the %s lasts %i more days', async (who, days) => {
    const { teacher, client, packageId } = await boughtPackage();
    const start = (await slotsOf(teacher)).at(-1)?.start;
    const { booking } = (await book(client, teacher, { start, packageId })).json<Made>();
    const now = ctx.clock.now().getTime();
    await ctx.pool.query('update reservations set valid_until = $2 where id = $1', [
      packageId,
      new Date(now + DAY),
    ]);
    const actor = { client, instructor: teacher, staff: await someone(ctx, { roles: ['admin'] }) }[who];
    const canceled = await call(contract.updateBooking, {
      ...actor,
      params: { id: booking.id },
      body: { action: 'cancel' },
    });
    expect(canceled.statusCode, canceled.body).toBe(200);
    const [bought] = (await call(contract.listPackages, { ...client })).json<{ validUntil: string }[]>();
    expect(Date.parse(bought?.validUntil ?? '') - now).toBe(days * DAY);
  });
});

describe('the instructor’s share', () => {
  type Share = { payableFrom: Date; availableAt: Date; state: string };
  const shareOf = async (orderId: number) => {
    const { rows } = await ctx.pool.query<Share>(
      `select p.payable_from as "payableFrom", e.available_at as "availableAt", e.state
       from order_parts p join earnings e on e.part_id = p.id where p.order_id = $1`,
      [orderId],
    );
    return rows[0] as Share;
  };
  const slotAfter = async (teacher: Teacher, at: number) =>
    (await slotsOf(teacher, 60)).find((slot) => Date.parse(slot.start) > at)?.start;

  it('waits for the new end when the session moves, later or earlier', async () => {
    const { teacher, client, booking, orderId } = await paidBooking();
    const paidAt = ctx.clock.now().getTime();
    expect((await shareOf(orderId)).availableAt.toISOString()).toBe(booking.end);
    const later = await move(client, booking.id, await slotAfter(teacher, Date.parse(booking.end) + 5 * DAY));
    expect(await shareOf(orderId)).toMatchObject({
      payableFrom: new Date(later.end),
      availableAt: new Date(later.end),
    });
    const earlier = await move(teacher, later.id, await slotAfter(teacher, paidAt + 10 * DAY));
    expect((await shareOf(orderId)).availableAt.toISOString()).toBe(earlier.end);
    // Never before the refund window ends.
    const soon = await move(teacher, earlier.id, await slotAfter(teacher, paidAt + 2 * DAY));
    const share = await shareOf(orderId);
    expect(share.payableFrom.toISOString()).toBe(soon.end);
    expect(share.availableAt.getTime() - paidAt).toBe(7 * DAY);
  });

  it('that is already being paid out stays so', async () => {
    const { teacher, booking, orderId } = await paidBooking();
    const { rows } = await ctx.pool.query<{ id: number }>('select id from payouts limit 1');
    await ctx.pool.query(`update earnings set state = 'paid', payout_id = $2 where order_id = $1`, [
      orderId,
      rows[0]?.id,
    ]);
    await move(teacher, booking.id, await slotAfter(teacher, Date.parse(booking.end) + 5 * DAY));
    const share = await shareOf(orderId);
    expect(share).toMatchObject({ state: 'paid', availableAt: new Date(booking.end) });
  });

  it('of a package waits until it expires, or until its last session is over', async () => {
    const [teacher, client] = [
      await bookableTeacher(ctx, { kind: 'package', sessionCount: 2 }),
      await someone(ctx),
    ];
    const { reservation } = (await book(client, teacher)).json<Made>();
    const orderId = await pay(client);
    const expiry = ctx.clock.now().getTime() + 90 * DAY;
    const packageId = reservation.id;
    expect((await shareOf(orderId)).availableAt.getTime()).toBeGreaterThan(expiry - DAY);
    const ends: string[] = [];
    for (const days of [10, 20]) {
      const start = await slotAfter(teacher, ctx.clock.now().getTime() + days * DAY);
      const { booking } = (await book(client, teacher, { start, packageId })).json<Made>();
      ends.push(booking.end);
      if (ends.length === 1)
        expect((await shareOf(orderId)).availableAt.getTime()).toBeGreaterThan(expiry - DAY);
    }
    expect((await shareOf(orderId)).availableAt.toISOString()).toBe(ends[1]);
  });

  it('of a series whose last session was canceled waits for the one before', async () => {
    const { client, bookings, orderId } = await paidBooking({ kind: 'series', sessionCount: 3 });
    const last = bookings[2]?.id ?? 0;
    await call(contract.updateBooking, { ...client, params: { id: last }, body: { action: 'cancel' } });
    expect((await shareOf(orderId)).availableAt.toISOString()).toBe(bookings[1]?.end);
  });
});
