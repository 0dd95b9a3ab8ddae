// Endpoints for staff to list and resolve payment problems.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/payment-problem/payment-problem.contract.ts';
import { listPaymentProblems, resolvePaymentProblem } from './payment-problem.service.ts';

export function registerStaffPaymentsRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listPaymentProblems, ({ query }) => listPaymentProblems(ctx, query));
  bindContract(app, ctx, contract.resolvePaymentProblem, ({ viewer, params, body }) =>
    resolvePaymentProblem(ctx, viewer, { ...params, ...body }),
  );
}
