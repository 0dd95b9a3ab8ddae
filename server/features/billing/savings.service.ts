// What a plan would have saved someone who isn't a member: on what they bought, and in their cart.
import { daysAfter } from '#server/clock.ts';
import type { AppContext } from '#server/context.ts';
import { listPricedLines } from '#server/features/checkout/checkout-summary.service.ts';
import { findMemberRates } from '#server/features/membership/benefit.service.ts';
import { listPlans } from '#server/features/plan/plan.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractParsed, ContractResult } from '#shared/contract.ts';
import type * as contract from '#shared/features/billing/billing.contract.ts';
import { savedOnLine, savedOnTotal, type PlanDiscounts } from '#shared/features/billing/savings.rules.ts';
import { centsToDecimal, sumCents } from '#shared/money.ts';
import { sumPaidByKind } from './billing.queries.ts';

const YEAR_DAYS = 365;

type Savings = ContractResult<typeof contract.getSavings>;

const NOTHING: Savings = { orderCount: 0, plans: [] };

export async function getSavings(
  ctx: AppContext,
  viewer: Viewer | null,
  { items }: ContractParsed<typeof contract.getSavings>['body'],
): Promise<Savings> {
  const now = ctx.clock.now();
  const userId = viewer?.id ?? null;
  if (userId !== null && (await findMemberRates(ctx.db, { userId, now })).until !== null) return NOTHING;
  const lines = await listPricedLines(ctx, userId, userId === null ? items : undefined);
  const { orderCount, kinds } =
    userId === null
      ? { orderCount: 0, kinds: [] }
      : await sumPaidByKind(ctx.db, { userId, since: daysAfter(now, -YEAR_DAYS) });
  const plans = (await listPlans(ctx)).flatMap(({ id: planId, ...plan }) => {
    const discounts: PlanDiscounts = {
      resource: plan.resourceDiscount,
      course: plan.courseDiscount,
      booking: plan.bookingDiscount,
    };
    const onOrders = sumCents(kinds.map((paid) => savedOnTotal(paid, discounts)));
    const onCart = sumCents(lines.map((line) => savedOnLine(line, discounts)));
    if (onOrders + onCart === 0) return [];
    return [{ planId, onOrders: centsToDecimal(onOrders), onCart: centsToDecimal(onCart) }];
  });
  return { orderCount, plans };
}
