// The test bank's tables, in SQL.
import { and, eq, sql, inArray } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { sandboxAccounts, sandboxReversals, sandboxTransfers } from '#server/db/schema/integrations.ts';
import type { PayoutAccountState } from '#shared/features/payout/payout.states.ts';

export async function insertSandboxAccount(
  db: DbOrTx,
  values: typeof sandboxAccounts.$inferInsert,
): Promise<void> {
  await db.insert(sandboxAccounts).values(values).onConflictDoNothing();
}

const accountColumns = { id: sandboxAccounts.id, state: sandboxAccounts.state };

export async function findSandboxAccount(db: DbOrTx, { id }: { id: string }) {
  const [row] = await db.select(accountColumns).from(sandboxAccounts).where(eq(sandboxAccounts.id, id));
  return row ?? null;
}

export async function findSandboxAccountByKey(db: DbOrTx, { key }: { key: string }) {
  const [row] = await db
    .select(accountColumns)
    .from(sandboxAccounts)
    .where(eq(sandboxAccounts.idempotencyKey, key));
  return row ?? null;
}

export async function setSandboxAccountState(
  db: DbOrTx,
  { id, state }: { id: string; state: PayoutAccountState },
): Promise<boolean> {
  const moved = await db
    .update(sandboxAccounts)
    .set({ state })
    .where(eq(sandboxAccounts.id, id))
    .returning({ id: sandboxAccounts.id });
  return moved.length > 0;
}

/** False if the key was used before. */
export async function insertSandboxTransfer(
  tx: Tx,
  values: typeof sandboxTransfers.$inferInsert,
): Promise<boolean> {
  const made = await tx
    .insert(sandboxTransfers)
    .values(values)
    .onConflictDoNothing({ target: sandboxTransfers.idempotencyKey })
    .returning({ id: sandboxTransfers.id });
  return made.length > 0;
}

export async function findSandboxTransfer(db: DbOrTx, { key }: { key: string }) {
  const [row] = await db
    .select({
      id: sandboxTransfers.id,
      accountId: sandboxTransfers.accountId,
      amountCents: sandboxTransfers.amountCents,
    })
    .from(sandboxTransfers)
    .where(eq(sandboxTransfers.idempotencyKey, key));
  return row ?? null;
}

/** False if it can't receive money yet. */
export async function creditSandboxAccount(
  tx: Tx,
  { id, amountCents }: { id: string; amountCents: number },
): Promise<boolean> {
  const paid = await tx
    .update(sandboxAccounts)
    .set({ balanceCents: sql`${sandboxAccounts.balanceCents} + ${amountCents}` })
    .where(and(eq(sandboxAccounts.id, id), eq(sandboxAccounts.state, 'ready')))
    .returning({ id: sandboxAccounts.id });
  return paid.length > 0;
}

/** False if the key was used before. */
export async function insertSandboxReversal(
  tx: Tx,
  values: typeof sandboxReversals.$inferInsert,
): Promise<boolean> {
  const made = await tx
    .insert(sandboxReversals)
    .values(values)
    .onConflictDoNothing({ target: sandboxReversals.idempotencyKey })
    .returning({ id: sandboxReversals.id });
  return made.length > 0;
}

export async function findSandboxReversal(db: DbOrTx, { key }: { key: string }) {
  const [row] = await db
    .select({
      id: sandboxReversals.id,
      transferId: sandboxReversals.transferId,
      amountCents: sandboxReversals.amountCents,
    })
    .from(sandboxReversals)
    .where(eq(sandboxReversals.idempotencyKey, key));
  return row ?? null;
}

/** Constraints refuse more than was transferred, and more than is in the account. */
export async function debitSandboxAccount(
  tx: Tx,
  { transferId, amountCents }: { transferId: string; amountCents: number },
): Promise<void> {
  const [transfer] = await tx
    .update(sandboxTransfers)
    .set({ reversedCents: sql`${sandboxTransfers.reversedCents} + ${amountCents}` })
    .where(eq(sandboxTransfers.id, transferId))
    .returning({ accountId: sandboxTransfers.accountId });
  if (!transfer) return;
  await tx
    .update(sandboxAccounts)
    .set({ balanceCents: sql`${sandboxAccounts.balanceCents} - ${amountCents}` })
    .where(eq(sandboxAccounts.id, transfer.accountId));
}

/** For deleted users: the account stays for the ledger, without the address. */
export async function clearSandboxEmails(tx: Tx, { ids }: { ids: readonly string[] }): Promise<void> {
  await tx
    .update(sandboxAccounts)
    .set({ email: '' })
    .where(inArray(sandboxAccounts.id, [...ids]));
}
