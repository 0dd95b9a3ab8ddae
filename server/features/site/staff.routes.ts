// Binds the contracts of running the site.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import type { PageCache } from '#server/http/page-cache.ts';
import {
  getDeployment,
  getSettingsForStaff,
  listAudit,
  listMails,
  retryJob,
  sendHeldMail,
  updateSettings,
} from '#shared/features/site/staff.contract.ts';
import { listAuditPage } from '#server/platform/audit.service.ts';
import { describeDeployment, retryFailedJob } from './deployment.service.ts';
import { listOutbox, sendHeldBackMail } from './outbox.service.ts';
import * as settingsService from '#server/platform/settings.service.ts';
import type { VersionInfo } from './site.service.ts';

export function registerStaffRoutes(
  app: FastifyInstance,
  ctx: AppContext,
  { version, pages }: { version: VersionInfo; pages: PageCache },
): void {
  bindContract(app, ctx, getSettingsForStaff, () => settingsService.getSettings(ctx));
  bindContract(app, ctx, updateSettings, async ({ viewer, body }) => {
    const settings = await settingsService.updateSettings(ctx, viewer, body);
    // Every page shows the site's name. Other processes follow when their pages grow old, within seconds.
    pages.forget();
    return settings;
  });
  bindContract(app, ctx, getDeployment, () => describeDeployment(ctx, version));
  bindContract(app, ctx, retryJob, ({ viewer, params }) => retryFailedJob(ctx, viewer, params.id));
  bindContract(app, ctx, listMails, ({ viewer, query }) => listOutbox(ctx, viewer, query));
  bindContract(app, ctx, sendHeldMail, ({ viewer, params }) => sendHeldBackMail(ctx, viewer, params.id));
  bindContract(app, ctx, listAudit, ({ query }) => listAuditPage(ctx, query));
}
