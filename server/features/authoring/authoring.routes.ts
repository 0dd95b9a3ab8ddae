// Binds what sellers do with their own resources.
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { requireViewer } from '#server/http/viewer.ts';
import * as contract from '#shared/features/authoring/authoring.contract.ts';
import { idParams } from '#shared/id.schema.ts';
import * as files from './authoring-files.service.ts';
import * as service from './authoring.service.ts';
import { getOwnResource, listOwnResources } from './own-resources.service.ts';
import * as drafts from './resource-draft.service.ts';

export function registerAuthoringRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listOwnResources, ({ viewer, query }) =>
    listOwnResources(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.getOwnResource, ({ viewer, params }) =>
    getOwnResource(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.createResource, ({ viewer, body }) =>
    service.createResource(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.updateResource, ({ viewer, params, body }) =>
    service.updateResource(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, contract.deleteResource, ({ viewer, params }) =>
    service.deleteResource(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.duplicateResource, ({ viewer, params }) =>
    service.duplicateResource(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.setResourceCover, ({ viewer, params, body }) =>
    service.setResourceCover(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, contract.previewDescription, ({ body }) => service.previewDescription(body.text));
  registerTransitions(app, ctx);
  registerFiles(app, ctx);
  registerDrafts(app, ctx);
}

function registerTransitions(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.submitResource, ({ viewer, params }) =>
    service.submitResource(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.withdrawResource, ({ viewer, params }) =>
    service.withdrawResource(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.archiveResource, ({ viewer, params }) =>
    service.archiveResource(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.restoreResource, ({ viewer, params }) =>
    service.restoreResource(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.updateOwnResources, ({ viewer, body }) =>
    service.updateOwnResources(ctx, viewer, body),
  );
}

function registerFiles(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.addResourceFile, ({ viewer, params, body }) =>
    files.addResourceFile(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, contract.updateResourceFile, ({ viewer, params, body }) =>
    files.updateResourceFile(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, contract.deleteResourceFile, ({ viewer, params }) =>
    files.deleteResourceFile(ctx, viewer, params),
  );
  bindContract(app, ctx, contract.retryPreviews, ({ viewer, params }) =>
    files.retryPreviews(ctx, viewer, params.id),
  );
}

function registerDrafts(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.publishChanges, ({ viewer, params, body }) =>
    drafts.publishChanges(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, contract.discardChanges, ({ viewer, params, body }) =>
    drafts.discardChanges(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, contract.restoreChanges, ({ viewer, params, body }) =>
    drafts.restoreChanges(ctx, viewer, { ...body, ...params }),
  );
  // The browser loads it as an image, so it is not a contract.
  app.get<{ Params: z.output<typeof idParams> }>(
    '/api/my/resources/:id/cover',
    { config: { access: 'signed-in' }, schema: { params: idParams, hide: true } },
    async (request, reply) => {
      const viewer = await requireViewer(ctx, request);
      const { contentType, open } = await drafts.openDraftCover(ctx, viewer, request.params.id);
      const { stream, bytes } = await open();
      reply.headers({ 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' });
      return reply.headers({ 'content-type': contentType, 'content-length': bytes }).send(stream);
    },
  );
}
