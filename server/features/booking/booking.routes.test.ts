// Booking a time: what is free, what is held, requested or confirmed, and who may see what.
import { describe, expect, it } from 'vitest';
import { getCart } from '#shared/features/cart/cart.contract.ts';
import { expireReservationsJob } from '#server/features/reservation/reservation.jobs.ts';
import * as contract from '#shared/features/booking/booking.contract.ts';
import { listSlots } from '#shared/features/reservation/reservation.contract.ts';
import type { Booking } from '#shared/features/reservation/reservation.schema.ts';
import {
  bookableTeacher,
  bookingTools,
  DAY,
  HOUR,
  type Made,
  offer,
} from '../../../tests/server/booking-tools.ts';
import { CARDS, MARA } from '../../../tests/server/checkout-tools.ts';
import { subjectsTo } from '../../../tests/server/mails.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';

const app = await testApp();
const { ctx, call } = app;
const { slotsOf, book, bookFirst } = bookingTools(app);

const pay = async (client: Person) => {
  const paid = await call(simpleCheckout, { ...client, body: { ...MARA, card: CARDS.good } });
  expect(paid.statusCode, paid.body).toBe(200);
};
const mine = async (client: Person, when = 'upcoming') =>
  (await call(contract.listBookings, { ...client, query: { when } })).json<{ items: Booking[] }>().items;
const mailOf = ({ username }: Person) => `${username}@releve.example`;

describe('free times', () => {
  it('are within the hours, after the notice, in steps, and shown to everyone', async () => {
    const teacher = await bookableTeacher(ctx, { minNoticeMinutes: 1440, windowDays: 10 });
    const slots = await slotsOf(teacher);
    const now = ctx.clock.now().getTime();
    expect(slots.length).toBeGreaterThan(100);
    for (const { start, end, seatsLeft } of slots) {
      expect(Date.parse(end) - Date.parse(start)).toBe(HOUR);
      expect(Date.parse(start)).toBeGreaterThanOrEqual(now + DAY);
      expect(Date.parse(start)).toBeLessThanOrEqual(now + 10 * DAY);
      expect(seatsLeft).toBe(1);
    }
  });

  it('leave out what is booked, with the buffers of both sessions', async () => {
    const teacher = await bookableTeacher(ctx, { bufferBeforeMinutes: 15, bufferAfterMinutes: 15 });
    const before = await slotsOf(teacher);
    const { booking } = await bookFirst(await someone(ctx), teacher);
    const gone = new Set((await slotsOf(teacher)).map(({ start }) => start));
    const missing = before.filter(({ start }) => !gone.has(start));
    const start = Date.parse(booking.start);
    for (const slot of missing) expect(Math.abs(Date.parse(slot.start) - start)).toBeLessThan(1.5 * HOUR);
    // It starts with the day, so only what comes after it is missing: at 9:00, 9:30 and 10:00.
    expect(missing).toHaveLength(3);
  });

  it('come back at once when a hold lapses, before any job ran', async () => {
    const teacher = await bookableTeacher(ctx);
    const { booking } = await bookFirst(await someone(ctx), teacher);
    expect((await slotsOf(teacher)).some(({ start }) => start === booking.start)).toBe(false);
    ctx.clock.advance(15 * 60_000);
    expect((await slotsOf(teacher)).some(({ start }) => start === booking.start)).toBe(true);
    const answer = await book(await someone(ctx), teacher, { start: booking.start });
    expect(answer.statusCode, answer.body).toBe(201);
  });

  it('end with the daily and the weekly limit', async () => {
    const teacher = await bookableTeacher(ctx, { dailyLimit: 1, weeklyLimit: 2, priceCents: 0 });
    const client = await someone(ctx);
    const first = await bookFirst(client, teacher);
    const dayOf = (start: string) =>
      new Date(start).toLocaleDateString('sv', { timeZone: 'America/New_York' });
    const days = new Set((await slotsOf(teacher)).map(({ start }) => dayOf(start)));
    expect(days.has(dayOf(first.booking.start))).toBe(false);
    const monday = (day: string) => {
      const date = new Date(`${day}T00:00Z`);
      date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
      return date.toISOString().slice(0, 10);
    };
    const week = monday(dayOf(first.booking.start));
    const inWeek = [...days].find((day) => monday(day) === week);
    if (inWeek) {
      const slot = (await slotsOf(teacher)).find(({ start }) => dayOf(start) === inWeek);
      expect((await book(client, teacher, { start: slot?.start })).statusCode).toBe(201);
      const left = (await slotsOf(teacher)).map(({ start }) => monday(dayOf(start)));
      expect(left).not.toContain(week);
    }
  });

  it('aren’t shown of instructors who aren’t listed, or of other instructors’ types', async () => {
    const [teacher, other] = [await bookableTeacher(ctx), await bookableTeacher(ctx)];
    const ask = (id: number, as: Partial<Person> = {}) =>
      call(listSlots, { params: { id }, query: { sessionTypeId: String(teacher.sessionTypeId) }, ...as });
    expect((await ask(other.id)).statusCode).toBe(404);
    expect((await ask(teacher.id)).statusCode).toBe(200);
    await ctx.pool.query(`update instructors set state = 'draft' where user_id = $1`, [teacher.id]);
    expect((await ask(teacher.id)).statusCode).toBe(404);
    expect((await ask(teacher.id, teacher)).statusCode).toBe(200);
    const client = await someone(ctx);
    expect((await book(client, teacher, { start: '2031-01-06T15:00:00Z' })).statusCode).toBe(404);
  });
});

