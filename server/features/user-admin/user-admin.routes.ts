// User administration over HTTP.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/user-admin/user-admin.contract.ts';
import * as actions from './user-actions.service.ts';
import * as service from './user-admin.service.ts';

export function registerUserAdminRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listUsers, ({ query }) => service.listUsers(ctx, query));
  bindContract(app, ctx, contract.exportUsers, ({ viewer, query }) =>
    service.exportUsers(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.getStaffUser, ({ viewer, params }) =>
    service.getStaffUser(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.listRoles, () => service.listRoles(ctx, app.contracts));

  bindContract(app, ctx, contract.setUserRoles, ({ viewer, params, body }) =>
    actions.setUserRoles(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.suspendUser, ({ viewer, params, body }) =>
    actions.suspendUser(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.restoreUser, ({ viewer, params }) =>
    actions.restoreUser(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.setUserMinor, ({ viewer, params, body }) =>
    actions.setUserMinor(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.endUserSessions, ({ viewer, params }) =>
    actions.endUserSessions(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.sendPasswordResetLink, ({ viewer, params }) =>
    actions.sendPasswordResetLink(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.resetUserTwoFactor, ({ viewer, params, body }) =>
    actions.resetUserTwoFactor(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.updateUsers, ({ viewer, body }) => actions.updateUsers(ctx, viewer, body));
}
