// Binds the books as staff read and export them.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  exportLedger,
  exportSellers,
  getLedgerBalances,
  listLedger,
  proveLedger,
} from '#shared/features/ledger/ledger.contract.ts';
import { getRevenue } from '#shared/features/ledger/revenue.contract.ts';
import { exportEntries, exportSellersOf } from './books-export.service.ts';
import { proveAgain, readBalances, readLedger } from './ledger.service.ts';
import { readRevenue } from './revenue.service.ts';

export function registerLedgerRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listLedger, ({ query }) => readLedger(ctx, query));
  bindContract(app, ctx, getLedgerBalances, () => readBalances(ctx));
  bindContract(app, ctx, proveLedger, () => proveAgain(ctx));
  bindContract(app, ctx, getRevenue, ({ query }) => readRevenue(ctx, query.period));
  bindContract(app, ctx, exportLedger, ({ viewer, query }) => exportEntries(ctx, viewer, query.month));
  bindContract(app, ctx, exportSellers, ({ viewer, query }) => exportSellersOf(ctx, viewer, query.month));
}