describe('booking', () => {
  it('holds a paid time for 15 minutes in the cart, and confirms it with the payment', async () => {
    const [teacher, client] = [await bookableTeacher(ctx), await someone(ctx)];
    const { booking, reservation } = await bookFirst(client, teacher, {
      notes: 'Turnout',
      timeZone: 'Europe/Lisbon',
    });
    expect(booking).toMatchObject({ state: 'held', notes: 'Turnout', where: null, actions: ['cancel'] });
    expect(reservation).toMatchObject({ state: 'held', price: '60.00' });
    expect(Date.parse(reservation.expiresAt ?? '') - ctx.clock.now().getTime()).toBe(15 * 60_000);
    const cart = (await call(getCart, { ...client })).json();
    expect(cart).toMatchObject([{ itemType: 'booking', itemId: reservation.id, price: '60.00' }]);
    await pay(client);
    expect(await mine(client)).toMatchObject([
      {
        id: booking.id,
        state: 'confirmed',
        where: 'https://meet.example/room',
        actions: ['reschedule', 'cancel'],
      },
    ]);
  });

  it('holds an accepted request for a day, and never past the start of its session', async () => {
    const teacher = await bookableTeacher(ctx, { isOnRequest: true });
    const expiryOf = async ({ id }: Booking) => {
      const accepted = await call(contract.updateBooking, {
        ...teacher,
        params: { id },
        body: { action: 'confirm' },
      });
      return accepted.json<Booking>().expiresAt;
    };
    const { booking: inTime } = await bookFirst(await someone(ctx), teacher, { days: 4 });
    const { booking: soon } = await bookFirst(await someone(ctx), teacher, { days: 0.5 });
    expect(Date.parse((await expiryOf(inTime)) ?? '') - ctx.clock.now().getTime()).toBe(DAY);
    ctx.clock.set(new Date(Date.parse(soon.start) - 3 * HOUR));
    expect(await expiryOf(soon)).toBe(soon.start);
  });

  it('confirms a free session at once and tells both sides, each in their zone', async () => {
    const teacher = await bookableTeacher(ctx, { priceCents: 0, timeZone: 'Asia/Kathmandu' });
    const client = await someone(ctx);
    const { booking } = await bookFirst(client, teacher, { timeZone: 'Australia/Lord_Howe' });
    expect(booking.state).toBe('confirmed');
    expect(await subjectsTo(ctx, mailOf(client))).toEqual([
      expect.stringMatching(/^Booked: Class review, .*GMT\+(10:30|11)$/),
    ]);
    expect(await subjectsTo(ctx, mailOf(teacher))).toEqual([
      expect.stringMatching(/^New booking: Class review, .*9:00 AM GMT\+5:45$/),
    ]);
  });

  it('refuses times that aren’t offered, the past, and oneself', async () => {
    const [teacher, client] = [await bookableTeacher(ctx), await someone(ctx)];
    const [slot] = await slotsOf(teacher);
    const at = (minutes: number) => new Date(Date.parse(slot?.start ?? '') + minutes * 60_000).toISOString();
    expect((await book(client, teacher, { start: at(7) })).statusCode).toBe(422);
    expect((await book(client, teacher, { start: at(-24 * 60 * 30) })).statusCode).toBe(422);
    expect((await book(client, teacher, { start: at(24 * 60 * 200) })).statusCode).toBe(422);
    expect((await book(client, teacher)).statusCode).toBe(422);
    expect((await book(client, teacher, { start: 'tomorrow' })).statusCode).toBe(400);
    expect((await book(teacher, teacher, { start: slot?.start })).statusCode).toBe(422);
    expect((await call(contract.createBooking, { body: { sessionTypeId: 1 } })).statusCode).toBe(401);
  });

  it('waits for the instructor where they answer each request, and expires without an answer', async () => {
    const teacher = await bookableTeacher(ctx, { isOnRequest: true });
    const client = await someone(ctx);
    const { booking } = await bookFirst(client, teacher);
    expect(booking).toMatchObject({ state: 'requested', actions: ['cancel'] });
    expect(await subjectsTo(ctx, mailOf(teacher))).toEqual([expect.stringMatching(/^New request/)]);
    ctx.clock.advance(49 * HOUR);
    for (const _ of [1, 2]) await expireReservationsJob.run(ctx, {});
    expect(
      (await subjectsTo(ctx, mailOf(client))).filter((subject) => subject.startsWith('Request expired')),
    ).toHaveLength(1);
    expect(await mine(client, 'past')).toMatchObject([{ state: 'expired', actions: [] }]);
  });

  it('sells each seat of a group once', async () => {
    const teacher = await bookableTeacher(ctx, { kind: 'group', capacity: 2, priceCents: 0 });
    const start = new Date(ctx.clock.now().getTime() + 5 * DAY).toISOString();
    const scheduled = await call(contract.scheduleAppointment, {
      ...teacher,
      body: { sessionTypeId: teacher.sessionTypeId, start },
    });
    expect(scheduled.statusCode, scheduled.body).toBe(201);
    const [first, second, third] = [await someone(ctx), await someone(ctx), await someone(ctx)];
    expect(await slotsOf(teacher)).toMatchObject([{ start, seatsLeft: 2 }]);
    expect((await book(first, teacher, { start })).statusCode).toBe(201);
    expect((await book(first, teacher, { start })).json()).toMatchObject({
      message: expect.stringContaining('already'),
    });
    expect((await book(second, teacher, { start })).statusCode).toBe(201);
    expect(await slotsOf(teacher)).toEqual([]);
    expect((await book(third, teacher, { start })).statusCode).toBe(409);
    const dates = await call(contract.listAppointments, { ...teacher });
    expect(dates.json()).toMatchObject([{ seatsTaken: 2, capacity: 2, isLive: true }]);
  });

  it('sells a package, whose sessions are then booked from it until it is used up', async () => {
    const teacher = await bookableTeacher(ctx, { kind: 'package', sessionCount: 2 });
    const client = await someone(ctx);
    const bought = await book(client, teacher);
    expect(bought.statusCode, bought.body).toBe(201);
    const { reservation, booking } = bought.json<Made>();
    expect(booking).toBeNull();
    expect(reservation).toMatchObject({ state: 'held', isPackage: true, sessionCount: 2 });
    const slots = await slotsOf(teacher);
    const packageId = reservation.id;
    expect((await book(client, teacher, { start: slots[0]?.start, packageId })).statusCode).toBe(409);
    await pay(client);
    const take = (at: number, who = client) => book(who, teacher, { start: slots[at]?.start, packageId });
    expect((await take(0, await someone(ctx))).statusCode).toBe(404);
    expect((await take(0)).json()).toMatchObject({ booking: { state: 'confirmed' } });
    expect((await call(contract.listPackages, { ...client })).json()).toMatchObject([{ creditsLeft: 1 }]);
    expect((await take(40)).statusCode).toBe(201);
    expect((await take(80)).statusCode).toBe(409);
    ctx.clock.advance(91 * DAY);
    expect((await take(80)).statusCode).not.toBe(201);
  });

  it('books a series all or nothing, and names the weeks that don’t work', async () => {
    const teacher = await bookableTeacher(ctx, { kind: 'series', sessionCount: 4, priceCents: 0 });
    const single = { ...teacher, sessionTypeId: await offer(ctx, teacher, { priceCents: 0 }) };
    const [slot] = await slotsOf(teacher);
    const start = Date.parse(slot?.start ?? '');
    const inTwoWeeks = new Date(start + 14 * DAY).toISOString();
    expect((await book(await someone(ctx), single, { start: inTwoWeeks })).statusCode).toBe(201);
    const refused = await book(await someone(ctx), teacher, { start: slot?.start });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ details: [{ path: inTwoWeeks }] });
    const next = (await slotsOf(teacher))[4];
    const made = await book(await someone(ctx), teacher, { start: next?.start });
    expect(made.statusCode, made.body).toBe(201);
    expect(made.json<Made>().bookings).toHaveLength(4);
  });
});

