// An instructor's hours, other calendars and calendar feed.
import ICAL from 'ical.js';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import * as contract from '#shared/features/availability/availability.contract.ts';
import type { Availability } from '#shared/features/availability/availability.schema.ts';
import { bookableTeacher, bookingTools } from '../../../tests/server/booking-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { readDueCalendarsJob, readExternalCalendar } from './availability.jobs.ts';

const app = await testApp();
const { ctx, call } = app;
const { slotsOf, bookFirst } = bookingTools(app);

const read = async (person: Person) =>
  (await call(contract.getAvailability, { ...person })).json<Availability>();
const save = (person: Person, body: object) => call(contract.updateAvailability, { ...person, body });

const EMPTY = { weeklyHours: [], dateHours: [], timeOff: [] };

describe('hours', () => {
  it('are saved, joined where they touch, and decide what is free', async () => {
    const teacher = await bookableTeacher(ctx);
    const { revision, timeZone } = await read(teacher);
    expect(timeZone).toBe('America/New_York');
    const weeklyHours = [
      { weekday: 3, startMinute: 600, endMinute: 660 },
      { weekday: 3, startMinute: 540, endMinute: 600 },
    ];
    const saved = await save(teacher, { ...EMPTY, revision, weeklyHours });
    expect(saved.statusCode, saved.body).toBe(200);
    expect(saved.json()).toMatchObject({ weeklyHours: [{ weekday: 3, startMinute: 540, endMinute: 660 }] });
    const days = (await slotsOf(teacher)).map(({ start }) =>
      new Date(start).toLocaleDateString('en-US', { weekday: 'short', timeZone }),
    );
    expect(new Set(days)).toEqual(new Set(['Wed']));
  });

  it('of one date replace the weekly ones, and days off outrank both', async () => {
    const teacher = await bookableTeacher(ctx, { minNoticeMinutes: 0 });
    const { revision, weeklyHours, timeZone } = await read(teacher);
    const dateOf = (start: string) => new Date(start).toLocaleDateString('sv', { timeZone });
    const dates = [...new Set((await slotsOf(teacher)).map(({ start }) => dateOf(start)))];
    const [, special = '', off = ''] = dates;
    const saved = await save(teacher, {
      revision,
      weeklyHours,
      dateHours: [{ date: special, startMinute: 1200, endMinute: 1260 }],
      timeOff: [{ startsOn: off, endsOn: off, label: 'Dentist' }],
    });
    expect(saved.statusCode, saved.body).toBe(200);
    const slots = await slotsOf(teacher);
    expect(slots.filter(({ start }) => dateOf(start) === special)).toHaveLength(1);
    expect(slots.filter(({ start }) => dateOf(start) === off)).toEqual([]);
  });

  it('aren’t overwritten by someone who read them before', async () => {
    const teacher = await bookableTeacher(ctx);
    const { revision } = await read(teacher);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((weekday) =>
        save(teacher, { ...EMPTY, revision, weeklyHours: [{ weekday, startMinute: 0, endMinute: 60 }] }),
      ),
    );
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409]);
    expect((await read(teacher)).weeklyHours).toHaveLength(1);
  });

  it('are for instructors with a profile, and must make sense', async () => {
    expect((await call(contract.getAvailability)).statusCode).toBe(401);
    expect((await call(contract.getAvailability, { ...(await someone(ctx)) })).statusCode).toBe(403);
    const fresh = await someone(ctx, { roles: ['instructor'] });
    expect((await call(contract.getAvailability, { ...fresh })).statusCode).toBe(404);
    const teacher = await bookableTeacher(ctx);
    const { revision } = await read(teacher);
    for (const wrong of [
      { weeklyHours: [{ weekday: 8, startMinute: 0, endMinute: 60 }] },
      { weeklyHours: [{ weekday: 1, startMinute: 60, endMinute: 60 }] },
      { dateHours: [{ date: '2026-02-30', startMinute: 0, endMinute: 60 }] },
      { timeOff: [{ startsOn: '2026-12-26', endsOn: '2026-12-24' }] },
    ]) {
      expect((await save(teacher, { ...EMPTY, revision, ...wrong })).statusCode).toBe(400);
    }
  });
});

