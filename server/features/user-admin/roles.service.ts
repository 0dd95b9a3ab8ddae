// Who holds which role: giving and taking them, and the table of what each may do.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { openShop } from '#server/features/seller/seller-own.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import { AppError } from '#shared/errors.ts';
import { fullNameOf } from '#shared/names.ts';
import {
  PERMISSION_LABELS,
  PERMISSIONS,
  permissionsOf,
  ROLE_LABELS,
  ROLES,
  withRole,
  type Role,
} from '#shared/roles.ts';
import { keepOneAdmin } from './admin-guard.service.ts';
import { countRoles, lockAccount, updateRoles } from './user-admin.queries.ts';
import { noSuchAccount } from './user-admin.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';

export async function setRolesOf(
  ctx: AppContext,
  viewer: Viewer,
  { id, ...wanted }: { id: number; roles: Role[]; primary: Role },
): Promise<void> {
  if (id === viewer.id) {
    throw new AppError('forbidden', 'You cannot change your own roles. Ask another admin.');
  }
  const roles = wanted.roles.reduce<Role[]>(withRole, []);
  const role = wanted.primary;
  if (!roles.includes(role)) {
    const message = 'The main role must be one of the roles they hold';
    throw new AppError('validation_failed', message, [{ path: 'primary', message }]);
  }
  await inTransaction(ctx.db, async (tx) => {
    const account = await lockAccount(tx, { id });
    if (!account) throw noSuchAccount();
    if (account.state === 'deleted') {
      throw new AppError('conflict', 'This account was deleted by its owner.');
    }
    await updateRoles(tx, { id, role, roles });
    if (roles.includes('seller')) await openShop(ctx, tx, { userId: id, name: fullNameOf(account) });
    if (account.roles.includes('admin') && !roles.includes('admin')) await keepOneAdmin(tx);
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'account.roles',
      subject: ['user', id],
      userId: id,
      details: {
        before: { role: account.role, roles: account.roles },
        after: { role, roles },
      },
    });
  });
}

export async function listRoleTable(ctx: AppContext) {
  const people = await countRoles(ctx.db);
  return {
    permissions: PERMISSIONS.map((name) => ({ name, label: PERMISSION_LABELS[name] })),
    roles: ROLES.map((name) => ({
      name,
      label: ROLE_LABELS[name],
      people: people.get(name) ?? 0,
      permissions: [...permissionsOf(name)],
    })),
  };
}
