// The site's endpoints, its administration, and the files search engines and phones ask for.
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import type { PageCache } from '#server/http/page-cache.ts';
import { listAudit } from '#server/platform/audit.service.ts';
import { undoDecision } from '#server/platform/decision.service.ts';
import { getSettings, updateSettings } from '#server/platform/settings.service.ts';
import * as contract from '#shared/features/site/site.contract.ts';
import { getDeployment, listMails, retryJob, sendHeldMail } from './operations.service.ts';
import { getSite, reportClientError, robotsTxt, webManifest, type VersionInfo } from './site.service.ts';
import { sitemap, sitemapPart } from './sitemap.service.ts';

export function registerSiteRoutes(
  app: FastifyInstance,
  ctx: AppContext,
  { version, pages }: { version: VersionInfo; pages: PageCache },
): void {
  bindContract(app, ctx, contract.getVersion, () => version);
  bindContract(app, ctx, contract.getSite, () => getSite(ctx));
  bindContract(app, ctx, contract.reportClientError, ({ body }) => reportClientError(ctx, body));

  bindContract(app, ctx, contract.getSettings, () => getSettings(ctx));
  bindContract(app, ctx, contract.updateSettings, async ({ viewer, body }) => {
    const settings = await updateSettings(ctx, viewer, body);
    // Every page shows the site's name. Pages cached by other processes expire within seconds.
    pages.forget();
    return settings;
  });
  bindContract(app, ctx, contract.getDeployment, () => getDeployment(ctx, version));
  bindContract(app, ctx, contract.retryJob, ({ viewer, params }) => retryJob(ctx, viewer, params.id));
  bindContract(app, ctx, contract.listMails, ({ viewer, query }) => listMails(ctx, viewer, query));
  bindContract(app, ctx, contract.sendHeldMail, ({ viewer, params }) => sendHeldMail(ctx, viewer, params.id));
  bindContract(app, ctx, contract.listAudit, ({ query }) => listAudit(ctx, query));
  bindContract(app, ctx, contract.undoDecision, ({ viewer, params }) => undoDecision(ctx, viewer, params.id));

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
