// Binds a seller’s own shop: its settings and its numbers.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/seller/own-store.contract.ts';
import { exportOwnNumbers, getOwnNumbers } from './seller-numbers.service.ts';
import { setOwnBanner, updateOwnStore, getOwnStore, listOwnWaiting } from './seller-own.service.ts';

export function registerOwnStoreRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.getOwnStore, ({ viewer }) => getOwnStore(ctx, viewer));
  bindContract(app, ctx, contract.updateOwnStore, ({ viewer, body }) => updateOwnStore(ctx, viewer, body));
  bindContract(app, ctx, contract.setOwnBanner, ({ viewer, body }) => setOwnBanner(ctx, viewer, body));
  bindContract(app, ctx, contract.listOwnWaiting, ({ viewer }) => listOwnWaiting(ctx, viewer));
  bindContract(app, ctx, contract.getOwnNumbers, ({ viewer, query }) => getOwnNumbers(ctx, viewer, query));
  bindContract(app, ctx, contract.exportOwnNumbers, ({ viewer, query }) =>
    exportOwnNumbers(ctx, viewer, query),
  );
}
