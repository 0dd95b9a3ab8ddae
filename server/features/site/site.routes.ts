// Binds the site's contracts, and the files search engines ask for.
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { getSite, getVersion, reportClientError } from '#shared/features/site/site.contract.ts';
import { getSiteInfo, recordClientError, robotsTxt, webManifest, type VersionInfo } from './site.service.ts';
import { sitemap, sitemapPart } from './sitemap.service.ts';

export function registerSiteRoutes(app: FastifyInstance, ctx: AppContext, version: VersionInfo): void {
  bindContract(app, ctx, getVersion, () => version);
  bindContract(app, ctx, getSite, () => getSiteInfo(ctx));
  bindContract(app, ctx, reportClientError, ({ body }) => recordClientError(ctx, body));

  const file = { config: { access: 'public' as const }, schema: { hide: true } };
  app.get('/robots.txt', file, (_request, reply) =>
    reply.type('text/plain').send(robotsTxt(ctx.config.publicUrl)),
  );
  app.get('/sitemap.xml', file, async (_request, reply) =>
    reply.type('application/xml').send(Readable.from(await sitemap(ctx))),
  );
  app.get<{ Params: { part: string } }>('/sitemap-:part(^[a-z0-9-]+).xml', file, async (request, reply) =>
    reply.type('application/xml').send(Readable.from(await sitemapPart(ctx, request.params.part))),
  );
  app.get('/manifest.webmanifest', file, async (_request, reply) =>
    reply.type('application/manifest+json').send(JSON.stringify(await webManifest(ctx))),
  );
}
