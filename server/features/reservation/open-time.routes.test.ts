// What an instructor's hours leave free in the next seven days.
import { expect, it } from 'vitest';
import { updateBooking } from '#shared/features/booking/booking.contract.ts';
import { getOpenTime } from '#shared/features/reservation/reservation.contract.ts';
import { bookableTeacher, bookingTools, type Made } from '../../../tests/server/booking-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const app = await testApp();
const { ctx, call } = app;
const { slotsOf, book } = bookingTools(app);
const minutesOf = async (person: Person) =>
  (await call(getOpenTime, { ...person })).json<{ minutes: number | null }>().minutes;

it('shrinks by a session with its buffers and by what another calendar says, and grows when it is canceled', async () => {
  const teacher = await bookableTeacher(ctx, { priceCents: 0, bufferAfterMinutes: 15, minNoticeMinutes: 0 });
  // Eight hours a day.
  expect(await minutesOf(teacher)).toBe(7 * 480);
  const client = await someone(ctx);
  const [slot] = await slotsOf(teacher);
  const { booking } = (await book(client, teacher, { start: slot?.start })).json<Made>();
  expect(await minutesOf(teacher)).toBe(7 * 480 - 75);
  const canceled = await call(updateBooking, {
    params: { id: booking.id },
    body: { action: 'cancel' },
    ...client,
  });
  expect(canceled.statusCode, canceled.body).toBe(200);
  expect(await minutesOf(teacher)).toBe(7 * 480);
  await ctx.pool.query(
    `insert into time_off (instructor_id, starts_on, ends_on, label) values ($1, $2, $2, 'Away')`,
    [teacher.id, '2026-11-18'],
  );
  expect(await minutesOf(teacher)).toBe(6 * 480);
});

it('is unknown without a Connect profile, and nobody’s without signing in', async () => {
  expect(await minutesOf(await someone(ctx))).toBe(null);
  expect((await call(getOpenTime)).statusCode).toBe(401);
});
