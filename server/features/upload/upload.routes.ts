// Binds uploads: the tus endpoint, form data, and how each stands.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { deleteUpload, getUpload, listUploads } from '#shared/features/upload/upload.contract.ts';
import { getUploadOf, listUploadsOf, throwAway } from './upload.service.ts';

export function registerUploadRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listUploads, ({ viewer }) => listUploadsOf(ctx, viewer));
  bindContract(app, ctx, getUpload, ({ viewer, params }) => getUploadOf(ctx, viewer, params.id));
  bindContract(app, ctx, deleteUpload, ({ viewer, params }) => throwAway(ctx, viewer, params.id));
}
