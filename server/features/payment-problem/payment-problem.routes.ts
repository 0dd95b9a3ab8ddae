// Binds what staff do about payments that were set aside.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  listPaymentProblems,
  resolvePaymentProblem,
} from '#shared/features/payment-problem/payment-problem.contract.ts';
import { listSetAside, settle } from './payment-problem.service.ts';

export function registerStaffPaymentsRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listPaymentProblems, ({ query }) => listSetAside(ctx, query));
  bindContract(app, ctx, resolvePaymentProblem, ({ viewer, params, body }) =>
    settle(ctx, viewer, { ...params, ...body }),
  );
}
