// The gateway's webhook. The raw body is kept, because the signature covers its bytes.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { GATEWAYS } from '#shared/features/payment/payment.states.ts';
import { receiveEvent } from './webhook.service.ts';

export function registerWebhookRoutes(app: FastifyInstance, ctx: AppContext): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    for (const gateway of GATEWAYS) {
      scope.post(
        `/api/webhooks/${gateway}`,
        { config: { access: 'public', isWebhook: true }, schema: { hide: true } },
        async ({ body, headers }) => {
          await receiveEvent(ctx, gateway, { body: Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers });
          return { received: true };
        },
      );
    }
    done();
  });
}
