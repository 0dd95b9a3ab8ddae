// Instructors with hours, and clients who book them through the API.
import type { LightMyRequestResponse } from 'fastify';
import { sessionTypes } from '#server/db/schema/instructor.ts';
import { createBooking } from '#shared/features/booking/booking.contract.ts';
import { listSlots } from '#shared/features/reservation/reservation.contract.ts';
import type { Booking, Reservation, Slot } from '#shared/features/reservation/reservation.schema.ts';
import { type Person, someone } from './resource-tools.ts';
import type { TestApp } from './test-app.ts';
import type { TestContext } from './test-database.ts';

type Offered = Partial<typeof sessionTypes.$inferInsert>;
export type Teacher = Person & { sessionTypeId: number };

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Listed, open every day from 9:00 to 17:00 of their zone, with one session type of an hour for $60.00. */
export async function bookableTeacher(
  ctx: TestContext,
  { timeZone = 'America/New_York', ...offered }: Offered & { timeZone?: string } = {},
): Promise<Teacher> {
  const person = await someone(ctx, { roles: ['instructor'], firstName: 'Inés', lastName: 'Valdivia' });
  await ctx.pool.query(
    `insert into instructors (user_id, state, headline, time_zone, created_at) values ($1, 'listed', 'Hips', $2, now())`,
    [person.id, timeZone],
  );
  await ctx.pool.query(
    `insert into weekly_hours (instructor_id, weekday, start_minute, end_minute)
     select $1, day, 540, 1020 from generate_series(1, 7) day`,
    [person.id],
  );
  return { ...person, sessionTypeId: await offer(ctx, person, offered) };
}

export async function offer(ctx: TestContext, { id }: Person, offered: Offered = {}): Promise<number> {
  const kind = offered.kind ?? 'one_to_one';
  const isSeveral = kind === 'package' || kind === 'series';
  const [row] = await ctx.db
    .insert(sessionTypes)
    .values({
      title: 'Class review',
      durationMinutes: 60,
      priceCents: 6000,
      stepMinutes: 30,
      sessionCount: isSeveral ? 4 : 1,
      validDays: kind === 'package' ? 90 : null,
      whereText: 'https://meet.example/room',
      createdAt: ctx.clock.now(),
      ...offered,
      kind,
      instructorId: id,
    })
    .returning({ id: sessionTypes.id });
  return row?.id ?? 0;
}

export type Made = { booking: Booking; bookings: Booking[]; reservation: Reservation };

export function bookingTools({ call, ctx }: Pick<TestApp, 'call' | 'ctx'>) {
  const slotsOf = async (teacher: Teacher, days = 31): Promise<Slot[]> => {
    const from = ctx.clock.now();
    const query = {
      sessionTypeId: String(teacher.sessionTypeId),
      from: from.toISOString(),
      to: new Date(from.getTime() + days * DAY).toISOString(),
    };
    const answer = await call(listSlots, { params: { id: teacher.id }, query });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<Slot[]>();
  };
  const book = (client: Person, teacher: Teacher, more: object = {}): Promise<LightMyRequestResponse> =>
    call(createBooking, { ...client, body: { sessionTypeId: teacher.sessionTypeId, ...more } });
  return {
    slotsOf,
    book,
    /** The first free time from `days` on. */
    async bookFirst(
      client: Person,
      teacher: Teacher,
      { days = 4, ...more }: { days?: number; notes?: string; timeZone?: string } = {},
    ) {
      const earliest = ctx.clock.now().getTime() + days * DAY;
      const slot = (await slotsOf(teacher)).find(({ start }) => Date.parse(start) >= earliest);
      const answer = await book(client, teacher, { start: slot?.start, ...more });
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return answer.json<Made>();
    },
  };
}
