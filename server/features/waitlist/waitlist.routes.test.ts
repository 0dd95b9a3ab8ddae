// Waitlists: who may join, who is offered what was freed, for how long, and that nobody overtakes.
import { describe, expect, it } from 'vitest';
import {
  updateBooking,
  listBookings,
  scheduleAppointment,
} from '#shared/features/booking/booking.contract.ts';
import { getCart } from '#shared/features/cart/cart.contract.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { listSlots } from '#shared/features/reservation/reservation.contract.ts';
import type { Booking, Reservation, Slot } from '#shared/features/reservation/reservation.schema.ts';
import * as contract from '#shared/features/waitlist/waitlist.contract.ts';
import type { WaitlistEntry } from '#shared/features/waitlist/waitlist.schema.ts';
import {
  bookableTeacher,
  bookingTools,
  DAY,
  HOUR,
  type Made,
  type Teacher,
} from '../../../tests/server/booking-tools.ts';
import { CARDS, MARA } from '../../../tests/server/checkout-tools.ts';
import { subjectsTo } from '../../../tests/server/mails.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { advanceWaitlists } from './waitlist-offers.service.ts';

const app = await testApp();
const { ctx, call } = app;
const { slotsOf, book } = bookingTools(app);

const timeZone = 'America/New_York';
const mailOf = ({ username }: Person) => `${username}@releve.example`;
const join = (client: Person, teacher: Teacher, wish: object) =>
  call(contract.joinWaitlist, {
    ...client,
    body: { sessionTypeId: teacher.sessionTypeId, timeZone, ...wish },
  });
const entriesOf = async (client: Person) =>
  (await call(contract.listWaitlistEntries, { ...client })).json<WaitlistEntry[]>();
const accept = (client: Person, id: number) => call(contract.acceptOffer, { ...client, params: { id } });
const leave = (client: Person, id: number) => call(contract.leaveWaitlist, { ...client, params: { id } });
const cancel = (who: Person, id: number) =>
  call(updateBooking, { ...who, params: { id }, body: { action: 'cancel' } });
const upcoming = async (client: Person) =>
  (await call(listBookings, { ...client, query: { when: 'upcoming' } })).json<{ items: Booking[] }>().items;

const people = async (count: number) => {
  const made: Person[] = [];
  for (let at = 0; at < count; at++) made.push(await someone(ctx));
  return made;
};

type Group = { teacher: Teacher; start: string; seats: Booking[]; clients: Person[] };

/** A date in five days with all its seats booked. */
async function fullGroup({
  capacity = 1,
  priceCents = 0,
  ...offered
}: Parameters<typeof bookableTeacher>[1] = {}): Promise<Group> {
  const teacher = await bookableTeacher(ctx, { kind: 'group', capacity, priceCents, ...offered });
  const start = new Date(Math.ceil(ctx.clock.now().getTime() / HOUR) * HOUR + 5 * DAY).toISOString();
  const date = await call(scheduleAppointment, {
    ...teacher,
    body: { sessionTypeId: teacher.sessionTypeId, start },
  });
  expect(date.statusCode, date.body).toBe(201);
  const clients = await people(capacity);
  const seats: Booking[] = [];
  for (const client of clients) {
    const made = await book(client, teacher, { start });
    expect(made.statusCode, made.body).toBe(201);
    if (priceCents > 0) {
      const paid = await call(simpleCheckout, { ...client, body: { ...MARA, card: CARDS.good } });
      expect(paid.statusCode, paid.body).toBe(200);
    }
    seats.push(made.json<Made>().booking);
  }
  return { teacher, start, seats, clients };
}

/** Every time of one day is booked. */
async function fullDay(offered: object = {}) {
  const teacher = await bookableTeacher(ctx, { priceCents: 0, stepMinutes: 60, ...offered });
  const client = await someone(ctx);
  const dayOf = (start: string) => new Date(start).toLocaleDateString('sv', { timeZone });
  const slots = await slotsOf(teacher);
  const day = dayOf(new Date(ctx.clock.now().getTime() + 5 * DAY).toISOString());
  const bookings: Booking[] = [];
  for (const { start } of slots.filter((slot) => dayOf(slot.start) === day)) {
    bookings.push((await book(client, teacher, { start })).json<Made>().booking);
  }
  expect(bookings.length).toBe(8);
  return { teacher, client, bookings, period: { firstDate: day, lastDate: day } };
}

