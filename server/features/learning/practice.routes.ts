// Binds the memory of the practice player.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/learning/practice.contract.ts';
import * as service from './practice.service.ts';

export function registerPracticeRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.getPracticeSettings, ({ viewer, params }) =>
    service.getPracticeSettings(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.savePracticeSettings, ({ viewer, params, body }) =>
    service.savePracticeSettings(ctx, viewer, { lessonId: params.id, settings: body }),
  );
}
