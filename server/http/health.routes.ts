// For whoever watches the process: is it alive, and may it be sent visitors?
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { AppError } from '#shared/errors.ts';

/** Anyone may ask, so asking often must cost nothing. */
const CHECK_LIFE_MS = 1000;

export function registerHealthRoutes(app: FastifyInstance, ctx: AppContext, closing: Closing): void {
  const options = {
    config: { access: 'public' as const },
    schema: { hide: true },
    logLevel: 'warn' as const,
  };
  const check = checkAtMostEach(CHECK_LIFE_MS, async () => {
    await Promise.all([ctx.pool.query('select 1'), ctx.storage.healthy().catch(unlessFull)]);
  });

  app.get('/healthz', options, async () => ({ status: 'ok' }));

  app.get('/readyz', options, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (closing.isClosing()) return reply.code(503).send({ status: 'closing' });
    try {
      await check();
      return { status: 'ready' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'not ready' });
    }
  });
}

/** With a full disk only uploads are refused; without this, every server would be taken out of service for it. */
function unlessFull(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'insufficient_storage')) throw error;
}

function checkAtMostEach(milliseconds: number, check: () => Promise<void>): () => Promise<void> {
  let last: { result: Promise<void>; until: number } | undefined;
  return () => {
    if (!last || last.until < Date.now()) last = { result: check(), until: Date.now() + milliseconds };
    return last.result;
  };
}

/** Once a stop is requested, readiness says no and every response closes its connection. */
export type Closing = { isClosing(): boolean; begin(): void };

/** On the root, so that pages and calls alike are covered. */
export function watchClosing(app: FastifyInstance): Closing {
  let isClosing = false;
  const begin = () => {
    isClosing = true;
  };
  app.addHook('preClose', (done) => {
    begin();
    done();
  });
  // Kept alive, a connection that was in use when the stop came would hold the process up.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });
  return { isClosing: () => isClosing, begin };
}
