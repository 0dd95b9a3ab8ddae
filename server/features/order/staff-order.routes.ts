// Binds orders as staff see them.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  getStaffOrder,
  listStaffOrders,
  resendOrderMail,
} from '#shared/features/order/staff-order.contract.ts';
import { listOrdersForStaff, readOrderForStaff, resendMail } from './staff-order.service.ts';

export function registerStaffOrderRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listStaffOrders, ({ query }) => listOrdersForStaff(ctx, query));
  bindContract(app, ctx, getStaffOrder, ({ params }) => readOrderForStaff(ctx, params.id));
  bindContract(app, ctx, resendOrderMail, ({ viewer, params }) => resendMail(ctx, viewer, params.id));
}
