// Binds a seller’s own shop: its settings and its numbers.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  exportOwnNumbers,
  getOwnNumbers,
  getOwnStore,
  listOwnWaiting,
  setOwnBanner,
  updateOwnStore,
} from '#shared/features/seller/own-store.contract.ts';
import { exportNumbers, readOwnNumbers } from './seller-numbers.service.ts';
import { changeBanner, changeOwnShop, getOwnShop, listWaitingFor } from './seller-own.service.ts';

export function registerOwnStoreRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, getOwnStore, ({ viewer }) => getOwnShop(ctx, viewer));
  bindContract(app, ctx, updateOwnStore, ({ viewer, body }) => changeOwnShop(ctx, viewer, body));
  bindContract(app, ctx, setOwnBanner, ({ viewer, body }) => changeBanner(ctx, viewer, body));
  bindContract(app, ctx, listOwnWaiting, ({ viewer }) => listWaitingFor(ctx, viewer));
  bindContract(app, ctx, getOwnNumbers, ({ viewer, query }) => readOwnNumbers(ctx, viewer, query));
  bindContract(app, ctx, exportOwnNumbers, ({ viewer, query }) => exportNumbers(ctx, viewer, query));
}
