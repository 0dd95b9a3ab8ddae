// Outside hours of the demo school and their evidence, in SQL.
import { and, eq, isNull } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { creditFiles, creditHours } from '#server/db/schema/credit.ts';
import { users } from '#server/db/schema/platform-user.ts';

type NewCredit = typeof creditHours.$inferInsert;
type NewFile = typeof creditFiles.$inferInsert;

export async function insertCredits(tx: Tx, rows: NewCredit[]): Promise<void> {
  await tx.insert(creditHours).values(rows);
}

/** Null: they were deleted, or have their evidence already. */
export async function findCreditWithoutFiles(
  db: DbOrTx,
  { username, title }: { username: string; title: string },
) {
  const [row] = await db
    .select({ id: creditHours.id })
    .from(creditHours)
    .innerJoin(users, eq(users.id, creditHours.userId))
    .leftJoin(creditFiles, eq(creditFiles.creditId, creditHours.id))
    .where(and(eq(users.username, username), eq(creditHours.title, title), isNull(creditFiles.id)));
  return row ?? null;
}

/** Nothing if another process was faster. */
export async function insertEvidence(db: DbOrTx, files: NewFile[]): Promise<void> {
  await db.insert(creditFiles).values(files).onConflictDoNothing({ target: creditFiles.storageKey });
}
