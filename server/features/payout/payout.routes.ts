// Endpoints for sellers' balances, statements and payouts, and for staff.
import * as contract from '#shared/features/payout/payout.contract.ts';
import * as payoutStaffContract from '#shared/features/payout/payout-staff.contract.ts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as salesContract from '#shared/features/payout/sales.contract.ts';
import {
  submitTestBankForm,
  getPayoutAccountStatus,
  startPayoutOnboarding,
} from './payout-account.service.ts';
import {
  listEarnings,
  listOwnPayouts,
  getPaymentsOverview,
  getSalesStats,
} from './payout-balance.service.ts';
import {
  exportStatement,
  getStatement,
  exportYearSummary,
  getYearSummary,
} from './payout-statement.service.ts';
import {
  setSellerFee,
  holdPayouts,
  listSellersOnHold,
  listStaffPayouts,
  listPayoutRuns,
  getSellerBalance,
  releasePayouts,
  retryPayout,
} from './payout-staff.service.ts';
import { startPayoutRun } from './payout-run.service.ts';

export function registerPayoutRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.startPayoutOnboarding, ({ viewer }) => startPayoutOnboarding(ctx, viewer));
  bindContract(app, ctx, contract.getPayoutAccountStatus, ({ viewer }) =>
    getPayoutAccountStatus(ctx, viewer),
  );
  bindContract(app, ctx, contract.submitTestBankForm, ({ viewer, body }) =>
    submitTestBankForm(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.getPaymentsOverview, ({ viewer }) => getPaymentsOverview(ctx, viewer));
  bindContract(app, ctx, contract.listEarnings, ({ viewer, query }) => listEarnings(ctx, viewer, query));
  bindContract(app, ctx, contract.listOwnPayouts, ({ viewer, query }) => listOwnPayouts(ctx, viewer, query));
  bindContract(app, ctx, contract.getStatement, ({ viewer, query }) => getStatement(ctx, viewer, query));
  bindContract(app, ctx, contract.exportStatement, ({ viewer, query }) =>
    exportStatement(ctx, viewer, query),
  );
  bindContract(app, ctx, salesContract.getSalesStats, ({ viewer, query }) =>
    getSalesStats(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.getYearSummary, ({ viewer, params }) =>
    getYearSummary(ctx, viewer, params),
  );
  bindContract(app, ctx, contract.exportYearSummary, ({ viewer, params }) =>
    exportYearSummary(ctx, viewer, params),
  );
}

export function registerPayoutStaffRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, payoutStaffContract.listPayoutRuns, ({ query }) => listPayoutRuns(ctx, query));
  bindContract(app, ctx, payoutStaffContract.startPayoutRun, ({ viewer }) => startPayoutRun(ctx, viewer));
  bindContract(app, ctx, payoutStaffContract.listStaffPayouts, ({ query }) => listStaffPayouts(ctx, query));
  bindContract(app, ctx, payoutStaffContract.retryPayout, ({ viewer, params }) =>
    retryPayout(ctx, viewer, params.id),
  );
  bindContract(app, ctx, payoutStaffContract.listSellersOnHold, ({ query }) => listSellersOnHold(ctx, query));
  bindContract(app, ctx, payoutStaffContract.getSellerBalance, ({ params }) =>
    getSellerBalance(ctx, params.id),
  );
  bindContract(app, ctx, payoutStaffContract.holdPayouts, ({ viewer, params, body }) =>
    holdPayouts(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, payoutStaffContract.releasePayouts, ({ viewer, params }) =>
    releasePayouts(ctx, viewer, params.id),
  );
  bindContract(app, ctx, payoutStaffContract.setSellerFee, ({ viewer, params, body }) =>
    setSellerFee(ctx, viewer, { ...params, ...body }),
  );
}
