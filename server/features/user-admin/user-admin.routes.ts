// Binds the contracts of accounts as staff see them.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  changeUsers,
  endUserSessions,
  exportUsers,
  getPerson,
  listRoles,
  listUsers,
  removeTwoFactor,
  restoreUser,
  sendResetLink,
  setRoles,
  suspendUser,
} from '#shared/features/user-admin/user-admin.contract.ts';
import {
  changeAccounts,
  endSessionsOf,
  mailResetLink,
  removeTwoFactorOf,
  restoreAccount,
  suspendAccount,
} from './user-actions.service.ts';
import { exportPeople, getPersonForStaff, listPeople } from './user-admin.service.ts';
import { listRoleTable, setRolesOf } from './roles.service.ts';

export function registerPeopleRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listUsers, ({ query }) => listPeople(ctx, query));
  bindContract(app, ctx, exportUsers, ({ viewer, query }) => exportPeople(ctx, viewer, query));
  bindContract(app, ctx, getPerson, ({ viewer, params }) => getPersonForStaff(ctx, viewer, params.id));
  bindContract(app, ctx, listRoles, () => listRoleTable(ctx));

  bindContract(app, ctx, setRoles, ({ viewer, params, body }) =>
    setRolesOf(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, suspendUser, ({ viewer, params, body }) =>
    suspendAccount(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, restoreUser, ({ viewer, params }) => restoreAccount(ctx, viewer, params.id));
  bindContract(app, ctx, endUserSessions, ({ viewer, params }) => endSessionsOf(ctx, viewer, params.id));
  bindContract(app, ctx, sendResetLink, ({ viewer, params }) => mailResetLink(ctx, viewer, params.id));
  bindContract(app, ctx, removeTwoFactor, ({ viewer, params, body }) =>
    removeTwoFactorOf(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, changeUsers, ({ viewer, body }) => changeAccounts(ctx, viewer, body));
}
