// Binds what sellers do with their own resources.
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { listVersionsOf } from '#server/features/resource/resource.service.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { admitPerson } from '#server/http/viewer.ts';
import { renderMarkdown } from '#server/markdown.ts';
import * as author from '#shared/features/authoring/authoring.contract.ts';
import { listResourceVersions } from '#shared/features/resource/resource.contract.ts';
import { idParams } from '#shared/id.schema.ts';
import { addFile, changeFile, makePreviewsAgain, removeFile } from './authoring-files.service.ts';
import {
  changeSeveral,
  createDraft,
  duplicate,
  moveOwn,
  saveChanges,
  setCover,
  throwAway,
} from './authoring.service.ts';
import { getOwn, listOwn } from './own-resources.service.ts';
import { discardChanges, openDraftCover, publishChanges, restoreChanges } from './resource-draft.service.ts';

export function registerResourceAuthorRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, author.listOwnResources, ({ viewer, query }) => listOwn(ctx, viewer, query));
  bindContract(app, ctx, author.getOwnResource, ({ viewer, params }) => getOwn(ctx, viewer, params.id));
  bindContract(app, ctx, author.createResource, ({ viewer, body }) => createDraft(ctx, viewer, body));
  bindContract(app, ctx, author.updateResource, ({ viewer, params, body }) =>
    saveChanges(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, author.deleteResource, ({ viewer, params }) => throwAway(ctx, viewer, params.id));
  bindContract(app, ctx, author.duplicateResource, ({ viewer, params }) => duplicate(ctx, viewer, params.id));
  bindContract(app, ctx, author.setResourceCover, ({ viewer, params, body }) =>
    setCover(ctx, viewer, { ...body, ...params }),
  );
  bindFiles(app, ctx);
  bindDrafts(app, ctx);
  bindMoves(app, ctx);
  bindContract(app, ctx, author.previewDescription, ({ body }) => ({ html: renderMarkdown(body.text) }));
}

function bindFiles(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, author.addResourceFile, ({ viewer, params, body }) =>
    addFile(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, author.updateResourceFile, ({ viewer, params, body }) =>
    changeFile(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, author.deleteResourceFile, ({ viewer, params }) => removeFile(ctx, viewer, params));
  bindContract(app, ctx, author.retryPreviews, ({ viewer, params }) =>
    makePreviewsAgain(ctx, viewer, params.id),
  );
  bindContract(app, ctx, listResourceVersions, ({ viewer, params }) =>
    listVersionsOf(ctx, viewer, params.id),
  );
}

function bindDrafts(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, author.publishChanges, ({ viewer, params, body }) =>
    publishChanges(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, author.discardChanges, ({ viewer, params, body }) =>
    discardChanges(ctx, viewer, { ...body, ...params }),
  );
  bindContract(app, ctx, author.restoreChanges, ({ viewer, params, body }) =>
    restoreChanges(ctx, viewer, { ...body, ...params }),
  );
  // Read by the browser as a picture, so it is no contract.
  app.get<{ Params: z.output<typeof idParams> }>(
    '/api/my/resources/:id/cover',
    { config: { access: 'signed-in' }, schema: { params: idParams, hide: true } },
    async (request, reply) => {
      const viewer = await admitPerson(ctx, request);
      const { contentType, open } = await openDraftCover(ctx, viewer, request.params.id);
      const { stream, bytes } = await open();
      reply.headers({ 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' });
      return reply.headers({ 'content-type': contentType, 'content-length': bytes }).send(stream);
    },
  );
}

function bindMoves(app: FastifyInstance, ctx: AppContext): void {
  const moves = [
    { contract: author.submitResource, move: 'submit' },
    { contract: author.withdrawResource, move: 'withdraw' },
    { contract: author.archiveResource, move: 'archive' },
    { contract: author.restoreResource, move: 'restore' },
  ] as const;
  for (const { contract, move } of moves) {
    bindContract(app, ctx, contract, ({ viewer, params }) => moveOwn(ctx, viewer, { id: params.id, move }));
  }
  bindContract(app, ctx, author.changeOwnResources, ({ viewer, body }) => changeSeveral(ctx, viewer, body));
}
