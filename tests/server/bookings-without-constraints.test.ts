// The races of bookings once more, smaller, and each with the constraint behind it taken away: then they are lost. So
// it is the database that decides, and the tests of these races (tests/faults/races/booking-races.ts) would notice.
import { describe, expect, it } from 'vitest';
import { scheduleAppointment } from '#shared/features/booking/booking.contract.ts';
import { bookableTeacher, bookingTools, DAY, offer } from './booking-tools.ts';
import { type Person, someone } from './resource-tools.ts';
import { testApp, type TestApp } from './test-app.ts';

type Outcome = { succeeded: number; isLawful: boolean };

type Race = {
  name: string;
  constraint: string;
  run(app: TestApp): Promise<Outcome>;
};

const CLIENTS = 12;

async function someClients({ ctx }: TestApp): Promise<Person[]> {
  const clients: Person[] = [];
  for (let at = 0; at < CLIENTS; at++) clients.push(await someone(ctx));
  return clients;
}

async function countOverlaps({ ctx }: TestApp, instructorId: number): Promise<number> {
  const { rows } = await ctx.pool.query(
    `select 1 from appointments a join appointments b on b.id > a.id and b.instructor_id = a.instructor_id
     and b.is_live and b.occupied && a.occupied where a.instructor_id = $1 and a.is_live`,
    [instructorId],
  );
  return rows.length;
}

const NO_OVERLAP = 'alter table appointments drop constraint appointments_no_overlap';

const RACES: Race[] = [
  {
    name: 'one time is booked once',
    constraint: NO_OVERLAP,
    async run(app) {
      const { book, slotsOf } = bookingTools(app);
      const teacher = await bookableTeacher(app.ctx, { priceCents: 0 });
      const start = (await slotsOf(teacher))[5]?.start;
      const clients = await someClients(app);
      const answers = await Promise.all(clients.map((client) => book(client, teacher, { start })));
      const succeeded = answers.filter(({ statusCode }) => statusCode === 201).length;
      return { succeeded, isLawful: succeeded === 1 };
    },
  },
  {
    name: 'sessions with buffers never overlap',
    constraint: NO_OVERLAP,
    async run(app) {
      const { book, slotsOf } = bookingTools(app);
      const offered = { priceCents: 0, stepMinutes: 10, bufferBeforeMinutes: 15, bufferAfterMinutes: 15 };
      const teacher = await bookableTeacher(app.ctx, offered);
      const slots = await slotsOf(teacher);
      const clients = await someClients(app);
      const answers = await Promise.all(
        clients.map((client, at) => book(client, teacher, { start: slots[at]?.start })),
      );
      const succeeded = answers.filter(({ statusCode }) => statusCode === 201).length;
      return { succeeded, isLawful: (await countOverlaps(app, teacher.id)) === 0 };
    },
  },
  {
    name: 'three seats are sold three times',
    constraint: 'drop index bookings_seat_once',
    async run(app) {
      const { book } = bookingTools(app);
      const teacher = await bookableTeacher(app.ctx, { kind: 'group', capacity: 3, priceCents: 0 });
      const start = new Date(app.ctx.clock.now().getTime() + 3 * DAY).toISOString();
      const body = { sessionTypeId: teacher.sessionTypeId, start };
      await app.call(scheduleAppointment, { ...teacher, body });
      const clients = await someClients(app);
      const answers = await Promise.all(clients.map((client) => book(client, teacher, { start })));
      const succeeded = answers.filter(({ statusCode }) => statusCode === 201).length;
      return { succeeded, isLawful: succeeded === 3 };
    },
  },
  {
    name: 'a client has one seat of a group',
    constraint: 'drop index bookings_client_once',
    async run(app) {
      const { book } = bookingTools(app);
      const teacher = await bookableTeacher(app.ctx, { kind: 'group', capacity: 9, priceCents: 0 });
      const start = new Date(app.ctx.clock.now().getTime() + 3 * DAY).toISOString();
      const body = { sessionTypeId: teacher.sessionTypeId, start };
      await app.call(scheduleAppointment, { ...teacher, body });
      const client = await someone(app.ctx);
      const answers = await Promise.all([1, 2, 3, 4].map(() => book(client, teacher, { start })));
      const succeeded = answers.filter(({ statusCode }) => statusCode === 201).length;
      return { succeeded, isLawful: succeeded === 1 };
    },
  },
  {
    name: 'a series is booked as a whole, or not at all',
    constraint: NO_OVERLAP,
    async run(app) {
      const { book, slotsOf } = bookingTools(app);
      const series = await bookableTeacher(app.ctx, { kind: 'series', sessionCount: 4, priceCents: 0 });
      const single = { ...series, sessionTypeId: await offer(app.ctx, series, { priceCents: 0 }) };
      const start = (await slotsOf(series))[3]?.start ?? '';
      const inWeek = (week: number) => new Date(Date.parse(start) + week * 7 * DAY).toISOString();
      const clients = await someClients(app);
      const answers = await Promise.all(
        clients.map((client, at) =>
          at % 2 === 0 ? book(client, series, { start }) : book(client, single, { start: inWeek(at % 4) }),
        ),
      );
      const { rows } = await app.ctx.pool.query<{ n: number }>(
        `select count(*)::int as n from bookings b join reservations r on r.id = b.reservation_id
         where r.session_type_id = $1 group by r.id`,
        [series.sessionTypeId],
      );
      const isWhole = rows.every(({ n }) => n === 4);
      const succeeded = answers.filter(({ statusCode }) => statusCode === 201).length;
      return { succeeded, isLawful: isWhole && (await countOverlaps(app, series.id)) === 0 };
    },
  },
];

const lawful = await testApp();
const lawless = await testApp();
for (const constraint of new Set(RACES.map((race) => race.constraint))) {
  await lawless.ctx.pool.query(constraint);
}

describe.each(RACES)('$name', ({ run }) => {
  it('with its constraint', async () => {
    const { succeeded, isLawful } = await run(lawful);
    expect(isLawful).toBe(true);
    expect(succeeded).toBeGreaterThan(0);
  });

  it('and not without it', async () => {
    // A race can be won by luck, but not five times.
    const lost: boolean[] = [];
    for (let round = 0; round < 5 && !lost.includes(true); round++) lost.push(!(await run(lawless)).isLawful);
    expect(lost).toContain(true);
  });
});
