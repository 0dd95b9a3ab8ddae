// Binds what people do with resources that are theirs: taking free ones, downloading, reporting.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { claimResource, reportResource } from '#shared/features/resource/resource.contract.ts';
import { registerResourceDownloadRoutes } from './resource-download.routes.ts';
import { claimFreeResource, reportToStaff } from './resource-owned.service.ts';

export function registerResourceOwnedRoutes(app: FastifyInstance, ctx: AppContext): void {
  registerResourceDownloadRoutes(app, ctx);
  bindContract(app, ctx, claimResource, ({ viewer, params }) => claimFreeResource(ctx, viewer, params.id));
  bindContract(app, ctx, reportResource, ({ viewer, params, body }) =>
    reportToStaff(ctx, viewer, { ...params, ...body }),
  );
}
