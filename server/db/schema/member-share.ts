// What sellers and instructors get of memberships whose members use their items: by month, once.
import { sql } from '#server/db/drizzle.ts';
import { check, date, index, integer, pgTable, primaryKey, smallint, text } from '#server/db/drizzle-pg.ts';
import { cents, oneOf, timestamptz } from '#server/db/columns.ts';
import { ENTITLEMENT_ITEMS, type EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';
import { memberships } from './membership.ts';
import { users } from './platform-user.ts';

/** A month whose memberships are shared, with the percentage that was set when it began. */
export const memberShareMonths = pgTable(
  'member_share_months',
  {
    /** Its first day, in UTC. */
    month: date({ mode: 'string' }).primaryKey(),
    percent: smallint().notNull(),
    /** Set once, by the transaction that writes the shares. */
    sharedAt: timestamptz(),
    /** What members paid for this month, without tax and refunds. */
    revenueCents: cents().notNull().default(0),
    sharedCents: cents().notNull().default(0),
  },
  (t) => [
    check('member_share_months_month', sql`extract(day from ${t.month}) = 1`),
    check('member_share_months_percent', sql`${t.percent} between 0 and 100`),
    check(
      'member_share_months_shared',
      sql`${t.sharedCents} >= 0 and ${t.sharedCents} * 100 <= ${t.revenueCents} * ${t.percent}`,
    ),
    check(
      'member_share_months_once',
      sql`${t.sharedAt} is not null or (${t.revenueCents} = 0 and ${t.sharedCents} = 0)`,
    ),
  ],
);

const month = () =>
  date({ mode: 'string' })
    .notNull()
    .references(() => memberShareMonths.month);

/** An item of the library that someone of a membership took, downloaded or learned with in a month. */
export const memberUses = pgTable(
  'member_uses',
  {
    membershipId: integer()
      .notNull()
      .references(() => memberships.id),
    month: month(),
    itemType: text().$type<EntitlementItem>().notNull(),
    itemId: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.month, t.membershipId, t.itemType, t.itemId] }),
    check('member_uses_item_type', sql`${t.itemType} in (${oneOf(ENTITLEMENT_ITEMS)})`),
  ],
);

export const memberShares = pgTable(
  'member_shares',
  {
    month: month(),
    payeeId: integer()
      .notNull()
      .references(() => users.id),
    amountCents: cents().notNull(),
    /** Items, counted once for each membership that used them. */
    useCount: integer().notNull(),
    membershipCount: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.month, t.payeeId] }),
    index('member_shares_payee_id').on(t.payeeId, t.month),
    check('member_shares_amount', sql`${t.amountCents} > 0`),
    check('member_shares_counts', sql`${t.membershipCount} between 1 and ${t.useCount}`),
  ],
);
