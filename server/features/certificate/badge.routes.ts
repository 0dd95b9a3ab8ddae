// Badges for their holders, the keys for admins, and what verifiers fetch: the issuer with its keys, achievements and
// the list of revoked badges. The addresses of the latter are inside every badge and must never change.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { addressKey } from '#server/integrations/address-key.ts';
import * as contract from '#shared/features/certificate/badge.contract.ts';
import { idParams } from '#shared/id.schema.ts';
import { getIssuerDocument, listBadgeKeys, rotateBadgeKey } from './badge-key.service.ts';
import { getStatusList } from './badge-status.service.ts';
import { downloadBadge, getAchievement, getAchievementImage } from './badge.service.ts';

export function registerBadgeRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.downloadBadge, ({ viewer, params, query }) =>
    downloadBadge(ctx, viewer, { ...params, ...query }),
  );
  bindContract(app, ctx, contract.listBadgeKeys, () => listBadgeKeys(ctx));
  bindContract(app, ctx, contract.rotateBadgeKey, ({ viewer, body }) => rotateBadgeKey(ctx, viewer, body));
  registerVerifierRoutes(app, ctx);
}

/** Signing and drawing cost some milliseconds. */
const LIMIT = { points: 120, seconds: 60 };

type Ids = { Params: z.output<typeof idParams> };

function registerVerifierRoutes(app: FastifyInstance, ctx: AppContext): void {
  void app.register((scope, _options, done) => {
    scope.addHook('onRequest', async ({ ip }) => ctx.limiter.take(`badges ${addressKey(ip)}`, LIMIT));
    const options = { config: { access: 'public' as const }, schema: { hide: true } };
    const withId = { ...options, schema: { hide: true, params: idParams } };

    scope.get('/.well-known/did.json', options, async (_request, reply) =>
      sendDocument(reply, await getIssuerDocument(ctx), { seconds: 60 }),
    );
    scope.get<Ids>('/badges/status/:id', withId, async ({ params }, reply) =>
      sendDocument(reply, await getStatusList(ctx, params.id), { seconds: 300 }),
    );
    scope.get<Ids>('/badges/achievements/:id', withId, async ({ params }, reply) =>
      sendDocument(reply, await getAchievement(ctx, params.id), { seconds: 3600 }),
    );
    scope.get<Ids>('/badges/achievements/:id/image', withId, async ({ params }, reply) => {
      const image = await getAchievementImage(ctx, params.id);
      return forEveryone(reply, { seconds: 86_400 }).type('image/png').send(image);
    });
    done();
  });
}

/** Verifiers may be pages of other sites. */
function forEveryone(reply: FastifyReply, { seconds }: { seconds: number }): FastifyReply {
  return reply.headers({
    'cache-control': `public, max-age=${seconds}`,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  });
}

function sendDocument(reply: FastifyReply, document: object, caching: { seconds: number }): FastifyReply {
  return forEveryone(reply, caching)
    .type('application/ld+json; charset=utf-8')
    .send(JSON.stringify(document));
}
