// Liveness and readiness for load balancers and monitoring, and the shutdown flag behind them.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { AppError } from '#shared/errors.ts';

/** Anyone may call it, so frequent calls must be cheap. */
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

/** A full disk only blocks uploads; it must not take every server out of service. */
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

/** Register on the root, so that it covers pages and the API. */
export function watchClosing(app: FastifyInstance): Closing {
  let isClosing = false;
  const begin = () => {
    isClosing = true;
  };
  app.addHook('preClose', (done) => {
    begin();
    done();
  });
  // A keep-alive connection in use when the stop came would delay the exit.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });
  return { isClosing: () => isClosing, begin };
}
