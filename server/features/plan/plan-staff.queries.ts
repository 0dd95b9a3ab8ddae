// Plans for staff, in SQL.
import { and, asc, eq, isNull, max, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { planPrices, plans } from '#server/db/schema/plan.ts';
import { LIVE_MEMBERSHIP_STATES } from '#shared/features/membership/membership.states.ts';
import type { PlanPeriod } from '#shared/features/plan/plan.rules.ts';

export type PlanRow = typeof plans.$inferSelect;

/** Of a membership `m`. */
const isLive = sql`m.state = any(${sql.param([...LIVE_MEMBERSHIP_STATES])}::text[])`;

/** Those who have it, and those who will when their period ends. */
const memberCount = sql<number>`(select count(*)::int from memberships m
  where m.plan_id = plans.id and ${isLive})`;

const priceRows = sql<
  {
    id: number;
    period: PlanPeriod;
    amountCents: number;
    createdAt: string;
    retiredAt: string | null;
    members: number;
  }[]
>`(select coalesce(json_agg(json_build_object('id', p.id, 'period', p.period, 'amountCents', p.amount_cents,
      'createdAt', p.created_at, 'retiredAt', p.retired_at,
      'members', (select count(*)::int from memberships m
        where m.plan_id = plans.id and m.price_id = p.id and ${isLive})) order by p.id desc), '[]')
    from plan_prices p where p.plan_id = plans.id)`;

const columns = {
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
  updatedAt: plans.updatedAt,
  members: memberCount,
  prices: priceRows,
};

/** In their order; retired ones last. */
export async function listStaffPlanRows(db: DbOrTx, { id }: { id?: number } = {}) {
  return db
    .select(columns)
    .from(plans)
    .where(id === undefined ? undefined : eq(plans.id, id))
    .orderBy(sql`${plans.state} = 'retired'`, asc(plans.position), asc(plans.id));
}

export type StaffPlanRow = Awaited<ReturnType<typeof listStaffPlanRows>>[number];

/** Until the transaction ends. */
export async function lockPlan(tx: Tx, { id }: { id: number }): Promise<PlanRow | null> {
  const [row] = await tx.select().from(plans).where(eq(plans.id, id)).for('no key update');
  return row ?? null;
}

/** Of its members, and of those who move to it when their period ends. */
export async function hasMembers(tx: Tx, { id }: { id: number }): Promise<boolean> {
  const { rows } = await tx.execute<{ has: boolean }>(sql`
    select exists (select 1 from memberships m where m.plan_id = ${id} and ${isLive})
      or exists (select 1 from memberships m where ${isLive}
        and m.next_price_id in (select id from plan_prices where plan_id = ${id})) as has`);
  return rows[0]?.has === true;
}

type NewPlan = Omit<typeof plans.$inferInsert, 'position' | 'state'>;

/** At the end of the list. Fails on plans_name. */
export async function insertPlan(tx: Tx, values: NewPlan): Promise<number> {
  const [last] = await tx.select({ position: max(plans.position) }).from(plans);
  const [row] = await tx
    .insert(plans)
    .values({ ...values, position: (last?.position ?? 0) + 1 })
    .returning({ id: plans.id });
  if (!row) throw new Error('The plan was not inserted');
  return row.id;
}

export async function updatePlanRow(
  tx: Tx,
  { id, ...set }: { id: number } & Partial<Omit<typeof plans.$inferInsert, 'id'>>,
): Promise<void> {
  await tx.update(plans).set(set).where(eq(plans.id, id));
}

type Price = { planId: number; period: PlanPeriod; amountCents: number; now: Date };

/** A row never changes: the one of before is for those who signed up for it. */
export async function setPrice(tx: Tx, { planId, period, amountCents, now }: Price): Promise<void> {
  const isCurrent = and(
    eq(planPrices.planId, planId),
    eq(planPrices.period, period),
    isNull(planPrices.retiredAt),
  );
  const [current] = await tx.select().from(planPrices).where(isCurrent);
  if (current?.amountCents === amountCents) return;
  await tx.update(planPrices).set({ retiredAt: now }).where(isCurrent);
  await tx.insert(planPrices).values({ planId, period, amountCents, createdAt: now });
}

/** A draft nobody could sign up for. */
export async function deleteDraft(tx: Tx, { id }: { id: number }): Promise<void> {
  await tx.delete(planPrices).where(eq(planPrices.planId, id));
  await tx.delete(plans).where(eq(plans.id, id));
}

export async function wasEverSold(tx: Tx, { id }: { id: number }): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from memberships where plan_id = ${id}
    union all select 1 from memberships m join plan_prices p on p.id in (m.price_id, m.next_price_id)
      where p.plan_id = ${id}
    union all select 1 from membership_invoices i join plan_prices p on p.id = i.price_id where p.plan_id = ${id}
    limit 1`);
  return rows.length > 0;
}

export async function lockPlanIds(tx: Tx): Promise<number[]> {
  const rows = await tx.select({ id: plans.id }).from(plans).orderBy(asc(plans.id)).for('no key update');
  return rows.map(({ id }) => id);
}

export async function updatePlanPositions(tx: Tx, { ids }: { ids: number[] }): Promise<void> {
  await tx.execute(sql`update plans p set position = o.position
    from unnest(${sql.param(ids)}::int[]) with ordinality as o(id, position) where p.id = o.id`);
}
