// Binds the contracts of applications, for applicants and for staff.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  approveApplication,
  declineApplication,
  listApplications,
} from '#shared/features/user-admin/user-admin.contract.ts';
import {
  applyForRole,
  listMyApplications,
  withdrawApplication,
} from '#shared/features/profile/profile.contract.ts';
import {
  approveApplicationOf,
  declineApplicationOf,
  listApplicationPage,
} from './application-decisions.service.ts';
import { fileApplication, listApplicationsOf, takeBackApplication } from './application.service.ts';

export function registerApplicationRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listMyApplications, ({ viewer }) => listApplicationsOf(ctx, viewer.id));
  bindContract(app, ctx, applyForRole, ({ viewer, body }) => fileApplication(ctx, viewer, body));
  bindContract(app, ctx, withdrawApplication, ({ viewer, params }) =>
    takeBackApplication(ctx, viewer, params.id),
  );

  bindContract(app, ctx, listApplications, ({ viewer, query }) => listApplicationPage(ctx, viewer, query));
  bindContract(app, ctx, approveApplication, ({ viewer, params }) =>
    approveApplicationOf(ctx, viewer, params.id),
  );
  bindContract(app, ctx, declineApplication, ({ viewer, params, body }) =>
    declineApplicationOf(ctx, viewer, { ...params, ...body }),
  );
}
