// Binds the undo of staff decisions.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { undoDecision } from '#shared/features/site/decision.contract.ts';
import { undoBatch } from './decision.service.ts';

export function registerDecisionRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, undoDecision, ({ viewer, params }) => undoBatch(ctx, viewer, params.id));
}
