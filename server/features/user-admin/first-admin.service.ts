// Who runs a new site: the account named by ADMIN_USERNAME, as long as there is no admin at all.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import { countActiveAdmins, lockAdmins, makeAdmin } from './admin-guard.queries.ts';

/** Answers whether somebody became the first admin just now. */
export async function ensureFirstAdmin(ctx: AppContext, username: string): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    await lockAdmins(tx);
    if ((await countActiveAdmins(tx)) > 0) return false;
    const userId = await makeAdmin(tx, { usernameKey: identityKey(username) });
    if (userId === null) return false;
    await recordAudit(ctx, tx, {
      actor: null,
      action: 'account.roles',
      subject: ['user', userId],
      userId,
      details: { roles: ['admin'], why: 'first admin' },
    });
    return true;
  });
}
