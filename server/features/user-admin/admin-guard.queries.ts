// How many admins there are, in SQL.
import { and, count, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/account.ts';

/** Any number; only that everyone takes the same. */
const ADMINS_LOCK = 7_301_001;

/** Until the transaction ends, whoever else takes an admin away waits here. */
export async function lockAdmins(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADMINS_LOCK}::bigint)`);
}

export async function countActiveAdmins(tx: Tx): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(users)
    .where(and(eq(users.state, 'active'), sql`${users.roles} @> array['admin']`));
  return row?.count ?? 0;
}

/** The id of whom it made an admin; null when there is no such active account. */
export async function makeAdmin(tx: Tx, { usernameKey }: { usernameKey: string }): Promise<number | null> {
  const [row] = await tx
    .update(users)
    .set({ role: 'admin', roles: ['admin'] })
    .where(and(eq(users.usernameKey, usernameKey), eq(users.state, 'active')))
    .returning({ id: users.id });
  return row?.id ?? null;
}
