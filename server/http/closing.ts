// Leaving in order: from the moment a stop is asked for, readiness says no and every answer gives up its connection.
import type { FastifyInstance } from 'fastify';

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
