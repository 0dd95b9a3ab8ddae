// A month of free times of a busy instructor, beside the bare query for what is booked then.
import { expect, it } from 'vitest';
import { bookableTeacher, DAY } from '../../../tests/server/booking-tools.ts';
import { someone } from '../../../tests/server/resource-tools.ts';
import { testContext } from '../../../tests/server/test-database.ts';
import { listSlots } from './slot.service.ts';

const ctx = await testContext();
const HOUR = 3_600_000;
/** 1.7 to 2.7 alone. Beside the other tests it can be more, so this only notices when the statement is lost. */
const MOST_TIMES = 5;

async function medianMs(rounds: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = performance.now();
    await work();
    times.push(performance.now() - before);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}

it('a month of an instructor with 500 bookings takes little more than the bare query', async () => {
  const teacher = await bookableTeacher(ctx);
  const client = await someone(ctx);
  // One a day for a year, and every hour of the day in some weeks of the month that is read.
  const start = Math.ceil(ctx.clock.now().getTime() / DAY) * DAY;
  const starts = Array.from({ length: 500 }, (_, at) => new Date(start + at * 2 * HOUR));
  await ctx.pool.query(
    `with a as (
       insert into appointments (instructor_id, session_type_id, starts_at, ends_at, occupied, capacity, where_text, created_at)
       select $1, $2, s, s + interval '1 hour', tstzrange(s, s + interval '1 hour'), 1, '', now()
       from unnest($3::timestamptz[]) s returning id
     ), r as (
       insert into reservations (user_id, instructor_id, session_type_id, state, title, price_cents, duration_minutes, place,
         cancellation, paid_at, created_at)
       values ($4, $1, $2, 'paid', 'Class review', 6000, 60, 'online', 'standard', now(), now()) returning id
     )
     insert into bookings (reservation_id, appointment_id, user_id, state, capacity, time_zone, created_at)
     select r.id, a.id, $4, 'confirmed', 1, 'UTC', now() from a, r`,
    [teacher.id, teacher.sessionTypeId, starts, client.id],
  );
  await ctx.pool.query('analyze appointments, bookings, reservations');
  const [from, to] = [ctx.clock.now(), new Date(ctx.clock.now().getTime() + 31 * DAY)];
  const query = { from: from.toISOString(), to: to.toISOString() };
  const ours = () => listSlots(ctx, null, { id: teacher.id, sessionTypeId: teacher.sessionTypeId, ...query });
  const bare = () =>
    ctx.pool.query(
      `select starts_at, ends_at from appointments where instructor_id = $1 and starts_at >= $2 and starts_at < $3`,
      [teacher.id, from, to],
    );
  await medianMs(20, ours);
  await medianMs(20, bare);
  // A busy machine may slow down either of them: one of three tries has to be within the limit.
  const tries: number[] = [];
  for (let round = 0; round < 3; round++) {
    const [bareMs, ourMs] = [await medianMs(40, bare), await medianMs(40, ours)];
    tries.push(ourMs / bareMs);
  }
  expect(Math.min(...tries)).toBeLessThan(MOST_TIMES);
});
