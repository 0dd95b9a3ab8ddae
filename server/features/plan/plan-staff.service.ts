// Plans as staff manage them. Prices are for new members only, and what members have is never made worse
// (docs/decisions/031-members-for-staff.md).
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import { benefitsTakenAway, PLAN_PERIODS } from '#shared/features/plan/plan.rules.ts';
import { BENEFIT_FIELDS, benefitsOf, planChanges } from '#shared/features/plan/staff-plan.rules.ts';
import { MOST_PLANS, type PlanFields, type StaffPlan } from '#shared/features/plan/staff-plan.schema.ts';
import type { AuditAction } from '#shared/features/site/audit.rules.ts';
import { centsToDecimal, decimalToCents } from '#shared/money.ts';
import {
  deleteDraft,
  hasMembers,
  insertPlan,
  listStaffPlanRows,
  lockPlan,
  lockPlanIds,
  setPrice,
  updatePlanPositions,
  updatePlanRow,
  wasEverSold,
  type PlanRow,
  type StaffPlanRow,
} from './plan-staff.queries.ts';

export async function listStaffPlans(ctx: AppContext): Promise<{ items: StaffPlan[] }> {
  return { items: (await listStaffPlanRows(ctx.db)).map(toStaffPlan) };
}

export async function getStaffPlan(ctx: AppContext, id: number): Promise<StaffPlan> {
  const [row] = await listStaffPlanRows(ctx.db, { id });
  if (!row) throw noSuchPlan();
  return toStaffPlan(row);
}

const noSuchPlan = () => new AppError('not_found', 'This plan doesn’t exist any more.');

function toStaffPlan({ prices, bookingCreditCents, updatedAt, ...plan }: StaffPlanRow): StaffPlan {
  const current = (period: string) =>
    centsToDecimal(prices.find((price) => price.period === period && !price.retiredAt)?.amountCents ?? 0);
  return {
    ...plan,
    monthly: current('month'),
    yearly: current('year'),
    bookingCredit: centsToDecimal(bookingCreditCents),
    prices: prices.map(({ amountCents, createdAt, retiredAt, ...price }) => ({
      ...price,
      amount: centsToDecimal(amountCents),
      createdAt: new Date(createdAt).toISOString(),
      retiredAt: retiredAt && new Date(retiredAt).toISOString(),
    })),
    updatedAt: updatedAt.toISOString(),
  };
}

const valuesOf = ({ monthly: _monthly, yearly: _yearly, bookingCredit, ...fields }: PlanFields) => ({
  ...fields,
  bookingCreditCents: decimalToCents(bookingCredit),
});

async function setPrices(tx: Tx, planId: number, fields: PlanFields, now: Date): Promise<void> {
  const amounts = { month: fields.monthly, year: fields.yearly };
  for (const period of PLAN_PERIODS) {
    await setPrice(tx, { planId, period, amountCents: decimalToCents(amounts[period]), now });
  }
}

const audited = (viewer: Viewer, action: AuditAction, id: number, details = {}) => ({
  actor: viewer,
  action,
  subject: ['plan', id] as [string, number],
  details,
});

/** Plans on sale and drafts have different names. */
async function unlessNamed<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (violatedConstraint(error) !== 'plans_name') throw error;
    const message = 'Another plan has this name. Use a different one.';
    throw new AppError('conflict', message, [{ path: 'name', message }]);
  }
}

export async function createPlan(ctx: AppContext, viewer: Viewer, fields: PlanFields): Promise<StaffPlan> {
  const now = ctx.clock.now();
  const id = await unlessNamed(
    inTransaction(ctx.db, async (tx) => {
      if ((await lockPlanIds(tx)).length >= MOST_PLANS) {
        throw new AppError('conflict', `There can be ${MOST_PLANS} plans at most. Delete a draft first.`);
      }
      const created = await insertPlan(tx, { ...valuesOf(fields), createdAt: now, updatedAt: now });
      await setPrices(tx, created, fields, now);
      await recordAudit(ctx, tx, audited(viewer, 'plan.add', created, { name: fields.name }));
      return created;
    }),
  );
  return getStaffPlan(ctx, id);
}

type PlanUpdate = PlanFields & { id: number; seen: string };

