// Booking credit of memberships: what each half-year gives, and the orders it paid for.
import { sql } from '#server/db/drizzle.ts';
import { check, index, integer, pgTable, smallint, uniqueIndex } from '#server/db/drizzle-pg.ts';
import { cents, id, timestamptz } from '#server/db/columns.ts';
import { CREDIT_MONTHS } from '#shared/features/plan/plan.rules.ts';
import { memberships } from './membership.ts';
import { orders } from './order.ts';
import { users } from './platform-user.ts';

/** One row per member and half-year. Half-years of a member never overlap (`membership_credits_no_overlap`). */
export const membershipCredits = pgTable(
  'membership_credits',
  {
    id: id(),
    /** The member, also over several memberships in a row. */
    userId: integer()
      .notNull()
      .references(() => users.id),
    membershipId: integer()
      .notNull()
      .references(() => memberships.id),
    startsAt: timestamptz().notNull(),
    endsAt: timestamptz().notNull(),
    /** How many months of it are paid for; each gives a sixth. */
    months: smallint().notNull(),
    grantedCents: cents().notNull(),
    /** Kept by a trigger on the uses. */
    usedCents: cents().notNull().default(0),
    /** When the member was reminded of what is left. */
    remindedAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('membership_credits_start').on(t.membershipId, t.startsAt),
    index('membership_credits_to_remind')
      .on(t.endsAt)
      .where(sql`reminded_at is null and used_cents < granted_cents`),
    check('membership_credits_used', sql`${t.usedCents} between 0 and ${t.grantedCents}`),
    check('membership_credits_time', sql`${t.endsAt} > ${t.startsAt}`),
    check('membership_credits_months', sql`${t.months} between 1 and ${sql.raw(String(CREDIT_MONTHS))}`),
  ],
);

/** Reserved with the order, and returned when the order ends unpaid or is refunded. */
export const membershipCreditUses = pgTable(
  'membership_credit_uses',
  {
    orderId: integer()
      .primaryKey()
      .references(() => orders.id),
    creditId: integer()
      .notNull()
      .references(() => membershipCredits.id),
    amountCents: cents().notNull(),
    returnedCents: cents().notNull().default(0),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    index('membership_credit_uses_credit_id').on(t.creditId),
    check(
      'membership_credit_uses_amount',
      sql`${t.amountCents} > 0 and ${t.returnedCents} between 0 and ${t.amountCents}`,
    ),
  ],
);
