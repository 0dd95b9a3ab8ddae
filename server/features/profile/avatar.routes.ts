// Serves pictures of people as plain image URLs, also on the shorter path a page falls back to (spec §4).
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { openAvatar } from './avatar.service.ts';

/** A new picture has a new name. */
const FOREVER = 'public, max-age=31536000, immutable';

export function registerAvatarRoutes(app: FastifyInstance, ctx: AppContext): void {
  for (const url of ['/uploads/profiles/:file', '/uploads/:file']) {
    app.get<{ Params: { file: string } }>(
      url,
      { config: { access: 'public' }, schema: { hide: true } },
      async (request, reply) => {
        const { stream, bytes } = await openAvatar(ctx, request.params.file);
        return reply
          .headers({
            'content-type': 'image/webp',
            'content-length': bytes,
            'cache-control': FOREVER,
            'x-content-type-options': 'nosniff',
          })
          .send(stream);
      },
    );
  }
}
