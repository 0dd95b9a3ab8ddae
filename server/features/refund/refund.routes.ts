// Binds refunds: what buyers ask for, what sellers and staff decide.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { idempotencyKeyOf } from '#server/http/idempotency-key.ts';
import {
  decideRefundRequest,
  decideSellerRefundRequest,
  getOrderRefunds,
  listRefundRequests,
  listSellerRefundRequests,
  refundOrder,
  requestRefund,
  setSandboxDispute,
  withdrawRefundRequest,
} from '#shared/features/refund/refund.contract.ts';
import {
  askForRefund,
  decideRequest,
  listQueue,
  playBank,
  readOrderRefunds,
  refundByStaff,
  withdrawRequest,
} from './refund-request.service.ts';

export function registerRefundRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, getOrderRefunds, ({ viewer, params, query }) =>
    readOrderRefunds(ctx, viewer, { orderId: params.id, key: query.key }),
  );
  bindContract(app, ctx, requestRefund, ({ viewer, params, body }) =>
    askForRefund(ctx, viewer, { ...body, orderId: params.id }),
  );
  bindContract(app, ctx, withdrawRefundRequest, ({ viewer, params, body }) =>
    withdrawRequest(ctx, viewer, { id: params.id, key: body.key }),
  );
  bindContract(app, ctx, listSellerRefundRequests, ({ viewer, query }) => listQueue(ctx, viewer.id, query));
  bindContract(app, ctx, decideSellerRefundRequest, ({ viewer, params, body }) =>
    decideRequest(ctx, viewer, { ...body, id: params.id, as: 'seller' }),
  );
  bindContract(app, ctx, listRefundRequests, ({ query }) => listQueue(ctx, null, query));
  bindContract(app, ctx, decideRefundRequest, ({ viewer, params, body }) =>
    decideRequest(ctx, viewer, { ...body, id: params.id, as: 'staff' }),
  );
  bindContract(app, ctx, refundOrder, ({ viewer, params, body, request }) =>
    refundByStaff(ctx, viewer, params.id, body, idempotencyKeyOf(request)),
  );
  bindContract(app, ctx, setSandboxDispute, ({ viewer, params, body }) =>
    playBank(ctx, viewer, params.id, body),
  );
}
