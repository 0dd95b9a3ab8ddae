// Binds a seller's money.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/payout/payout.contract.ts';
import * as salesContract from '#shared/features/payout/sales.contract.ts';
import {
  answerTestBankForm,
  getPayoutAccountStatus,
  startPayoutOnboarding,
} from './payout-account.service.ts';
import { listEarnings, listOwnPayouts, getPaymentsOverview } from './payout-balance.service.ts';
import { getSalesNumbers } from './payout-sales.service.ts';
import { exportStatement, getStatement } from './payout-statement.service.ts';
import { exportYearSummary, getYearSummary } from './payout-year.service.ts';

export function registerPayoutRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.startPayoutOnboarding, ({ viewer }) => startPayoutOnboarding(ctx, viewer));
  bindContract(app, ctx, contract.getPayoutAccountStatus, ({ viewer }) =>
    getPayoutAccountStatus(ctx, viewer),
  );
  bindContract(app, ctx, contract.answerTestBankForm, ({ viewer, body }) =>
    answerTestBankForm(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.getPaymentsOverview, ({ viewer }) => getPaymentsOverview(ctx, viewer));
  bindContract(app, ctx, contract.listEarnings, ({ viewer, query }) => listEarnings(ctx, viewer, query));
  bindContract(app, ctx, contract.listOwnPayouts, ({ viewer, query }) => listOwnPayouts(ctx, viewer, query));
  bindContract(app, ctx, contract.getStatement, ({ viewer, query }) => getStatement(ctx, viewer, query));
  bindContract(app, ctx, contract.exportStatement, ({ viewer, query }) =>
    exportStatement(ctx, viewer, query),
  );
  bindContract(app, ctx, salesContract.getSalesNumbers, ({ viewer, query }) =>
    getSalesNumbers(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.getYearSummary, ({ viewer, params }) =>
    getYearSummary(ctx, viewer, params),
  );
  bindContract(app, ctx, contract.exportYearSummary, ({ viewer, params }) =>
    exportYearSummary(ctx, viewer, params),
  );
}
