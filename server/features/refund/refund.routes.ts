// Endpoints for refund requests, their decisions, and refunds by staff.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { idempotencyKeyOf } from '#server/http/idempotency-key.ts';
import * as contract from '#shared/features/refund/refund.contract.ts';
import { listDoublePurchases, refundDoublePurchase } from './double.service.ts';
import {
  requestRefund,
  decideRefundRequest,
  decideSellerRefundRequest,
  listRefundRequests,
  listSellerRefundRequests,
  setSandboxDispute,
  getOrderRefunds,
  refundOrder,
  withdrawRefundRequest,
} from './refund-request.service.ts';

export function registerRefundRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.getOrderRefunds, ({ viewer, params, query }) =>
    getOrderRefunds(ctx, viewer, { orderId: params.id, key: query.key }),
  );
  bindContract(app, ctx, contract.requestRefund, ({ viewer, params, body }) =>
    requestRefund(ctx, viewer, { ...body, orderId: params.id }),
  );
  bindContract(app, ctx, contract.withdrawRefundRequest, ({ viewer, params, body }) =>
    withdrawRefundRequest(ctx, viewer, { id: params.id, key: body.key }),
  );
  bindContract(app, ctx, contract.listSellerRefundRequests, ({ viewer, query }) =>
    listSellerRefundRequests(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.decideSellerRefundRequest, ({ viewer, params, body }) =>
    decideSellerRefundRequest(ctx, viewer, { ...body, id: params.id }),
  );
  bindContract(app, ctx, contract.listRefundRequests, ({ query }) => listRefundRequests(ctx, query));
  bindContract(app, ctx, contract.decideRefundRequest, ({ viewer, params, body }) =>
    decideRefundRequest(ctx, viewer, { ...body, id: params.id }),
  );
  bindContract(app, ctx, contract.refundOrder, ({ viewer, params, body, request }) =>
    refundOrder(ctx, viewer, params.id, body, idempotencyKeyOf(request)),
  );
  bindContract(app, ctx, contract.listDoublePurchases, ({ viewer }) => listDoublePurchases(ctx, viewer));
  bindContract(app, ctx, contract.refundDoublePurchase, ({ viewer, params }) =>
    refundDoublePurchase(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.setSandboxDispute, ({ viewer, params, body }) =>
    setSandboxDispute(ctx, viewer, params.id, body),
  );
}
