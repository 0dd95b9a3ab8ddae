// Binds a user's own membership.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { idempotencyKeyOf } from '#server/http/idempotency-key.ts';
import * as contract from '#shared/features/billing/billing.contract.ts';
import * as gift from '#shared/features/billing/gift.contract.ts';
import { getSubscription, startSubscription } from './billing.service.ts';
import { confirmCardLink, getCardLink, updateCardByLink } from './card-link.service.ts';
import { getSavings } from './savings.service.ts';
import { previewSubscription, updateSubscription } from './change.service.ts';
import { resendGift, listStaffGifts } from './gift-mail.service.ts';
import { buyGift, listOwnGifts, quoteGift } from './gift-order.service.ts';
import { previewGift, redeemGift } from './gift.service.ts';
import { listSubscriptionInvoices } from './invoice.service.ts';

export function registerBillingRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.getSubscription, ({ viewer }) => getSubscription(ctx, viewer));
  bindContract(app, ctx, contract.startSubscription, ({ viewer, body, request }) =>
    startSubscription(ctx, viewer, body, idempotencyKeyOf(request)),
  );
  bindContract(app, ctx, contract.previewSubscription, ({ viewer, body }) =>
    previewSubscription(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.getSavings, ({ viewer, body }) => getSavings(ctx, viewer, body));
  bindContract(app, ctx, contract.updateSubscription, ({ viewer, body }) =>
    updateSubscription(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.listSubscriptionInvoices, ({ viewer }) =>
    listSubscriptionInvoices(ctx, viewer),
  );
  bindContract(app, ctx, contract.getCardLink, ({ body }) => getCardLink(ctx, body));
  bindContract(app, ctx, contract.updateCardByLink, ({ body }) => updateCardByLink(ctx, body));
  bindContract(app, ctx, contract.confirmCardLink, ({ body }) => confirmCardLink(ctx, body));
  bindContract(app, ctx, gift.quoteGift, ({ body }) => quoteGift(ctx, body));
  bindContract(app, ctx, gift.buyGift, ({ viewer, body, request }) =>
    buyGift(ctx, viewer, body, idempotencyKeyOf(request)),
  );
  bindContract(app, ctx, gift.listOwnGifts, ({ viewer }) => listOwnGifts(ctx, viewer));
  bindContract(app, ctx, gift.previewGift, ({ viewer, body }) => previewGift(ctx, viewer, body.code));
  bindContract(app, ctx, gift.redeemGift, ({ viewer, body }) => redeemGift(ctx, viewer, body.code));
  bindContract(app, ctx, gift.listStaffGifts, ({ query }) => listStaffGifts(ctx, query));
  bindContract(app, ctx, gift.resendGift, ({ viewer, params }) => resendGift(ctx, viewer, params));
}
