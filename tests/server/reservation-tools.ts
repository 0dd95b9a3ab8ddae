// Instructors with sessions to book, and times held for clients, straight in the database.
import type { SessionKind } from '#shared/features/instructor/instructor.rules.ts';
import { type Person, someone } from './resource-tools.ts';
import type { TestContext } from './test-database.ts';

export type Teacher = Person & { sessionTypeId: number };

type Offered = { kind?: SessionKind; priceCents?: number; capacity?: number; isOnRequest?: boolean };

/** Listed, with one session type of an hour. */
export async function someTeacher(
  ctx: TestContext,
  { kind = 'one_to_one', priceCents = 6000, capacity = 1, isOnRequest = false }: Offered = {},
): Promise<Teacher> {
  const person = await someone(ctx, { roles: ['instructor'] });
  await ctx.pool.query(
    `insert into instructors (user_id, state, headline, time_zone, created_at)
     values ($1, 'listed', 'Hips and timing', 'America/Argentina/Buenos_Aires', now())`,
    [person.id],
  );
  const several = kind === 'package' || kind === 'series';
  const { rows } = await ctx.pool.query<{ id: number }>(
    `insert into session_types (instructor_id, kind, title, duration_minutes, price_cents, capacity, session_count,
       valid_days, is_on_request, created_at)
     values ($1, $2, 'Class review', 60, $3, $4, $5, $6, $7, now()) returning id`,
    [person.id, kind, priceCents, capacity, several ? 4 : 1, kind === 'package' ? 90 : null, isOnRequest],
  );
  return { ...person, sessionTypeId: rows[0]?.id ?? 0 };
}

type Held = { startsAt?: Date; expiresAt?: Date; priceCents?: number };

const HOUR = 3_600_000;

/** A time held for a client, as createBooking leaves it. */
export async function holdTime(
  ctx: TestContext,
  teacher: Teacher,
  client: Person,
  {
    startsAt = new Date(ctx.clock.now().getTime() + 72 * HOUR),
    expiresAt = new Date(ctx.clock.now().getTime() + HOUR / 4),
    priceCents = 6000,
  }: Held = {},
) {
  const endsAt = new Date(startsAt.getTime() + HOUR);
  const { rows } = await ctx.pool.query<{ reservationId: number; bookingId: number; appointmentId: number }>(
    `with a as (
       insert into appointments (instructor_id, session_type_id, starts_at, ends_at, occupied, capacity, where_text, created_at)
       values ($1, $2, $3, $4, tstzrange($3, $4), 1, '', now()) returning id
     ), r as (
       insert into reservations (user_id, instructor_id, session_type_id, state, title, price_cents, duration_minutes, place,
         cancellation, expires_at, created_at)
       values ($5, $1, $2, 'held', 'Class review', $6, 60, 'online', 'standard', $7, now()) returning id
     ), b as (
       insert into bookings (reservation_id, appointment_id, user_id, state, capacity, time_zone, created_at)
       select r.id, a.id, $5, 'held', 1, 'Europe/Lisbon', now() from r, a returning id
     )
     select r.id as "reservationId", b.id as "bookingId", a.id as "appointmentId" from r, b, a`,
    [teacher.id, teacher.sessionTypeId, startsAt, endsAt, client.id, priceCents, expiresAt],
  );
  const [held] = rows;
  if (!held) throw new Error('Nothing was held');
  const item = { itemType: 'booking' as const, itemId: held.reservationId, quantity: 1 };
  return { ...held, startsAt, endsAt, item };
}

export async function stateOf(ctx: TestContext, { bookingId }: { bookingId: number }) {
  const { rows } = await ctx.pool.query<{ booking: string; reservation: string; isLive: boolean }>(
    `select b.state as booking, r.state as reservation, a.is_live as "isLive"
     from bookings b join reservations r on r.id = b.reservation_id join appointments a on a.id = b.appointment_id
     where b.id = $1`,
    [bookingId],
  );
  return rows[0];
}
