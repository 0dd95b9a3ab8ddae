// Binds the dashboard's contract.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/dashboard/dashboard.contract.ts';
import { getOfficerDashboard, getStaffDashboard } from './dashboard.service.ts';
import { getSiteSetup } from './site-setup.service.ts';

export function registerDashboardRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.getStaffDashboard, ({ query }) => getStaffDashboard(ctx, query.days));
  bindContract(app, ctx, contract.getSiteSetup, () => getSiteSetup(ctx));
  bindContract(app, ctx, contract.getOfficerDashboard, ({ viewer }) => getOfficerDashboard(ctx, viewer));
}
