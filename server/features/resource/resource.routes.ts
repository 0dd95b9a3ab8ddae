// Binds a resource's page, its downloads, previews and views.
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { attachmentNamed, sendFile } from '#server/http/send-file.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { admit, requireViewer } from '#server/http/viewer.ts';
import * as contract from '#shared/features/resource/resource.contract.ts';
import { idParams } from '#shared/id.schema.ts';
import { getResourceDownloads, openDownload } from './resource-download.service.ts';
import { openPreview } from './resource-preview.service.ts';
import * as service from './resource.service.ts';

export function registerResourceRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listFeaturedResources, () => service.listFeaturedResources(ctx));
  bindContract(app, ctx, contract.listResourcesByIds, ({ query }) =>
    service.listResourcesByIds(ctx, query.ids),
  );
  for (const alias of [contract.getResource, contract.getCurriculumItem]) {
    bindContract(app, ctx, alias, ({ viewer, params }) => service.getResource(ctx, viewer, params.id));
  }
  bindContract(app, ctx, contract.listRelatedResources, ({ viewer, params }) =>
    service.listRelatedResources(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.getResourceAccess, ({ viewer, params }) =>
    service.getResourceAccess(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.claimFreeResource, ({ viewer, params }) =>
    service.claimFreeResource(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.listResourceVersions, ({ viewer, params }) =>
    service.listResourceVersions(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.countResourceView, ({ viewer, params, request }) =>
    service.countResourceView(ctx, viewer, params.id, {
      address: request.ip,
      userAgent: request.headers['user-agent'],
    }),
  );
  registerDownloads(app, ctx);
  registerPreviews(app, ctx);
}

function registerDownloads(app: FastifyInstance, ctx: AppContext): void {
  for (const alias of [contract.getResourceDownloads, contract.getCurriculumDownloads]) {
    bindContract(app, ctx, alias, ({ viewer, params }) => getResourceDownloads(ctx, viewer, params.id));
  }
  app.get<{ Params: { token: string } }>(
    '/api/downloads/:token',
    { config: { access: 'signed-in' }, schema: { hide: true }, compress: false },
    async (request, reply) => {
      const file = await openDownload(ctx, await requireViewer(ctx, request), request.params.token);
      reply.headers({
        'cache-control': 'private, no-store',
        'content-disposition': attachmentNamed(file.name),
      });
      return sendFile(request, reply, file);
    },
  );
}

/** A new preview has a new id, so it can be cached; an hour at most, because a resource may go off sale. */
const PUBLIC_CACHE = 'public, max-age=3600';
const PRIVATE_CACHE = 'private, no-cache';

const previewParams = idParams.extend({ previewId: idParams.shape.id });

function registerPreviews(app: FastifyInstance, ctx: AppContext): void {
  app.get<{ Params: z.output<typeof previewParams> }>(
    '/api/resources/:id/previews/:previewId',
    { config: { access: 'public' }, schema: { params: previewParams, hide: true }, compress: false },
    async (request, reply) => {
      const { id: resourceId, previewId } = request.params;
      const preview = await openPreview(ctx, await admit(ctx, request, 'public'), { resourceId, previewId });
      reply.header('cache-control', preview.isPublic ? PUBLIC_CACHE : PRIVATE_CACHE);
      return sendFile(request, reply, preview);
    },
  );
}
