// For whoever watches the process: is it alive, and may it be sent visitors?
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';

export function registerHealthRoutes(app: FastifyInstance, ctx: AppContext): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  // What was under way when the stop came takes its connection along; kept alive, it would hold the process up.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });

  app.get('/healthz', { config: { access: 'public' }, logLevel: 'warn' }, async () => ({ status: 'ok' }));

  app.get('/readyz', { config: { access: 'public' }, logLevel: 'warn' }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (isClosing) return reply.code(503).send({ status: 'closing' });
    try {
      await Promise.all([ctx.pool.query('select 1'), ctx.storage.healthy()]);
      return { status: 'ready' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'not ready' });
    }
  });
}
