// Whose account a guest's order belongs to.
import { and, eq } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/account.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';

/**
 * The account that has proved the address to be its own, while an order is paid. Its row is locked first, so that an address which is being confirmed at this
 * moment counts as confirmed, and one that is confirmed next finds the order paid: either way the order is attached.
 */
export async function lockVerifiedOwner(tx: Tx, { email }: { email: string }): Promise<number | null> {
  const [row] = await tx
    .select({ id: users.id, verifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(and(eq(users.emailKey, identityKey(email)), eq(users.state, 'active')))
    .for('share');
  return row?.verifiedAt ? row.id : null;
}
