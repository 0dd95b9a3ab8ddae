// Serves the files of resources to those who may have them.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { attachmentNamed } from '#server/http/attachment.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { sendFile } from '#server/http/send-file.ts';
import { admitPerson } from '#server/http/viewer.ts';
import { getCurriculumDownloads, getResourceDownloads } from '#shared/features/resource/resource.contract.ts';
import { getDownloadLinks, openDownload } from './resource-download.service.ts';

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
