// Serves covers as images, those of resources and courses also at the URLs of spec §3.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { namesTag } from '#server/http/send-file.ts';
import { admit } from '#server/http/viewer.ts';
import { DEFAULT_IMAGES } from '#shared/images.ts';
import { getCover, getItemCover, type ShownCover } from './cover-items.service.ts';

/** An address with the time of the last change (`?t=`): a new picture gets another one. */
const FOREVER = 'public, max-age=31536000, immutable';
/** Covers rarely change, and revalidating is cheap. */
const A_DAY = 'public, max-age=86400, stale-while-revalidate=604800';
const FOR_ONE = 'private, no-cache';
/** An item without a cover may get one soon. */
const A_WHILE = 'public, max-age=300';

const OPEN = { config: { access: 'public' as const }, schema: { hide: true } };

export function registerCoverRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.get<{ Params: { subject: string; file: string } }>(
    '/images/covers/:subject/:file',
    OPEN,
    async (request, reply) => {
      return sendPicture(request, reply, await getCover(ctx, request.params, findViewer(ctx, request)));
    },
  );
  const addresses = [
    { url: '/uploads/resources/:file', size: 'image', prefix: 'resource-' },
    { url: '/uploads/courses/:file', size: 'image', prefix: 'course-' },
    { url: '/images/thumbnails/:file', size: 'thumbnail', prefix: '' },
  ] as const;
  for (const { url, size, prefix } of addresses) {
    app.get<{ Params: { file: string } }>(url, OPEN, async (request, reply) => {
      const name = prefix + withoutEnding(request.params.file);
      const { picture, isForEveryone } = await getItemCover(ctx, { name, size }, findViewer(ctx, request));
      if (picture) return sendPicture(request, reply, { picture, isForEveryone });
      return reply
        .header('cache-control', isForEveryone ? A_WHILE : FOR_ONE)
        .redirect(DEFAULT_IMAGES['default-resource']);
    });
  }
}

function findViewer(ctx: AppContext, request: FastifyRequest) {
  return () => admit(ctx, request, 'public');
}

/** Other extensions don't exist. */
function withoutEnding(file: string): string {
  return file.endsWith('.webp') ? file.slice(0, -'.webp'.length) : '';
}

async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  { isForEveryone, picture: { etag, contentType, open } }: ShownCover,
): Promise<FastifyReply> {
  const forEveryone = isVersioned(request) ? FOREVER : A_DAY;
  const caching = isForEveryone ? forEveryone : FOR_ONE;
  reply.headers({ etag, 'cache-control': caching, 'x-content-type-options': 'nosniff' });
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const { stream, bytes } = await open();
  return reply.headers({ 'content-type': contentType, 'content-length': bytes }).send(stream);
}

function isVersioned({ query }: FastifyRequest): boolean {
  const { t } = query as { t?: unknown };
  return typeof t === 'string' && /^\d{10,}$/.test(t);
}
