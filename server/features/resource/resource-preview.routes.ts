// Serves what may be seen of a resource before buying, in parts where a player asks for parts.
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { sendFile } from '#server/http/send-file.ts';
import { admit } from '#server/http/viewer.ts';
import { idParams } from '#shared/id.schema.ts';
import { openPreview } from './resource-preview.service.ts';

/** Another preview has another number; but what goes off sale should be gone soon. */
const FOR_EVERYONE = 'public, max-age=3600';
const FOR_ONE = 'private, no-cache';

const params = idParams.extend({ previewId: idParams.shape.id });

export function registerResourcePreviewRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.get<{ Params: z.output<typeof params> }>(
    '/api/resources/:id/previews/:previewId',
    { config: { access: 'public' }, schema: { params, hide: true }, compress: false },
    async (request, reply) => {
      const { id: resourceId, previewId } = request.params;
      const preview = await openPreview(ctx, await admit(ctx, request, 'public'), { resourceId, previewId });
      reply.header('cache-control', preview.isForEveryone ? FOR_EVERYONE : FOR_ONE);
      return sendFile(request, reply, preview);
    },
  );
}
