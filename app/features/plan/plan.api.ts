// The membership plans on sale.
import * as contract from '#shared/features/plan/plan.contract.ts';
import { catalogueQuery } from '#app/lib/query.ts';

export const listPlansQuery = () => catalogueQuery(contract.listPlans, {});
