// A new meeting link for sessions that are already booked: participants get an email and a calendar update.
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import * as contract from '#shared/features/booking/booking.contract.ts';
import type { Booking } from '#shared/features/reservation/reservation.schema.ts';
import { bookableTeacher, bookingTools, DAY } from '../../../tests/server/booking-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const app = await testApp();
const { ctx, call } = app;
const { slotsOf, book, bookFirst } = bookingTools(app);

const NEW = 'https://meet.example/new-room';
const get = async (person: Person, id: number) =>
  (await call(contract.getBooking, { ...person, params: { id } })).json<Booking>();
const setPlace = (person: Person, id: number, where = NEW) =>
  call(contract.updateAppointmentPlace, { ...person, params: { id }, body: { where } });

type Event = { uid: string; sequence: number; location: string; subject: string };

/** The invitations a client got, in the order calendars take them. */
async function invitationsTo({ username }: Person): Promise<Event[]> {
  const { rows } = await ctx.pool.query<{ subject: string; calendar: string }>(
    `select subject, calendar from mail_outbox where "to" = $1 and calendar is not null`,
    [`${username}@releve.example`],
  );
  const events = rows.map(({ subject, calendar }) => {
    const event = new ICAL.Event(
      new ICAL.Component(ICAL.parse(calendar)).getFirstSubcomponent('vevent') ?? undefined,
    );
    return { subject, uid: event.uid, sequence: event.sequence, location: event.location };
  });
  return events.toSorted((a, b) => a.sequence - b.sequence);
}

describe('the place of a booked session', () => {
  it('changes for both sides, with an email and the same calendar event, updated', async () => {
    const [teacher, client] = [await bookableTeacher(ctx, { priceCents: 0 }), await someone(ctx)];
    const { booking } = await bookFirst(client, teacher);
    ctx.clock.advance(60_000);
    const changed = await setPlace(teacher, booking.appointmentId);
    expect(changed.statusCode, changed.body).toBe(200);
    expect(changed.json()).toEqual({ changed: 1, notified: 1 });
    for (const person of [client, teacher]) expect((await get(person, booking.id)).where).toBe(NEW);
    const [first, second, ...more] = await invitationsTo(client);
    expect(more).toEqual([]);
    expect(first?.location).toBe('https://meet.example/room');
    expect(second).toMatchObject({ uid: first?.uid, sequence: (first?.sequence ?? 0) + 1, location: NEW });
    expect(second?.subject).toMatch(/^New meeting link: Class review, /);
    // Saving the same place again notifies nobody.
    expect((await setPlace(teacher, booking.appointmentId)).json()).toEqual({ changed: 0, notified: 0 });
    expect(await invitationsTo(client)).toHaveLength(2);
  });

  it('goes along when the session moves, and the event’s number still rises', async () => {
    const [teacher, client] = [await bookableTeacher(ctx, { priceCents: 0 }), await someone(ctx)];
    const { booking } = await bookFirst(client, teacher);
    await setPlace(teacher, booking.appointmentId);
    ctx.clock.advance(60_000);
    const start = (await slotsOf(teacher)).find(
      (slot) => Date.parse(slot.start) > Date.parse(booking.start) + DAY,
    )?.start;
    const body = { action: 'reschedule', start };
    const moved = await call(contract.updateBooking, { ...client, params: { id: booking.id }, body });
    expect(moved.json()).toMatchObject({ where: NEW });
    const sent = await invitationsTo(client);
    expect(new Set(sent.map(({ uid }) => uid)).size).toBe(1);
    const last = sent.at(-1);
    expect(last).toMatchObject({ location: NEW });
    expect(last?.sequence).toBeGreaterThan(1);
  });

  it('changes for everyone in a group', async () => {
    const teacher = await bookableTeacher(ctx, { kind: 'group', capacity: 4, priceCents: 0 });
    const start = new Date(ctx.clock.now().getTime() + 5 * DAY).toISOString();
    const scheduled = await call(contract.scheduleAppointment, {
      ...teacher,
      body: { sessionTypeId: teacher.sessionTypeId, start },
    });
    const clients = [await someone(ctx), await someone(ctx)];
    for (const client of clients) expect((await book(client, teacher, { start })).statusCode).toBe(201);
    const changed = await setPlace(teacher, scheduled.json<{ id: number }>().id);
    expect(changed.json()).toEqual({ changed: 1, notified: 2 });
    for (const client of clients)
      expect((await invitationsTo(client)).at(-1)).toMatchObject({ location: NEW });
  });

  it('changes for all upcoming sessions of a type at once, without those of others', async () => {
    const [teacher, other, client] = [
      await bookableTeacher(ctx, { priceCents: 0 }),
      await bookableTeacher(ctx, { priceCents: 0 }),
      await someone(ctx),
    ];
    const first = (await bookFirst(client, teacher)).booking;
    const second = (await bookFirst(client, teacher, { days: 9 })).booking;
    const elsewhere = (await bookFirst(client, other)).booking;
    const params = { id: teacher.sessionTypeId };
    const body = { where: NEW };
    const refused = await call(contract.updateBookedPlaces, { ...other, params, body });
    expect(refused.statusCode).toBe(404);
    const changed = await call(contract.updateBookedPlaces, { ...teacher, params, body });
    expect(changed.json()).toEqual({ changed: 2, notified: 2 });
    const places = await Promise.all([first, second, elsewhere].map(({ id }) => get(client, id)));
    expect(places.map(({ where }) => where)).toEqual([NEW, NEW, 'https://meet.example/room']);
  });

  it('stays as it was for what is over, and for anyone but its instructor', async () => {
    const [teacher, client] = [await bookableTeacher(ctx, { priceCents: 0 }), await someone(ctx)];
    const { booking } = await bookFirst(client, teacher);
    for (const person of [client, await bookableTeacher(ctx)]) {
      expect((await setPlace(person, booking.appointmentId)).statusCode).toBe(404);
    }
    const body = { action: 'cancel' };
    await call(contract.updateBooking, { ...client, params: { id: booking.id }, body });
    expect((await setPlace(teacher, booking.appointmentId)).statusCode).toBe(409);
  });
});
