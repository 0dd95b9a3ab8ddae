// Binds announcements.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/announcement/announcement.contract.ts';
import * as service from './announcement.service.ts';

export function registerAnnouncementRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listAnnouncementAudiences, ({ viewer }) =>
    service.listAnnouncementAudiences(ctx, viewer),
  );
  bindContract(app, ctx, contract.listOwnAnnouncements, ({ viewer, query }) =>
    service.listOwnAnnouncements(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.createAnnouncement, ({ viewer, body }) =>
    service.createAnnouncement(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.getAnnouncement, ({ viewer, params }) =>
    service.getAnnouncement(ctx, viewer, params.id),
  );
}
