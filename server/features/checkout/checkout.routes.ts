// Checkout endpoints.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { idempotencyKeyOf } from '#server/http/idempotency-key.ts';
import { addressKey } from '#server/integrations/address-key.ts';
import * as contract from '#shared/features/checkout/checkout.contract.ts';
import * as couponContract from '#shared/features/checkout/checkout.contract.ts';
import { startCheckout, getCheckoutOptions } from './checkout.service.ts';
import { getCheckoutSummary, previewCoupon } from './checkout-summary.service.ts';
import { findZipCode } from './billing-address.service.ts';
import {
  cancelCheckout,
  confirmCheckout,
  simpleCheckout,
  payCheckout,
  confirmSandboxPayment,
} from './pay-checkout.service.ts';

export function registerCheckoutRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.getCheckoutSummary, ({ viewer, body }) =>
    getCheckoutSummary(ctx, viewer, body),
  );
  bindContract(app, ctx, couponContract.previewCoupon, ({ viewer, body }) =>
    previewCoupon(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.startCheckout, ({ viewer, body, request }) =>
    startCheckout(ctx, viewer, body, idempotencyKeyOf(request)),
  );
  bindContract(app, ctx, contract.simpleCheckout, ({ viewer, body, request }) =>
    simpleCheckout(ctx, viewer, body, fromOf(request)),
  );
  bindContract(app, ctx, contract.payCheckout, ({ viewer, body, request }) =>
    payCheckout(ctx, viewer, body, fromOf(request)),
  );
  bindContract(app, ctx, contract.confirmCheckout, ({ viewer, body }) => confirmCheckout(ctx, viewer, body));
  bindContract(app, ctx, contract.cancelCheckout, ({ viewer, body }) => cancelCheckout(ctx, viewer, body));
  bindContract(app, ctx, contract.confirmSandboxPayment, ({ body }) => confirmSandboxPayment(ctx, body));
  bindContract(app, ctx, contract.getCheckoutOptions, () => getCheckoutOptions(ctx));
}

const fromOf = (request: FastifyRequest) => ({
  headerKey: idempotencyKeyOf(request),
  network: addressKey(request.ip),
});

export function registerZipRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.findZipCode, ({ params }) => findZipCode(params.zip));
}
