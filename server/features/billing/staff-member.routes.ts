// Binds members for staff.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/billing/staff-member.contract.ts';
import { getMembershipStats } from './membership-stats.service.ts';
import * as actions from './staff-member-actions.service.ts';
import * as service from './staff-member.service.ts';

export function registerStaffMemberRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listMembers, ({ query }) => service.listMembers(ctx, query));
  bindContract(app, ctx, contract.exportMembers, ({ viewer, query }) =>
    service.exportMembers(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.getMember, ({ params }) => service.getMember(ctx, params.id));
  bindContract(app, ctx, contract.grantMembership, ({ viewer, body }) =>
    actions.grantMembership(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.extendMembership, ({ viewer, params, body }) =>
    actions.extendMembership(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.cancelMembership, ({ viewer, params, body }) =>
    actions.cancelMembership(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.resumeMembership, ({ viewer, params }) =>
    actions.resumeMembership(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.getMembershipStats, () => getMembershipStats(ctx));
}
