// Binds an instructor's hours and calendars.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/availability/availability.contract.ts';
import * as service from './availability.service.ts';

export function registerAvailabilityRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.getAvailability, ({ viewer }) => service.getAvailability(ctx, viewer));
  bindContract(app, ctx, contract.updateAvailability, ({ viewer, body }) =>
    service.updateAvailability(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.addCalendar, ({ viewer, body }) => service.addCalendar(ctx, viewer, body));
  bindContract(app, ctx, contract.readCalendar, ({ viewer, params }) =>
    service.readCalendar(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.removeCalendar, ({ viewer, params }) =>
    service.removeCalendar(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.createCalendarFeed, ({ viewer }) =>
    service.createCalendarFeed(ctx, viewer),
  );
  bindContract(app, ctx, contract.revokeCalendarFeed, ({ viewer }) =>
    service.revokeCalendarFeed(ctx, viewer),
  );
}