describe('joining', () => {
  it('is for dates that are full, once, and shows the place in line', async () => {
    const { teacher, start, clients } = await fullGroup({ capacity: 2 });
    const [first, second] = await people(2);
    const joined = await join(first!, teacher, { start });
    expect(joined.statusCode, joined.body).toBe(201);
    expect(joined.json()).toMatchObject({ state: 'waiting', position: 1, start, period: null });
    expect((await join(second!, teacher, { start })).json()).toMatchObject({ position: 2 });
    expect((await join(first!, teacher, { start })).statusCode).toBe(409);
    const taken = await join(clients[0]!, teacher, { start });
    expect(taken.json()).toMatchObject({ message: 'You already have a seat in this session.' });
    expect(await entriesOf(second!)).toMatchObject([{ position: 2, sessionType: { title: 'Class review' } }]);
    const [entry] = await entriesOf(first!);
    expect((await leave(second!, entry!.id)).statusCode).toBe(404);
    expect((await leave(first!, entry!.id)).statusCode).toBe(204);
    expect(await entriesOf(second!)).toMatchObject([{ position: 1 }]);
  });

  it('is refused where something is free, and for oneself', async () => {
    const teacher = await bookableTeacher(ctx, { priceCents: 0 });
    const client = await someone(ctx);
    const inDays = (days: number) =>
      new Date(ctx.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);
    const days = (from: number, to: number) => ({
      period: { firstDate: inDays(from), lastDate: inDays(to) },
    });
    expect((await join(client, teacher, days(5, 6))).statusCode).toBe(409);
    expect((await join(client, teacher, days(300, 301))).statusCode).toBe(422);
    expect((await join(client, teacher, days(5, 50))).statusCode).toBe(422);
    expect((await join(client, teacher, days(6, 5))).statusCode).toBe(400);
    expect((await join(client, teacher, {})).statusCode).toBe(400);
    expect((await join(teacher, teacher, days(5, 6))).statusCode).toBe(422);
    const open = await fullGroup({ capacity: 2 });
    await cancel(open.clients[0]!, open.seats[0]!.id);
    expect((await join(client, open.teacher, { start: open.start })).statusCode).toBe(409);
    const series = await bookableTeacher(ctx, { kind: 'series' });
    expect((await join(client, series, days(5, 6))).statusCode).toBe(422);
  });
});

