// Binds waitlists.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/waitlist/waitlist.contract.ts';
import * as service from './waitlist.service.ts';

export function registerWaitlistRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listWaitlistEntries, ({ viewer }) =>
    service.listWaitlistEntries(ctx, viewer),
  );
  bindContract(app, ctx, contract.joinWaitlist, ({ viewer, body }) =>
    service.joinWaitlist(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.acceptOffer, ({ viewer, params }) =>
    service.acceptOffer(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.leaveWaitlist, ({ viewer, params }) =>
    service.leaveWaitlist(ctx, viewer, params.id),
  );
}
