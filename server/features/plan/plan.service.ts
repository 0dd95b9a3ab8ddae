// Membership plans on sale.
import type { AppContext } from '#server/context.ts';
import type { ContractResult } from '#shared/contract.ts';
import type * as contract from '#shared/features/plan/plan.contract.ts';
import { centsToDecimal } from '#shared/money.ts';
import { listPublishedPlans } from './plan.queries.ts';

export async function listPlans({ db }: AppContext): Promise<ContractResult<typeof contract.listPlans>> {
  const rows = await listPublishedPlans(db);
  return rows.map(({ state: _state, monthlyCents, yearlyCents, bookingCreditCents, ...plan }) => ({
    ...plan,
    monthly: centsToDecimal(monthlyCents),
    yearly: centsToDecimal(yearlyCents),
    bookingCredit: centsToDecimal(bookingCreditCents),
  }));
}

export {
  findLeastDiscounts,
  findPlan,
  findPricedPlan,
  findPlanByPrice,
  findYearlyPrice,
  type PricedPlan,
} from './plan.queries.ts';
