// Plans and their prices in SQL.
import { and, asc, eq, isNull, sql } from '#server/db/drizzle.ts';
import type { AnyPgColumn } from '#server/db/drizzle-pg.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { planPrices, plans } from '#server/db/schema/plan.ts';
import type { DiscountedKind, PlanPeriod, PlanState } from '#shared/features/plan/plan.rules.ts';

const priceOf = (period: PlanPeriod) =>
  sql<number>`(select amount_cents::float8 from plan_prices
    where plan_id = plans.id and period = ${period} and retired_at is null)`;

/** How many items of a type the library has; what isn't on sale any more doesn't count. */
const libraryCount = (itemType: 'resource' | 'course') =>
  sql<number>`(select count(*)::int from library_items l
    join ${sql.raw(itemType === 'resource' ? 'resources' : 'courses')} i on i.id = l.item_id and i.is_listed
    where l.item_type = ${itemType})`;

const planColumns = {
  id: plans.id,
  name: plans.name,
  audience: plans.audience,
  state: plans.state,
  trialDays: plans.trialDays,
  seats: plans.seats,
  resourceDiscount: plans.resourceDiscount,
  courseDiscount: plans.courseDiscount,
  bookingDiscount: plans.bookingDiscount,
  monthlyDownloads: plans.monthlyDownloads,
  bookingCreditCents: plans.bookingCreditCents,
  monthlyCents: priceOf('month'),
  yearlyCents: priceOf('year'),
};

export async function listPublishedPlans(db: DbOrTx) {
  return db
    .select({
      ...planColumns,
      libraryResources: libraryCount('resource'),
      libraryCourses: libraryCount('course'),
    })
    .from(plans)
    .where(eq(plans.state, 'published'))
    .orderBy(asc(plans.position), asc(plans.id));
}

const selectLeastDiscounts = prepared((db) => {
  const least = (column: AnyPgColumn) => sql<number>`coalesce(min(${column}), 0)::int`;
  return db
    .select({
      resource: least(plans.resourceDiscount),
      course: least(plans.courseDiscount),
      booking: least(plans.bookingDiscount),
    })
    .from(plans)
    .where(eq(plans.state, 'published'))
    .prepare('least_discounts');
});

/** In percent: what every plan on sale takes off, so that it is true for every member. Every page shows it. */
export async function findLeastDiscounts(db: DbOrTx): Promise<Record<DiscountedKind, number>> {
  const [row] = await selectLeastDiscounts(db).execute();
  return row ?? { resource: 0, course: 0, booking: 0 };
}

const pricedColumns = {
  priceId: planPrices.id,
  period: planPrices.period,
  amountCents: planPrices.amountCents,
  planId: plans.id,
  name: plans.name,
  trialDays: plans.trialDays,
  seats: plans.seats,
  bookingCreditCents: plans.bookingCreditCents,
  /** For comparing plans. */
  monthlyCents: priceOf('month'),
};

/** A plan for a period at its price. */
export type PricedPlan = {
  priceId: number;
  period: PlanPeriod;
  amountCents: number;
  planId: number;
  name: string;
  trialDays: number;
  seats: number;
  bookingCreditCents: number;
  monthlyCents: number;
};

/** What a new member pays; null if the plan isn't on sale. */
export async function findPricedPlan(
  db: DbOrTx,
  { planId, period }: { planId: number; period: PlanPeriod },
): Promise<PricedPlan | null> {
  const [row] = await db
    .select(pricedColumns)
    .from(plans)
    .innerJoin(planPrices, eq(planPrices.planId, plans.id))
    .where(
      and(
        eq(plans.id, planId),
        eq(plans.state, 'published'),
        eq(planPrices.period, period),
        isNull(planPrices.retiredAt),
      ),
    );
  return row ?? null;
}

/** In whatever state. */
export async function findPlan(
  db: DbOrTx,
  { id }: { id: number },
): Promise<{ id: number; name: string; state: PlanState; seats: number; bookingCreditCents: number } | null> {
  const [row] = await db
    .select({
      id: plans.id,
      name: plans.name,
      state: plans.state,
      seats: plans.seats,
      bookingCreditCents: plans.bookingCreditCents,
    })
    .from(plans)
    .where(eq(plans.id, id));
  return row ?? null;
}

/** Also one that is no longer for new members. */
export async function findPlanByPrice(
  db: DbOrTx,
  { priceId }: { priceId: number },
): Promise<PricedPlan | null> {
  const [row] = await db
    .select(pricedColumns)
    .from(planPrices)
    .innerJoin(plans, eq(plans.id, planPrices.planId))
    .where(eq(planPrices.id, priceId));
  return row ?? null;
}

/** Of a plan in whatever state: today's, or the last one it had. */
export async function findYearlyPrice(db: DbOrTx, { planId }: { planId: number }): Promise<number> {
  const [row] = await db
    .select({ amountCents: planPrices.amountCents })
    .from(planPrices)
    .where(and(eq(planPrices.planId, planId), eq(planPrices.period, 'year')))
    .orderBy(sql`${planPrices.retiredAt} is null desc`, sql`${planPrices.id} desc`)
    .limit(1);
  return row?.amountCents ?? 0;
}
