// Binds paying, orders, and what people own by them.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { mailOrderLinks } from '#server/features/order/order-key.service.ts';
import {
  enrolInFree,
  listOwned,
  listOwnEnrolments,
  listOwnOrders,
  listSales,
  readOrder,
} from '#server/features/order/order.service.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { idempotencyKeyOf } from '#server/http/idempotency-key.ts';
import { addressKey } from '#server/integrations/address-key.ts';
import {
  beginCheckout,
  cancelCheckout,
  confirmCheckout,
  getCheckoutOptions,
  payCheckout,
  simpleCheckout,
  sumUpCheckout,
} from '#shared/features/checkout/checkout.contract.ts';
import { previewCoupon } from '#shared/features/coupon/coupon.contract.ts';
import {
  enrolFree,
  getOrder,
  listEnrolments,
  listOrders,
  listPurchases,
  listSoldLines,
  sendOrderLinks,
} from '#shared/features/order/order.contract.ts';
import { cancelOrder, confirmOrder, payAtOnce, payForOrder, startCheckout } from './checkout.service.ts';
import { sumUp, tryCoupon } from './sums.service.ts';

export function registerCheckoutRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, sumUpCheckout, ({ viewer, body }) => sumUp(ctx, viewer, body));
  bindContract(app, ctx, previewCoupon, ({ viewer, body }) => tryCoupon(ctx, viewer, body));
  bindContract(app, ctx, beginCheckout, ({ viewer, body, request }) =>
    startCheckout(ctx, viewer, body, idempotencyKeyOf(request)),
  );
  bindContract(app, ctx, simpleCheckout, ({ viewer, body, request }) =>
    payAtOnce(ctx, viewer, body, fromOf(request)),
  );
  bindContract(app, ctx, payCheckout, ({ viewer, body, request }) =>
    payForOrder(ctx, viewer, body, fromOf(request)),
  );
  bindContract(app, ctx, confirmCheckout, ({ viewer, body }) => confirmOrder(ctx, viewer, body));
  bindContract(app, ctx, cancelCheckout, ({ viewer, body }) => cancelOrder(ctx, viewer, body));
  bindContract(app, ctx, getCheckoutOptions, () => ({
    gateway: ctx.gateway.name,
    publishableKey: ctx.gateway.publishableKey,
    tax: ctx.tax.name,
  }));
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

const fromOf = (request: FastifyRequest) => ({
  headerKey: idempotencyKeyOf(request),
  network: addressKey(request.ip),
});
