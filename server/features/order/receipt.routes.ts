// Binds the receipt to take along.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/order/order.contract.ts';
import { getReceipt } from './receipt.service.ts';

export function registerReceiptRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.getReceipt, ({ viewer, params, query }) =>
    getReceipt(ctx, viewer, { orderId: params.id, key: query.key }),
  );
}
