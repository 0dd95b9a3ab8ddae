// Binds the bell, its settings and unsubscribing.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { unsubscribe } from '#server/platform/notification.service.ts';
import { AppError } from '#shared/errors.ts';
import * as contract from '#shared/features/notification/notification.contract.ts';
import * as service from './notification.service.ts';

export function registerNotificationRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listNotifications, ({ viewer, query }) =>
    service.listNotifications(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.markNotificationsRead, ({ viewer, body }) =>
    service.markNotificationsRead(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.listNotificationSettings, ({ viewer }) =>
    service.listNotificationSettings(ctx, viewer),
  );
  bindContract(app, ctx, contract.updateNotificationSetting, ({ viewer, body }) =>
    service.updateNotificationSetting(ctx, viewer, body),
  );
  registerUnsubscribe(app, ctx);
}

type Asked = { Querystring: { token?: unknown }; Body: string };

const ONE_CLICK = 'List-Unsubscribe=One-Click';

/**
 * The page /unsubscribe sends its form here, so it works without scripts. Mail programs post to the same URL (RFC 8058)
 * and must not be redirected. A GET only shows the page: mail scanners open every link.
 */
function registerUnsubscribe(app: FastifyInstance, ctx: AppContext): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_request, body, parsed) =>
      parsed(null, body),
    );
    scope.post<Asked>(
      '/unsubscribe',
      { config: { access: 'public', isWebhook: true }, schema: { hide: true } },
      async ({ query, body }, reply) => {
        const token = typeof query.token === 'string' ? query.token : '';
        if (typeof body === 'string' && body.includes(ONE_CLICK))
          return { off: await unsubscribe(ctx, token) };
        const off = await unsubscribe(ctx, token).catch((error: unknown) => {
          if (error instanceof AppError) return null;
          throw error;
        });
        return reply.redirect(off === null ? '/unsubscribe' : `/unsubscribe?off=${off}`, 303);
      },
    );
    done();
  });
}
