// Around the changes of clocks, in both hemispheres: 9:00 stays 9:00, and the API, the page, the email and the calendar
// file name the same moment. What the moment is says a second implementation, which knows the clock through Intl only.
import ICAL from 'ical.js';
import { expect, it } from 'vitest';
import { formatSession, formatZone } from '#app/components/booking/time-zone.ts';
import { downloadCalendarFile, getBooking } from '#shared/features/booking/booking.contract.ts';
import type { Booking } from '#shared/features/reservation/reservation.schema.ts';
import { scanDate } from '../local-minutes.ts';
import { bookableTeacher, bookingTools, DAY } from './booking-tools.ts';
import { type Person, someone } from './resource-tools.ts';
import { testApp } from './test-app.ts';

const app = await testApp();
const { ctx, call } = app;
const { slotsOf, book } = bookingTools(app);

/** In the order of time: the clock of the test goes forward only. */
const CHANGES: [timeZone: string, date: string][] = [
  ['Africa/Casablanca', '2027-02-07'],
  ['America/New_York', '2027-03-14'],
  ['Africa/Casablanca', '2027-03-14'],
  ['Europe/London', '2027-03-28'],
  ['Australia/Sydney', '2027-04-04'],
  ['Australia/Lord_Howe', '2027-04-04'],
  ['America/Santiago', '2027-04-04'],
  ['Asia/Kathmandu', '2027-07-01'],
  ['America/Santiago', '2027-09-05'],
  ['Australia/Sydney', '2027-10-03'],
  ['Australia/Lord_Howe', '2027-10-03'],
  ['Europe/London', '2027-10-31'],
  ['America/New_York', '2027-11-07'],
];
const OPENS_AT = 9 * 60;

const startOf = (text: string): string => {
  const event = new ICAL.Component(ICAL.parse(text) as never).getFirstSubcomponent('vevent');
  return new ICAL.Event(event ?? undefined).startDate.toJSDate().toISOString();
};

async function lastMailTo({ username }: Person): Promise<{ subject: string; calendar: string }> {
  const { rows } = await ctx.pool.query<{ subject: string; calendar: string }>(
    `select subject, calendar from mail_outbox where "to" = $1 and calendar is not null
     order by created_at desc limit 1`,
    [`${username}@releve.example`],
  );
  return rows[0] ?? { subject: '', calendar: '' };
}

it.each(CHANGES)('%s around %s', async (timeZone, changeDate) => {
  const change = Date.parse(`${changeDate}T12:00:00Z`);
  ctx.clock.advance(Math.max(0, change - 5 * DAY - ctx.clock.now().getTime()));
  const teacher = await bookableTeacher(ctx, { timeZone, priceCents: 0 });
  const client = await someone(ctx);
  const offered = (await slotsOf(teacher, 10)).map(({ start }) => start);
  for (const days of [-1, 0, 1]) {
    const date = new Date(change + days * DAY).toISOString().slice(0, 10);
    const start = new Date(scanDate(date, timeZone)(OPENS_AT).reachedAt).toISOString();
    expect(offered).toContain(start);
    ctx.clock.advance(60_000);
    const made = await book(client, teacher, { start, timeZone });
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json<{ booking: Booking }>().booking;
    const booking = (await call(getBooking, { ...client, params: { id } })).json<Booking>();
    expect(booking.start).toBe(start);
    expect(formatSession(booking, timeZone)).toMatch(/, 9:00 to 10:00 AM$/);
    expect(formatZone(timeZone, new Date(start))).not.toBe('UTC');
    const file = await call(downloadCalendarFile, { ...client, params: { id } });
    expect(startOf(file.body)).toBe(start);
    for (const person of [client, teacher]) {
      const { subject, calendar } = await lastMailTo(person);
      expect(subject).toMatch(/, 9:00 AM \S+$/);
      expect(startOf(calendar)).toBe(start);
    }
  }
});
