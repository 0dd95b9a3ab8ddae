// Applications over HTTP, for applicants and for staff.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/application/application.contract.ts';
import * as service from './application.service.ts';

export function registerApplicationRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listOwnApplications, ({ viewer }) =>
    service.listOwnApplications(ctx, viewer),
  );
  bindContract(app, ctx, contract.createApplication, ({ viewer, body }) =>
    service.createApplication(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.withdrawApplication, ({ viewer, params }) =>
    service.withdrawApplication(ctx, viewer, params.id),
  );

  bindContract(app, ctx, contract.listApplications, ({ viewer, query }) =>
    service.listApplications(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.approveApplication, ({ viewer, params }) =>
    service.approveApplication(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.declineApplication, ({ viewer, params, body }) =>
    service.declineApplication(ctx, viewer, { ...params, ...body }),
  );
}
