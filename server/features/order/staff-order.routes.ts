// Binds orders as staff see them.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/order/staff-order.contract.ts';
import { listStaffOrders, getStaffOrder, resendOrderMail } from './staff-order.service.ts';

export function registerStaffOrderRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listStaffOrders, ({ query }) => listStaffOrders(ctx, query));
  bindContract(app, ctx, contract.getStaffOrder, ({ params }) => getStaffOrder(ctx, params.id));
  bindContract(app, ctx, contract.resendOrderMail, ({ viewer, params }) =>
    resendOrderMail(ctx, viewer, params.id),
  );
}
