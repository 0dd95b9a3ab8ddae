// Authenticator apps and recovery codes in SQL. A code is consumed by a single conditional update, so that of two
// simultaneous requests with the same code only one succeeds.
import { and, count, eq, isNotNull, isNull, lt } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { recoveryCodes, twoFactors } from '#server/db/schema/account.ts';

export async function findTwoFactor(db: DbOrTx, { userId }: { userId: number }) {
  const [row] = await db
    .select({ secret: twoFactors.secret, confirmedAt: twoFactors.confirmedAt })
    .from(twoFactors)
    .where(eq(twoFactors.userId, userId));
  return row ?? null;
}

/** Replaces a secret that was never confirmed. False if a confirmed one exists. */
export async function replaceUnconfirmedSecret(
  tx: Tx,
  { userId, secret }: { userId: number; secret: string },
): Promise<boolean> {
  const written = await tx
    .insert(twoFactors)
    .values({ userId, secret })
    .onConflictDoUpdate({
      target: twoFactors.userId,
      set: { secret, lastStep: 0 },
      setWhere: isNull(twoFactors.confirmedAt),
    })
    .returning({ userId: twoFactors.userId });
  return written.length > 0;
}

export async function confirmSecret(
  tx: Tx,
  { userId, secret, step, now }: { userId: number; secret: string; step: number; now: Date },
): Promise<boolean> {
  const written = await tx
    .update(twoFactors)
    .set({ confirmedAt: now, lastStep: step })
    .where(and(eq(twoFactors.userId, userId), eq(twoFactors.secret, secret), isNull(twoFactors.confirmedAt)))
    .returning({ userId: twoFactors.userId });
  return written.length > 0;
}

/** False if this step or a later one was used before. */
export async function consumeStep(
  db: DbOrTx,
  { userId, secret, step }: { userId: number; secret: string; step: number },
): Promise<boolean> {
  const written = await db
    .update(twoFactors)
    .set({ lastStep: step })
    .where(
      and(
        eq(twoFactors.userId, userId),
        eq(twoFactors.secret, secret),
        isNotNull(twoFactors.confirmedAt),
        lt(twoFactors.lastStep, step),
      ),
    )
    .returning({ userId: twoFactors.userId });
  return written.length > 0;
}

export async function consumeRecoveryCode(
  db: DbOrTx,
  { userId, codeHash, now }: { userId: number; codeHash: Buffer; now: Date },
): Promise<boolean> {
  const written = await db
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, codeHash),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId });
  return written.length > 0;
}

export async function countRecoveryCodes(db: DbOrTx, { userId }: { userId: number }): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.count ?? 0;
}

export async function replaceRecoveryCodes(
  tx: Tx,
  { userId, codeHashes }: { userId: number; codeHashes: Buffer[] },
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ userId, codeHash })));
}

/** Deletes the app, confirmed or not, and the recovery codes. */
export async function deleteTwoFactor(tx: Tx, { userId }: { userId: number }): Promise<void> {
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}
