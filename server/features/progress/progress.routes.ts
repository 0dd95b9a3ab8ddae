// Binds the saving of progress.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/progress/progress.contract.ts';
import * as service from './progress.service.ts';

export function registerProgressRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.saveLessonProgress, ({ viewer, params, body }) =>
    service.saveLessonProgress(ctx, viewer, { ...params, ...body }),
  );
}
