// Endpoints for the ledger, its exports and revenue.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/ledger/ledger.contract.ts';
import * as revenueContract from '#shared/features/ledger/ledger.contract.ts';
import { exportLedger, exportLedgerSellers } from './ledger-export.service.ts';
import { checkLedger, getLedgerBalances, listLedger } from './ledger.service.ts';
import { getRevenue } from './revenue.service.ts';

export function registerLedgerRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listLedger, ({ query }) => listLedger(ctx, query));
  bindContract(app, ctx, contract.getLedgerBalances, () => getLedgerBalances(ctx));
  bindContract(app, ctx, contract.checkLedger, () => checkLedger(ctx));
  bindContract(app, ctx, revenueContract.getRevenue, ({ query }) => getRevenue(ctx, query.period));
  bindContract(app, ctx, contract.exportLedger, ({ viewer, query }) =>
    exportLedger(ctx, viewer, query.month),
  );
  bindContract(app, ctx, contract.exportLedgerSellers, ({ viewer, query }) =>
    exportLedgerSellers(ctx, viewer, query.month),
  );
}
