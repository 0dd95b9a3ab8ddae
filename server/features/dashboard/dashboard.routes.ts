// Binds the dashboard's contract.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { getOfficerDashboard, getStaffDashboard } from '#shared/features/dashboard/dashboard.contract.ts';
import { readOfficerDashboard, readStaffDashboard } from './dashboard.service.ts';

export function registerDashboardRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, getStaffDashboard, ({ query }) => readStaffDashboard(ctx, query.days));
  bindContract(app, ctx, getOfficerDashboard, ({ viewer }) => readOfficerDashboard(ctx, viewer));
}
