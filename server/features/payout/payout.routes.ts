// Binds a seller's money.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  answerTestBankForm,
  exportStatement,
  exportYearSummary,
  getPaymentsOverview,
  getPayoutAccountStatus,
  getStatement,
  getYearSummary,
  listEarnings,
  listOwnPayouts,
  startPayoutOnboarding,
} from '#shared/features/payout/payout.contract.ts';
import { getSalesNumbers } from '#shared/features/payout/sales.contract.ts';
import { answerTestBank, getAccountStatus, startOnboarding } from './payout-account.service.ts';
import { listOwnEarnings, listPayoutsOfSeller, readOverview } from './payout-balance.service.ts';
import { readSales } from './payout-sales.service.ts';
import { exportMonth, readStatement } from './payout-statement.service.ts';
import { exportYear, readYear } from './payout-year.service.ts';

export function registerPayoutRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, startPayoutOnboarding, ({ viewer }) => startOnboarding(ctx, viewer));
  bindContract(app, ctx, getPayoutAccountStatus, ({ viewer }) => getAccountStatus(ctx, viewer));
  bindContract(app, ctx, answerTestBankForm, ({ viewer, body }) => answerTestBank(ctx, viewer, body));
  bindContract(app, ctx, getPaymentsOverview, ({ viewer }) => readOverview(ctx, viewer));
  bindContract(app, ctx, listEarnings, ({ viewer, query }) => listOwnEarnings(ctx, viewer, query));
  bindContract(app, ctx, listOwnPayouts, ({ viewer, query }) => listPayoutsOfSeller(ctx, viewer, query));
  bindContract(app, ctx, getStatement, ({ viewer, query }) => readStatement(ctx, viewer, query));
  bindContract(app, ctx, exportStatement, ({ viewer, query }) => exportMonth(ctx, viewer, query));
  bindContract(app, ctx, getSalesNumbers, ({ viewer, query }) => readSales(ctx, viewer, query));
  bindContract(app, ctx, getYearSummary, ({ viewer, params }) => readYear(ctx, viewer, params));
  bindContract(app, ctx, exportYearSummary, ({ viewer, params }) => exportYear(ctx, viewer, params));
}
