// Binds paying, orders, and what people own by them.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '#server/context.ts';
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
}

const fromOf = (request: FastifyRequest) => ({
  headerKey: idempotencyKeyOf(request),
  network: addressKey(request.ip),
});
