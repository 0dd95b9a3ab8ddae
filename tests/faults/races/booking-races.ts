// Many who want the same time of an instructor, against two servers: nobody is booked twice, and nobody sees more than
// a plain "taken".
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { advanceWaitlists } from '#server/features/waitlist/waitlist-offers.service.ts';
import { createPerson } from '#server/seed/factories.ts';
import { type Buyer, newBuyer, ROUNDS, type Answer, type TwoServers } from '../two-servers.ts';
import { atOnce, countOf, reporter, slowest } from './race-tools.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Offered = { kind?: string; sessions?: number; capacity?: number; buffer?: number };

export function bookingRaces(two: TwoServers): void {
  const { ctx, post, rows } = two;
  const noted = reporter();

  /** Open around the clock in UTC, with free sessions of an hour. */
  async function newInstructor(): Promise<number> {
    const person = await createPerson(ctx.db, {
      username: `i-${randomUUID().slice(0, 18)}`,
      roles: ['instructor'],
    });
    if (!person) throw new Error('exists');
    await rows(
      `insert into instructors (user_id, state, headline, time_zone, created_at) values ($1, 'listed', '', 'UTC', now())`,
      [person.id],
    );
    await rows(
      `insert into weekly_hours (instructor_id, weekday, start_minute, end_minute)
       select $1, day, 0, 1440 from generate_series(1, 7) day`,
      [person.id],
    );
    return person.id;
  }

  async function newType(
    instructorId: number,
    { kind = 'one_to_one', sessions = 1, capacity = 1, buffer = 0 }: Offered = {},
  ): Promise<number> {
    const [row] = await rows<{ id: number }>(
      `insert into session_types (instructor_id, kind, title, duration_minutes, price_cents, capacity, session_count,
         buffer_before_minutes, buffer_after_minutes, step_minutes, min_notice_minutes, window_days, created_at)
       values ($1, $2, 'Class review', 60, 0, $3, $4, $5, $5, 10, 0, 300, now()) returning id`,
      [instructorId, kind, capacity, sessions, buffer],
    );
    return row?.id ?? 0;
  }

  const newClients = async (count: number): Promise<Buyer[]> => {
    const clients = [];
    for (let at = 0; at < count; at++) clients.push(await newBuyer(ctx));
    return clients;
  };

  const midnight = () => new Date(Math.ceil(Date.now() / DAY) * DAY + 3 * DAY);
  const book = (client: Buyer | undefined, sessionTypeId: number, start: Date) =>
    post('/api/bookings', { sessionTypeId, start: start.toISOString() }, { cookie: client?.cookie ?? '' });

  /** Pairs of live appointments that overlap, buffers included. */
  const overlaps = async (instructorId: number) =>
    (
      await rows(
        `select 1 from appointments a join appointments b on b.id > a.id and b.instructor_id = a.instructor_id
         and b.is_live and b.occupied && a.occupied where a.instructor_id = $1 and a.is_live`,
        [instructorId],
      )
    ).length;
  const liveBookings = async (instructorId: number) =>
    (
      await rows(
        `select 1 from bookings b join appointments a on a.id = b.appointment_id
         where a.instructor_id = $1 and b.state in ('held', 'requested', 'confirmed')`,
        [instructorId],
      )
    ).length;

  const onlyPlainAnswers = (answers: readonly Answer[]) =>
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);

  describe.each(ROUNDS)('with $delay ms before PostgreSQL, round $round', ({ delay }) => {
    beforeEach(() => two.setDelay(delay));
    const note = (race: string, what: string, answers: readonly Answer[]) =>
      noted(race, what, { delay, ms: slowest(answers) });

    it('100 clients for one time: one gets it', async () => {
      const instructorId = await newInstructor();
      const type = await newType(instructorId);
      const clients = await newClients(100);
      const start = midnight();
      const answers = await atOnce(100, (n) => book(clients[n], type, start));
      onlyPlainAnswers(answers);
      expect([countOf(answers, 201), countOf(answers, 409)]).toEqual([1, 99]);
      expect(await liveBookings(instructorId)).toBe(1);
      note('100 clients for one time', 'one 201, 99 × 409', answers);
    });

    it('200 clients for starts that overlap, with buffers: no two sessions overlap', async () => {
      const instructorId = await newInstructor();
      const type = await newType(instructorId, { buffer: 15 });
      const clients = await newClients(200);
      const answers = await atOnce(200, (n) =>
        book(clients[n], type, new Date(midnight().getTime() + (n % 36) * 10 * 60_000)),
      );
      onlyPlainAnswers(answers);
      expect(await overlaps(instructorId)).toBe(0);
      expect(countOf(answers, 201)).toBeGreaterThan(1);
      expect(await liveBookings(instructorId)).toBe(countOf(answers, 201));
      note('200 clients for overlapping times', `${countOf(answers, 201)} sessions, no overlap`, answers);
    });

    it('50 clients for the last 3 seats of a group: 3 get one', async () => {
      const instructorId = await newInstructor();
      const type = await newType(instructorId, { kind: 'group', capacity: 3 });
      const start = midnight();
      await rows(
        `insert into appointments (instructor_id, session_type_id, starts_at, ends_at, occupied, capacity, where_text, created_at)
         values ($1, $2, $3, $4, tstzrange($3, $4), 3, '', now())`,
        [instructorId, type, start, new Date(start.getTime() + HOUR)],
      );
      const clients = await newClients(50);
      const answers = await atOnce(50, (n) => book(clients[n], type, start));
      onlyPlainAnswers(answers);
      expect([countOf(answers, 201), countOf(answers, 409)]).toEqual([3, 47]);
      expect(await liveBookings(instructorId)).toBe(3);
      note('50 clients for 3 seats', 'three 201, 47 × 409', answers);
    });

    it('a freed seat with 20 waiting: one of them is offered it, and nobody overtakes', async () => {
      const instructorId = await newInstructor();
      const type = await newType(instructorId, { kind: 'group', capacity: 1 });
      const start = midnight();
      await rows(
        `insert into appointments (instructor_id, session_type_id, starts_at, ends_at, occupied, capacity, where_text, created_at)
         values ($1, $2, $3, $4, tstzrange($3, $4), 1, '', now())`,
        [instructorId, type, start, new Date(start.getTime() + HOUR)],
      );
      const [seated, ...others] = await newClients(41);
      expect((await book(seated, type, start)).status).toBe(201);
      const waiting = others.slice(0, 20);
      for (const client of waiting) {
        const body = { sessionTypeId: type, start: start.toISOString(), timeZone: 'UTC' };
        expect((await post('/api/waitlist', body, { cookie: client.cookie })).status).toBe(201);
      }
      await rows(
        `update bookings set state = 'cancelled', cancelled_by = 'client' where user_id = $1 and state = 'confirmed'`,
        [seated?.id],
      );
      const offering = Promise.all(Array.from({ length: 6 }, () => advanceWaitlists(ctx, { instructorId })));
      const answers = await atOnce(20, (n) => book(others[20 + n], type, start));
      await offering;
      onlyPlainAnswers(answers);
      expect(countOf(answers, 409)).toBe(20);
      const offered = await rows<{ userId: number }>(
        `select user_id as "userId" from waitlist_entries where session_type_id = $1 and state = 'offered'`,
        [type],
      );
      expect(offered).toEqual([{ userId: waiting[0]?.id }]);
      expect(await liveBookings(instructorId)).toBe(1);
      note('A freed seat with 20 waiting', 'one offer, 20 × 409', answers);
    });

    it('a series of ten against single sessions on its dates: all of it or nothing', async () => {
      const instructorId = await newInstructor();
      const series = await newType(instructorId, { kind: 'series', sessions: 10 });
      const single = await newType(instructorId);
      const clients = await newClients(30);
      const start = midnight();
      const answers = await atOnce(30, (n) => {
        const week = n % 10;
        const client = clients[n];
        return n % 3 === 0
          ? book(client, series, start)
          : book(client, single, new Date(start.getTime() + week * 7 * DAY));
      });
      onlyPlainAnswers(answers);
      expect(await overlaps(instructorId)).toBe(0);
      const sizes = await rows<{ n: number }>(
        `select count(*)::int as n from bookings b join reservations r on r.id = b.reservation_id
         where r.session_type_id = $1 and b.state = 'confirmed' group by r.id`,
        [series],
      );
      expect(sizes.every(({ n }) => n === 10)).toBe(true);
      const weeks = await liveBookings(instructorId);
      expect(weeks).toBe(countOf(answers, 201) - sizes.length + sizes.length * 10);
      note('A series of ten against single sessions', `${sizes.length} series, no overlap`, answers);
    });
  });
}
