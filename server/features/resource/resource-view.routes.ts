// Binds the counting of views.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { countResourceView } from '#shared/features/resource/view.contract.ts';
import { countView } from './resource-view.service.ts';

export function registerResourceViewRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, countResourceView, ({ viewer, params, request }) =>
    countView(ctx, viewer, params.id, { address: request.ip, userAgent: request.headers['user-agent'] }),
  );
}
