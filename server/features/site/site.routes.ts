// Binds the site's contracts, and the files search engines ask for.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { getSite, getVersion, reportClientError } from '#shared/features/site/site.contract.ts';
import {
  getSiteInfo,
  recordClientError,
  robotsTxt,
  sitemapXml,
  webManifest,
  type VersionInfo,
} from './site.service.ts';

export function registerSiteRoutes(app: FastifyInstance, ctx: AppContext, version: VersionInfo): void {
  bindContract(app, ctx, getVersion, () => version);
  bindContract(app, ctx, getSite, () => getSiteInfo(ctx));
  bindContract(app, ctx, reportClientError, ({ body }) => recordClientError(ctx, body));

  const file = { config: { access: 'public' as const }, schema: { hide: true } };
  app.get('/robots.txt', file, (_request, reply) =>
    reply.type('text/plain').send(robotsTxt(ctx.config.publicUrl)),
  );
  app.get('/sitemap.xml', file, (_request, reply) =>
    reply.type('application/xml').send(sitemapXml(ctx.config.publicUrl)),
  );
  app.get('/manifest.webmanifest', file, async (_request, reply) =>
    reply.type('application/manifest+json').send(JSON.stringify(await webManifest(ctx))),
  );
}
