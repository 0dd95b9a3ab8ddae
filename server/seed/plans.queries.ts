// The demo school's membership plans and its member library, in SQL.
import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { planPrices, plans } from '#server/db/schema/plan.ts';
import { momentAgo } from './seed-moment.ts';

/** When memberships were first sold. */
const OPENED_AGO = 120;

/** For one teacher each, without credit for sessions: a plan only promises what the site can deliver. */
const PLANS = [
  {
    name: 'Solo',
    audience: 'For a class or two a week',
    trialDays: 14,
    seats: 1,
    resourceDiscount: 10,
    courseDiscount: 10,
    bookingDiscount: 10,
    monthlyDownloads: 10,
    bookingCreditCents: 0,
    monthlyCents: 1900,
    yearlyCents: 19_000,
  },
  {
    name: 'Studio',
    audience: 'For a full week of classes',
    trialDays: 14,
    seats: 1,
    resourceDiscount: 15,
    courseDiscount: 10,
    bookingDiscount: 10,
    monthlyDownloads: 60,
    bookingCreditCents: 0,
    monthlyCents: 3900,
    yearlyCents: 39_000,
  },
  {
    name: 'Unlimited',
    audience: 'For every class you teach',
    trialDays: 14,
    seats: 1,
    resourceDiscount: 20,
    courseDiscount: 15,
    bookingDiscount: 15,
    monthlyDownloads: null,
    bookingCreditCents: 0,
    monthlyCents: 5900,
    yearlyCents: 59_000,
  },
] as const;

/** Resources up to this price are in the library. */
const LIBRARY_PRICE_CENTS = 1400;
const LIBRARY_COURSES = ['Safe dance practice, five to ninety-five'];

export async function fillPlans(tx: Tx, { now }: { now: Date }): Promise<void> {
  const createdAt = momentAgo(now, OPENED_AGO, 'plans');
  const rows = await tx
    .insert(plans)
    .values(
      PLANS.map(({ monthlyCents: _monthly, yearlyCents: _yearly, ...plan }, at) => ({
        ...plan,
        state: 'published' as const,
        position: at + 1,
        createdAt,
        updatedAt: createdAt,
      })),
    )
    .returning({ id: plans.id, name: plans.name });
  const idOf = new Map(rows.map(({ id, name }) => [name, id]));
  await tx.insert(planPrices).values(
    PLANS.flatMap(({ name, monthlyCents, yearlyCents }) => {
      const planId = idOf.get(name) ?? 0;
      return [
        { planId, period: 'month' as const, amountCents: monthlyCents, createdAt },
        { planId, period: 'year' as const, amountCents: yearlyCents, createdAt },
      ];
    }),
  );
  await tx.execute(sql`
    insert into library_items (item_type, item_id, added_at)
    select 'resource', id, greatest(published_at, ${createdAt.toISOString()}::timestamptz) from resources
      where is_listed and price_cents between 1 and ${LIBRARY_PRICE_CENTS}
    union all
    select 'course', id, ${createdAt.toISOString()}::timestamptz from courses
      where is_listed and title = any(${sql.param(LIBRARY_COURSES)}::text[])`);
}