export async function updatePlan(
  ctx: AppContext,
  viewer: Viewer,
  { id, seen, ...fields }: PlanUpdate,
): Promise<StaffPlan> {
  const now = ctx.clock.now();
  await unlessNamed(
    inTransaction(ctx.db, async (tx) => {
      const row = await lockPlan(tx, { id });
      if (!row) throw noSuchPlan();
      if (row.updatedAt.getTime() !== Date.parse(seen)) {
        throw new AppError('conflict', 'Someone else has changed this plan. Reload to see their changes.');
      }
      const [before] = await listStaffPlanRows(tx, { id });
      if (before) await keepBenefits(tx, before, fields);
      // Another moment than before, even on a clock that stands still: it is what editors compare.
      const updatedAt = new Date(Math.max(now.getTime(), row.updatedAt.getTime() + 1));
      await updatePlanRow(tx, { id, ...valuesOf(fields), updatedAt });
      await setPrices(tx, id, fields, now);
      const changes = before ? planChanges(toStaffPlan(before), fields) : [];
      const details = Object.fromEntries(
        changes.map(({ label, before: was, after }) => [label, `${was} → ${after}`]),
      );
      await recordAudit(ctx, tx, audited(viewer, 'plan.change', id, { name: fields.name, ...details }));
    }),
  );
  return getStaffPlan(ctx, id);
}

/** Members signed up for what the plan includes. */
async function keepBenefits(tx: Tx, before: StaffPlanRow, fields: PlanFields): Promise<void> {
  const worse = benefitsTakenAway(benefitsOf(toStaffPlan(before)), benefitsOf(fields));
  if (worse.length === 0 || !(await hasMembers(tx, before))) return;
  const message = 'Members signed up for more. To offer less, create another plan and retire this one.';
  const details = worse.map((benefit) => ({ path: BENEFIT_FIELDS[benefit], message }));
  throw new AppError('conflict', message, details);
}

/** For new members from now on. */
export async function publishPlan(ctx: AppContext, viewer: Viewer, id: number): Promise<StaffPlan> {
  return moveTo(ctx, viewer, { id, state: 'published', action: 'plan.publish' });
}

export async function retirePlan(ctx: AppContext, viewer: Viewer, id: number): Promise<StaffPlan> {
  return moveTo(ctx, viewer, { id, state: 'retired', action: 'plan.retire' });
}

type Move = { id: number; state: 'published' | 'retired'; action: AuditAction };

async function moveTo(ctx: AppContext, viewer: Viewer, { id, state, action }: Move): Promise<StaffPlan> {
  await unlessNamed(
    inTransaction(ctx.db, async (tx) => {
      const row = await lockPlan(tx, { id });
      if (!row) throw noSuchPlan();
      refuseMove(row, state);
      await updatePlanRow(tx, { id, state });
      await recordAudit(ctx, tx, audited(viewer, action, id, { name: row.name }));
    }),
  );
  return getStaffPlan(ctx, id);
}

function refuseMove({ state: from, name }: PlanRow, to: Move['state']): void {
  if (from === to) {
    throw new AppError('conflict', `“${name}” is ${to === 'retired' ? 'retired' : 'on sale'} already.`);
  }
  if (to === 'retired' && from === 'draft') {
    throw new AppError('conflict', `“${name}” was never on sale. Delete the draft instead.`);
  }
}

export async function deletePlan(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const row = await lockPlan(tx, { id });
    if (!row) throw noSuchPlan();
    if (row.state !== 'draft' || (await wasEverSold(tx, { id }))) {
      throw new AppError(
        'conflict',
        'Only a draft nobody has signed up for can be deleted. Retire the plan.',
      );
    }
    await deleteDraft(tx, { id });
    await recordAudit(ctx, tx, audited(viewer, 'plan.delete', id, { name: row.name }));
  });
}

export async function reorderPlans(ctx: AppContext, viewer: Viewer, ids: number[]): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const known = await lockPlanIds(tx);
    if (known.length !== ids.length || !known.every((id) => ids.includes(id))) {
      throw new AppError('conflict', 'Someone else has added or deleted a plan. Reload and try again.');
    }
    await updatePlanPositions(tx, { ids });
    await recordAudit(ctx, tx, audited(viewer, 'plan.order', ids[0] ?? 0));
  });
}
