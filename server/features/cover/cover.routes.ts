// Serves covers as plain image URLs.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { getCoverPicture } from './cover.service.ts';

/** A cover changes when its subject's style does, which is rare: a day old is new enough, and asking again is cheap. */
const FOREVER = 'public, max-age=86400, stale-while-revalidate=604800';

export function registerCoverRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.get<{ Params: { subject: string; file: string } }>(
    '/images/covers/:subject/:file',
    { config: { access: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      const { etag, contentType, open } = await getCoverPicture(ctx, request.params);
      reply.headers({ etag, 'cache-control': FOREVER, 'x-content-type-options': 'nosniff' });
      if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      const { stream, bytes } = await open();
      return reply.headers({ 'content-type': contentType, 'content-length': bytes }).send(stream);
    },
  );
}

function namesTag(header: string | undefined, etag: string): boolean {
  return (header ?? '')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}