describe('other calendars', () => {
  const texts = new Map<string, string>();
  const server = createServer(({ url }, response) => response.end(texts.get(url ?? '') ?? '')).listen(
    0,
    '127.0.0.1',
  );
  afterAll(() => server.close());
  const address = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const local = { isAllowedAddress: () => true };

  const eventAt = (start: string, end: string) => {
    const utc = (iso: string) => iso.replaceAll(/[-:]|\.000/g, '');
    const lines = ['BEGIN:VEVENT', 'UID:1', `DTSTART:${utc(start)}`, `DTEND:${utc(end)}`, 'END:VEVENT'];
    return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
  };

  it('block their busy times, and keep them when they can’t be read anymore', async () => {
    const teacher = await bookableTeacher(ctx);
    const [, , , busy] = await slotsOf(teacher);
    texts.set('/busy.ics', eventAt(busy?.start ?? '', busy?.end ?? ''));
    const added = await call(contract.addCalendar, {
      ...teacher,
      body: { label: 'Family', url: address('/busy.ics') },
    });
    expect(added.statusCode, added.body).toBe(201);
    expect(added.body).not.toContain('busy.ics');
    const { id } = added.json<{ id: number }>();
    await readExternalCalendar(ctx, id, local);
    const isOffered = async () => (await slotsOf(teacher)).some(({ start }) => start === busy?.start);
    expect(await isOffered()).toBe(false);
    texts.set('/busy.ics', '<html>');
    await readExternalCalendar(ctx, id, local);
    expect((await read(teacher)).calendars).toMatchObject([
      { label: 'Family', busyCount: 1, problem: expect.stringContaining('no calendar at this address') },
    ]);
    expect(await isOffered()).toBe(false);
    expect((await call(contract.removeCalendar, { ...teacher, params: { id } })).statusCode).toBe(204);
    expect(await isOffered()).toBe(true);
  });

  it('in private networks are refused with a reason', async () => {
    const teacher = await bookableTeacher(ctx);
    const added = await call(contract.addCalendar, {
      ...teacher,
      body: { label: 'Inside', url: 'webcal://localhost/cal.ics' },
    });
    const { id } = added.json<{ id: number }>();
    expect((await call(contract.readCalendar, { ...teacher, params: { id } })).statusCode).toBe(202);
    await ctx.jobs.drain();
    expect((await read(teacher)).calendars).toMatchObject([
      { host: 'localhost', problem: expect.stringContaining('private network') },
    ]);
  });

  it('are read again by the clock, once each', async () => {
    const teacher = await bookableTeacher(ctx);
    await call(contract.addCalendar, { ...teacher, body: { label: 'A', url: 'http://127.0.0.1/a.ics' } });
    await ctx.jobs.drain();
    await ctx.pool.query('update external_calendars set problem = null');
    ctx.clock.advance(21 * 60_000);
    for (const _ of [1, 2]) await readDueCalendarsJob.run(ctx, {});
    await ctx.jobs.drain();
    expect((await read(teacher)).calendars[0]?.problem).toContain('private network');
  });

  it('are five at most, each once, and nobody else’s', async () => {
    const [teacher, other] = [await bookableTeacher(ctx), await bookableTeacher(ctx)];
    const add = (n: number) =>
      call(contract.addCalendar, {
        ...teacher,
        body: { label: `C${n}`, url: `https://example.com/${n}.ics` },
      });
    const { id } = (await add(1)).json<{ id: number }>();
    expect((await add(1)).statusCode).toBe(409);
    const answers = await Promise.all([2, 3, 4, 5, 6, 7].map(add));
    expect(statusesOf(answers)).toEqual([201, 201, 201, 201, 409, 409]);
    expect((await call(contract.removeCalendar, { ...other, params: { id } })).statusCode).toBe(404);
    expect((await call(contract.readCalendar, { ...other, params: { id } })).statusCode).toBe(404);
    const wrong = { label: 'X', url: 'ftp://example.com/x.ics' };
    expect((await call(contract.addCalendar, { ...teacher, body: wrong })).statusCode).toBe(400);
  });
});

describe('the calendar feed', () => {
  it('shows the instructor’s bookings to anyone with its address, until it is revoked', async () => {
    const teacher = await bookableTeacher(ctx, { priceCents: 0 });
    const { booking } = await bookFirst(await someone(ctx), teacher);
    const created = await call(contract.createCalendarFeed, { ...teacher });
    const { url } = created.json<{ url: string }>();
    const fetchFeed = (address: string) => app.app.inject({ method: 'GET', url: new URL(address).pathname });
    const feed = await fetchFeed(url);
    expect(feed.statusCode, feed.body).toBe(200);
    const events = new ICAL.Component(ICAL.parse(feed.body) as never).getAllSubcomponents('vevent');
    expect(events.map((event) => new ICAL.Event(event).startDate.toJSDate().toISOString())).toEqual([
      booking.start,
    ]);
    const { url: next } = (await call(contract.createCalendarFeed, { ...teacher })).json<{ url: string }>();
    expect((await fetchFeed(url)).statusCode).toBe(404);
    expect((await fetchFeed(next)).statusCode).toBe(200);
    expect((await call(contract.revokeCalendarFeed, { ...teacher })).statusCode).toBe(204);
    expect((await fetchFeed(next)).statusCode).toBe(404);
    expect((await read(teacher)).feed).toBeNull();
  });
});
