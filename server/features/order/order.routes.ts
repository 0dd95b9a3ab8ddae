// Binds orders, enrolments and purchases.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { listOrders, getOrder, sendOrderLinks, listSoldLines, listEnrolments, enrolFree, listPurchases } from '#shared/features/order/order.contract.ts';
import { listOwnOrders, readOrder, listSales, listOwnEnrolments, enrolInFree, listOwned } from './order.service.ts';
import { mailOrderLinks } from './order-key.service.ts';

export function registerOrderRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listOrders, ({ viewer, query }) => listOwnOrders(ctx, viewer, query));
  bindContract(app, ctx, getOrder, ({ viewer, params, query }) =>
    readOrder(ctx, viewer, { orderId: params.id, key: query.key }),
  );
  bindContract(app, ctx, sendOrderLinks, ({ body }) => mailOrderLinks(ctx, body.email));
  bindContract(app, ctx, listSoldLines, ({ viewer, query }) => listSales(ctx, viewer, query));
  bindContract(app, ctx, listEnrolments, ({ viewer }) => listOwnEnrolments(ctx, viewer));
  bindContract(app, ctx, enrolFree, ({ viewer, params }) => enrolInFree(ctx, viewer, params.id));
  bindContract(app, ctx, listPurchases, ({ viewer, query }) => listOwned(ctx, viewer, query));
}
