// Binds what everyone may read of the curriculum store.
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { reportToStaff } from '#server/features/moderation/rights-notice.service.ts';
import { attachmentNamed } from '#server/http/attachment.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { sendFile } from '#server/http/send-file.ts';
import { admit, admitPerson } from '#server/http/viewer.ts';
import { reportResource } from '#shared/features/moderation/rights-notice.contract.ts';
import {
  claimResource,
  countResourceView,
  getCurriculumDownloads,
  getCurriculumItem,
  getResource,
  getResourceDownloads,
  listFeaturedResources,
  listRelatedResources,
  listResourcesByIds,
} from '#shared/features/resource/resource.contract.ts';
import { idParams } from '#shared/id.schema.ts';
import { getDownloadLinks, openDownload } from './resource-download.service.ts';
import { openPreview } from './resource-preview.service.ts';
import {
  claimFreeResource,
  countView,
  getResourceDetail,
  listFeatured,
  listRelated,
  listResourceCards,
} from './resource.service.ts';

export function registerResourceRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listFeaturedResources, () => listFeatured(ctx));
  bindContract(app, ctx, listResourcesByIds, ({ query }) => listResourceCards(ctx, query.ids));
  for (const contract of [getResource, getCurriculumItem]) {
    bindContract(app, ctx, contract, ({ viewer, params }) => getResourceDetail(ctx, viewer, params.id));
  }
  bindContract(app, ctx, listRelatedResources, ({ viewer, params }) => listRelated(ctx, viewer, params.id));
}

export function registerResourceOwnedRoutes(app: FastifyInstance, ctx: AppContext): void {
  registerResourceDownloadRoutes(app, ctx);
  bindContract(app, ctx, claimResource, ({ viewer, params }) => claimFreeResource(ctx, viewer, params.id));
  bindContract(app, ctx, reportResource, ({ viewer, params, body }) =>
    reportToStaff(ctx, viewer, { ...params, ...body }),
  );
}

export function registerResourceDownloadRoutes(app: FastifyInstance, ctx: AppContext): void {
  for (const contract of [getResourceDownloads, getCurriculumDownloads]) {
    bindContract(app, ctx, contract, ({ viewer, params }) => getDownloadLinks(ctx, viewer, params.id));
  }
  app.get<{ Params: { token: string } }>(
    '/api/downloads/:token',
    { config: { access: 'signed-in' }, schema: { hide: true }, compress: false },
    async (request, reply) => {
      const file = await openDownload(ctx, await admitPerson(ctx, request), request.params.token);
      reply.headers({
        'cache-control': 'private, no-store',
        'content-disposition': attachmentNamed(file.name),
      });
      return sendFile(request, reply, file);
    },
  );
}

/** Another preview has another number; but what goes off sale should be gone soon. */
const FOR_EVERYONE = 'public, max-age=3600';
const FOR_ONE = 'private, no-cache';

const previewParams = idParams.extend({ previewId: idParams.shape.id });

export function registerResourcePreviewRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.get<{ Params: z.output<typeof previewParams> }>(
    '/api/resources/:id/previews/:previewId',
    { config: { access: 'public' }, schema: { params: previewParams, hide: true }, compress: false },
    async (request, reply) => {
      const { id: resourceId, previewId } = request.params;
      const preview = await openPreview(ctx, await admit(ctx, request, 'public'), { resourceId, previewId });
      reply.header('cache-control', preview.isForEveryone ? FOR_EVERYONE : FOR_ONE);
      return sendFile(request, reply, preview);
    },
  );
}

export function registerResourceViewRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, countResourceView, ({ viewer, params, request }) =>
    countView(ctx, viewer, params.id, { address: request.ip, userAgent: request.headers['user-agent'] }),
  );
}