describe('a booking', () => {
  it('is seen by its client, its instructor and staff, and nobody else', async () => {
    const [teacher, client] = [await bookableTeacher(ctx, { priceCents: 0 }), await someone(ctx)];
    const { booking } = await bookFirst(client, teacher);
    const staff = await someone(ctx, { roles: ['admin'] });
    const ask = async (person: Person) =>
      (await call(contract.getBooking, { ...person, params: { id: booking.id } })).statusCode;
    expect([await ask(client), await ask(teacher), await ask(staff), await ask(await someone(ctx))]).toEqual([
      200, 200, 200, 404,
    ]);
    const taught = await call(contract.listTaughtBookings, { ...teacher });
    expect(taught.json()).toMatchObject({ total: 1, requested: 0 });
    const all = await call(contract.listStaffBookings, { ...staff, query: { q: 'Valdivia' } });
    expect(all.statusCode, all.body).toBe(200);
    expect(all.json<{ items: Booking[] }>().items.map(({ id }) => id)).toContain(booking.id);
  });

  it('tells the place only once it is confirmed', async () => {
    const [teacher, client] = [await bookableTeacher(ctx, { isOnRequest: true }), await someone(ctx)];
    const { booking } = await bookFirst(client, teacher);
    const whereFor = async (person: Person) =>
      (await call(contract.getBooking, { ...person, params: { id: booking.id } })).json<Booking>().where;
    expect([await whereFor(client), await whereFor(teacher)]).toEqual([null, 'https://meet.example/room']);
  });
});