describe('a full date', () => {
  it('is listed with no seats only where it is asked for', async () => {
    const { teacher, start } = await fullGroup();
    const ask = (query: object) =>
      call(listSlots, {
        params: { id: teacher.id },
        query: { sessionTypeId: String(teacher.sessionTypeId), ...query },
      });
    expect((await ask({})).json<Slot[]>()).toEqual([]);
    expect((await ask({ full: 'yes' })).json<Slot[]>()).toMatchObject([{ start, seatsLeft: 0 }]);
  });

  it('goes to the first in line when a seat is freed, who is told and holds it', async () => {
    const { teacher, start, seats, clients } = await fullGroup();
    const [first, second, stranger] = await people(3);
    await join(first!, teacher, { start });
    await join(second!, teacher, { start });
    await cancel(clients[0]!, seats[0]!.id);
    // Before anything was offered, and after.
    const early = await book(stranger!, teacher, { start });
    expect(early.json()).toMatchObject({ message: expect.stringContaining('waitlist') });
    await advanceWaitlists(ctx);
    await advanceWaitlists(ctx);
    expect((await book(stranger!, teacher, { start })).statusCode).toBe(409);
    const [offer] = await entriesOf(first!);
    expect(offer).toMatchObject({ state: 'offered', start, position: null });
    expect(Date.parse(offer!.offeredUntil!) - ctx.clock.now().getTime()).toBe(12 * HOUR);
    expect(await entriesOf(second!)).toMatchObject([{ state: 'waiting', position: 1 }]);
    expect(await subjectsTo(ctx, mailOf(first!))).toEqual([
      expect.stringMatching(/^It’s your turn: Class review, .* E[SD]T$/),
    ]);
    // Not a booking until they take it.
    expect(await upcoming(first!)).toEqual([]);

    expect((await accept(second!, offer!.id)).statusCode).toBe(404);
    const taken = await accept(first!, offer!.id);
    expect(taken.statusCode, taken.body).toBe(200);
    expect(taken.json()).toMatchObject({ booking: { state: 'confirmed' }, reservation: { state: 'paid' } });
    expect(await upcoming(first!)).toMatchObject([{ state: 'confirmed' }]);
    expect(await entriesOf(first!)).toEqual([]);
    expect((await accept(first!, offer!.id)).statusCode).toBe(404);
  });

  it('goes to the next when the offer expires or is passed on', async () => {
    const { teacher, start, seats, clients } = await fullGroup();
    const line = await people(3);
    for (const client of line) await join(client, teacher, { start });
    await cancel(clients[0]!, seats[0]!.id);
    await advanceWaitlists(ctx);
    const [expired] = await entriesOf(line[0]!);
    ctx.clock.advance(12 * HOUR);
    await advanceWaitlists(ctx);
    expect(await entriesOf(line[0]!)).toEqual([]);
    expect((await accept(line[0]!, expired!.id)).statusCode).toBe(404);
    expect(await subjectsTo(ctx, mailOf(line[0]!))).toContain('Offer expired: Class review');
    const [offer] = await entriesOf(line[1]!);
    expect(offer).toMatchObject({ state: 'offered' });
    expect((await leave(line[1]!, offer!.id)).statusCode).toBe(204);
    await advanceWaitlists(ctx);
    expect(await entriesOf(line[2]!)).toMatchObject([{ state: 'offered' }]);
  });

  it('is offered no longer than until the minimum notice, and not at all when that is near', async () => {
    const { teacher, start, seats, clients } = await fullGroup({ minNoticeMinutes: 24 * 60 });
    const [first, second] = await people(2);
    await join(first!, teacher, { start });
    await join(second!, teacher, { start });
    ctx.clock.advance(Date.parse(start) - 30 * HOUR - ctx.clock.now().getTime());
    await cancel(clients[0]!, seats[0]!.id);
    await advanceWaitlists(ctx);
    const [offer] = await entriesOf(first!);
    expect(Date.parse(offer!.offeredUntil!)).toBe(Date.parse(start) - 24 * HOUR);
    ctx.clock.advance(6 * HOUR - 10 * 60_000);
    await leave(first!, offer!.id);
    await advanceWaitlists(ctx);
    expect(await entriesOf(second!)).toEqual([]);
    // Ten minutes are left: first come, first served.
    expect((await book(await someone(ctx), teacher, { start })).statusCode).toBe(201);
  });

  it('costs its price: the offer goes into the cart, stays held while paying, and is paid like any booking', async () => {
    const { teacher, start, seats, clients } = await fullGroup({ priceCents: 2000 });
    const client = await someone(ctx);
    await join(client, teacher, { start });
    await cancel(clients[0]!, seats[0]!.id);
    await advanceWaitlists(ctx);
    const [offer] = await entriesOf(client);
    expect((await call(getCart, { ...client })).json()).toEqual([]);
    ctx.clock.advance(12 * HOUR - 60_000);
    const taken = (await accept(client, offer!.id)).json<{ booking: Booking; reservation: Reservation }>();
    expect(taken).toMatchObject({ booking: { state: 'held' }, reservation: { price: '20.00' } });
    expect(Date.parse(taken.reservation.expiresAt!) - ctx.clock.now().getTime()).toBe(15 * 60_000);
    expect((await call(getCart, { ...client })).json()).toMatchObject([
      { itemType: 'booking', itemId: taken.reservation.id, price: '20.00' },
    ]);
    ctx.clock.advance(14 * 60_000);
    await advanceWaitlists(ctx);
    const paid = await call(simpleCheckout, { ...client, body: { ...MARA, card: CARDS.good } });
    expect(paid.statusCode, paid.body).toBe(200);
    expect(await upcoming(client)).toMatchObject([{ state: 'confirmed' }]);
  });

  it('closes its waitlist when it is canceled', async () => {
    const { teacher, start, seats } = await fullGroup();
    const client = await someone(ctx);
    await join(client, teacher, { start });
    await ctx.pool.query(
      `update appointments set is_live = false from bookings b where b.appointment_id = appointments.id and b.id = $1`,
      [seats[0]!.id],
    );
    await advanceWaitlists(ctx);
    expect(await entriesOf(client)).toEqual([]);
  });
});

