// Failed tries to sign in, in SQL: one row per account and day.
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { failedSignIns } from '#server/db/schema/account.ts';

export type FailedTry = {
  account: string;
  userId: number | null;
  /** From an address or browser the owner has signed in from. */
  isKnown: boolean;
  /** The first from its address for a while. */
  isFirst: boolean;
  /** Turned away without looking at the password. */
  isRefused: boolean;
};

/** Answers how many there have been today from places the owner never signed in from. */
export async function addFailedSignIn(
  db: DbOrTx,
  { account, userId, isKnown, isFirst, isRefused, now }: FailedTry & { now: Date },
): Promise<number> {
  const added = {
    wrong: !isKnown && !isRefused ? 1 : 0,
    refused: !isKnown && isRefused ? 1 : 0,
    addresses: !isKnown && isFirst ? 1 : 0,
    fromKnown: isKnown ? 1 : 0,
  };
  const t = failedSignIns;
  const [row] = await db
    .insert(t)
    .values({ account, userId, day: now.toISOString().slice(0, 10), firstAt: now, lastAt: now, ...added })
    .onConflictDoUpdate({
      target: [t.account, t.day],
      set: {
        wrong: sql`${t.wrong} + ${added.wrong}`,
        refused: sql`${t.refused} + ${added.refused}`,
        addresses: sql`${t.addresses} + ${added.addresses}`,
        fromKnown: sql`${t.fromKnown} + ${added.fromKnown}`,
        lastAt: now,
      },
    })
    .returning({ total: sql<number>`${t.wrong} + ${t.refused}` });
  return row?.total ?? 0;
}

/** The latest day's tries, marked as written about; null when the owner was written to after `since`. */
export async function claimWarning(
  tx: Tx,
  { userId, now, since }: { userId: number; now: Date; since: Date },
) {
  const t = failedSignIns;
  const [recent] = await tx
    .select({ day: t.day })
    .from(t)
    .where(and(eq(t.userId, userId), gt(t.warnedAt, since)))
    .limit(1);
  if (recent) return null;
  const [latest] = await tx
    .select()
    .from(t)
    .where(eq(t.userId, userId))
    .orderBy(desc(t.day))
    .limit(1)
    .for('update');
  if (!latest) return null;
  await tx
    .update(t)
    .set({ warnedAt: now })
    .where(and(eq(t.account, latest.account), eq(t.day, latest.day)));
  return latest;
}

export async function readFailedSignIns(db: DbOrTx, { userId }: { userId: number }) {
  const { day, wrong, refused, addresses, fromKnown, firstAt, lastAt } = failedSignIns;
  return db
    .select({ day, wrong, refused, addresses, fromKnown, firstAt, lastAt })
    .from(failedSignIns)
    .where(eq(failedSignIns.userId, userId))
    .orderBy(desc(failedSignIns.day));
}
