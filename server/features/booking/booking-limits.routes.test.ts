// What keeps a time from being booked, at the moment of booking and not only in the list of free times: a browser may
// show a list that is hours old, and anyone can send any start.
import { describe, expect, it } from 'vitest';
import {
  bookableTeacher,
  bookingTools,
  DAY,
  HOUR,
  type Teacher,
} from '../../../tests/server/booking-tools.ts';
import { someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const app = await testApp();
const { ctx } = app;
const { slotsOf, book } = bookingTools(app);

/** A Monday, at least four days from now: no week ends between the sessions of a test. */
const soon = new Date(Math.ceil(ctx.clock.now().getTime() / DAY) * DAY + 4 * DAY);
const MONDAY = soon.getTime() + ((8 - soon.getUTCDay()) % 7) * DAY;
const at = (hour: number, day = 0) => new Date(MONDAY + day * DAY + hour * HOUR).toISOString();
const dateOf = (iso: string) => iso.slice(0, 10);

type Rule = {
  name: string;
  offered?: Parameters<typeof bookableTeacher>[1];
  setUp?: (teacher: Teacher) => Promise<unknown>;
  /** Booked by someone else before. */
  earlier?: string;
  wanted: string;
  /** 422: it was never offered. 409: it is taken. */
  status: 409 | 422;
};

const RULES: Rule[] = [
  { name: 'the minimum notice', offered: { minNoticeMinutes: 20 * 1440 }, wanted: at(10), status: 422 },
  { name: 'the booking window', offered: { windowDays: 2 }, wanted: at(10), status: 422 },
  {
    name: 'the buffer after',
    offered: { bufferAfterMinutes: 30 },
    earlier: at(10),
    wanted: at(11),
    status: 409,
  },
  {
    name: 'the buffer before',
    offered: { bufferBeforeMinutes: 30 },
    earlier: at(11),
    wanted: at(10),
    status: 409,
  },
  {
    name: 'the way there and back',
    offered: { travelMinutes: 45 },
    earlier: at(10),
    wanted: at(12),
    status: 409,
  },
  { name: 'the limit of a day', offered: { dailyLimit: 1 }, earlier: at(10), wanted: at(15), status: 409 },
  {
    name: 'the limit of a week',
    offered: { weeklyLimit: 1 },
    earlier: at(10),
    wanted: at(10, 2),
    status: 409,
  },
  {
    name: 'a day off',
    setUp: ({ id }) =>
      ctx.pool.query('insert into time_off (instructor_id, starts_on, ends_on) values ($1, $2, $2)', [
        id,
        dateOf(at(0, 1)),
      ]),
    wanted: at(10, 1),
    status: 422,
  },
  {
    name: 'a holiday, every year',
    setUp: ({ id }) =>
      ctx.pool.query(
        `insert into time_off (instructor_id, starts_on, ends_on, is_yearly)
         values ($1, $2::date - interval '3 years', $2::date - interval '3 years', true)`,
        [id, dateOf(at(0, 1))],
      ),
    wanted: at(10, 1),
    status: 422,
  },
  {
    name: 'other hours on the date',
    setUp: ({ id }) =>
      ctx.pool.query(
        `insert into date_hours (instructor_id, date, start_minute, end_minute) values ($1, $2, 780, 900)`,
        [id, dateOf(at(0))],
      ),
    wanted: at(10),
    status: 422,
  },
  {
    name: 'a busy time of another calendar',
    setUp: ({ id }) =>
      ctx.pool.query(
        `with c as (insert into external_calendars (instructor_id, label, url, created_at, next_read_at)
           values ($1, 'Studio', 'https://calendar.example/studio.ics', now(), now()) returning id)
         insert into external_busy_times (calendar_id, instructor_id, starts_at, ends_at)
         select id, $1, $2, $3 from c`,
        [id, at(10.5), at(12)],
      ),
    wanted: at(10),
    status: 409,
  },
];

const free = { timeZone: 'UTC', priceCents: 0 };

async function tryAt(
  teacher: Teacher,
  { earlier, wanted }: Rule,
): Promise<[isShown: boolean, status: number]> {
  if (earlier) expect((await book(await someone(ctx), teacher, { start: earlier })).statusCode).toBe(201);
  const isShown = (await slotsOf(teacher)).some(({ start }) => start === wanted);
  const answer = await book(await someone(ctx), teacher, { start: wanted });
  return [isShown, answer.statusCode];
}

describe.each(RULES)('$name', (rule) => {
  it('keeps a time from being offered and from being booked', async () => {
    const teacher = await bookableTeacher(ctx, { ...free, ...rule.offered });
    await rule.setUp?.(teacher);
    expect(await tryAt(teacher, rule)).toEqual([false, rule.status]);
  });

  it('and nothing else does', async () => {
    expect(await tryAt(await bookableTeacher(ctx, free), rule)).toEqual([true, 201]);
  });
});