describe('a full day', () => {
  it('is offered one time at a time, in turn, to those who wait for it', async () => {
    const { teacher, client, bookings, period } = await fullDay();
    const [first, second, stranger] = await people(3);
    expect((await join(first!, teacher, { period })).statusCode).toBe(201);
    expect((await join(second!, teacher, { period })).json()).toMatchObject({ position: 2 });
    const freed = bookings[3]!;
    await cancel(client, freed.id);
    expect((await slotsOf(teacher)).some(({ start }) => start === freed.start)).toBe(false);
    expect((await book(stranger!, teacher, { start: freed.start })).statusCode).toBe(409);
    await advanceWaitlists(ctx);
    const [offer] = await entriesOf(first!);
    expect(offer).toMatchObject({ state: 'offered', start: freed.start });
    expect(await entriesOf(second!)).toMatchObject([{ state: 'waiting' }]);
    expect((await accept(first!, offer!.id)).json()).toMatchObject({
      booking: { state: 'confirmed', start: freed.start, timeZone },
    });
    await leave(second!, (await entriesOf(second!))[0]!.id);
    const last = bookings[6]!;
    await cancel(client, last.id);
    await advanceWaitlists(ctx);
    // Nobody waits anymore.
    expect((await slotsOf(teacher)).some(({ start }) => start === last.start)).toBe(true);
  });

  it('asks the instructor where they accept each booking', async () => {
    const { teacher, client, bookings, period } = await fullDay({ isOnRequest: true });
    const first = await someone(ctx);
    await join(first, teacher, { period });
    await cancel(client, bookings[0]!.id);
    await advanceWaitlists(ctx);
    const [offer] = await entriesOf(first);
    expect((await accept(first, offer!.id)).json()).toMatchObject({ booking: { state: 'requested' } });
  });
});

describe('many at once', () => {
  const offeredIn = async (sessionTypeId: number) =>
    (
      await ctx.pool.query<{ n: number }>(
        `select count(*)::int as n from waitlist_entries where session_type_id = $1 and state = 'offered'`,
        [sessionTypeId],
      )
    ).rows[0]?.n;

  it('a freed seat with 20 waiting: one offer, however many processes look, and nobody overtakes', async () => {
    const { teacher, start, seats, clients } = await fullGroup({ capacity: 3 });
    const line = await people(20);
    for (const client of line) expect((await join(client, teacher, { start })).statusCode).toBe(201);
    const strangers = await people(5);
    await cancel(clients[1]!, seats[1]!.id);
    const [, ...answers] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, () => advanceWaitlists(ctx, { instructorId: teacher.id }))),
      ...strangers.map((stranger) => book(stranger, teacher, { start })),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(strangers.map(() => 409));
    expect(await offeredIn(teacher.sessionTypeId)).toBe(1);
    expect(await entriesOf(line[0]!)).toMatchObject([{ state: 'offered' }]);
    // Everyone passes it on, and it reaches the last one.
    for (const client of line.slice(0, -1)) {
      const [entry] = await entriesOf(client);
      expect(entry).toMatchObject({ state: 'offered' });
      await leave(client, entry!.id);
      await Promise.all([advanceWaitlists(ctx), advanceWaitlists(ctx), advanceWaitlists(ctx)]);
      expect(await offeredIn(teacher.sessionTypeId)).toBe(1);
    }
    expect(await entriesOf(line.at(-1)!)).toMatchObject([{ state: 'offered' }]);
  });

  it('a freed time with 20 waiting: one offer', async () => {
    const { teacher, client, bookings, period } = await fullDay();
    const line = await people(20);
    for (const one of line) await join(one, teacher, { period });
    await cancel(client, bookings[2]!.id);
    await Promise.all(Array.from({ length: 8 }, () => advanceWaitlists(ctx, { instructorId: teacher.id })));
    expect(await offeredIn(teacher.sessionTypeId)).toBe(1);
    expect(await entriesOf(line[0]!)).toMatchObject([{ state: 'offered' }]);
  });

  it('the database refuses an offered seat to anyone else, whatever the code checks', async () => {
    const { teacher, start, seats, clients } = await fullGroup();
    const [first, thief] = await people(2);
    await join(first!, teacher, { start });
    await cancel(clients[0]!, seats[0]!.id);
    await advanceWaitlists(ctx);
    const steal = ctx.pool.query(
      `insert into bookings (reservation_id, appointment_id, user_id, state, seat, capacity, time_zone, created_at)
       select b.reservation_id, b.appointment_id, $2, 'confirmed', b.seat, b.capacity, 'UTC', now()
       from bookings b where b.user_id = $1 and b.state = 'held'`,
      [first!.id, thief!.id],
    );
    await expect(steal).rejects.toThrow('bookings_seat_once');
  });
});
