// GET /api/events: a signed-in user's live events as server-sent events.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { LIVE_EVENTS_PATH, parseLiveEventId } from '#shared/live-events.ts';
import { z } from 'zod';
import { requireViewer } from './viewer.ts';

/** A browser that reads too slowly is cut off; it resumes where it was. */
const MOST_UNSENT_BYTES = 256 * 1024;

const query = z.object({ after: z.string().max(40).optional() });

export function registerLiveEventRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.addHook('preClose', () => ctx.live.stop());

  app.get<{ Querystring: z.output<typeof query> }>(
    LIVE_EVENTS_PATH,
    { config: { access: 'signed-in' }, schema: { querystring: query, hide: true }, logLevel: 'warn' },
    async (request, reply) => {
      const viewer = await requireViewer(ctx, request);
      const header = request.headers['last-event-id'];
      const after = parseLiveEventId(viewer.id, typeof header === 'string' ? header : request.query.after);
      reply.headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Nginx would keep events until its buffer is full.
        'x-accel-buffering': 'no',
      });
      reply.hijack();
      const { raw } = reply;
      let forget: (() => void) | undefined;
      let isGone = false;
      raw.on('close', () => {
        isGone = true;
        forget?.();
      });
      raw.writeHead(200, reply.getHeaders() as Record<string, string>);
      forget = await ctx.live.open(viewer, after, {
        write(text) {
          raw.write(text);
          if (raw.writableLength > MOST_UNSENT_BYTES) raw.destroy();
        },
        end: () => raw.end(),
      });
      if (isGone) forget();
    },
  );
}
