// Binds orders, enrolments and purchases.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/order/order.contract.ts';
import {
  listOrders,
  getOrder,
  listSoldLines,
  listEnrolments,
  enrolFree,
  listPurchases,
} from './order.service.ts';
import { sendOrderLinks } from './order-key.service.ts';

export function registerOrderRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listOrders, ({ viewer, query }) => listOrders(ctx, viewer, query));
  bindContract(app, ctx, contract.getOrder, ({ viewer, params, query }) =>
    getOrder(ctx, viewer, { orderId: params.id, key: query.key }),
  );
  bindContract(app, ctx, contract.sendOrderLinks, ({ body }) => sendOrderLinks(ctx, body.email));
  bindContract(app, ctx, contract.listSoldLines, ({ viewer, query }) => listSoldLines(ctx, viewer, query));
  bindContract(app, ctx, contract.listEnrolments, ({ viewer }) => listEnrolments(ctx, viewer));
  bindContract(app, ctx, contract.enrolFree, ({ viewer, params }) => enrolFree(ctx, viewer, params.id));
  bindContract(app, ctx, contract.listPurchases, ({ viewer, query }) => listPurchases(ctx, viewer, query));
}
