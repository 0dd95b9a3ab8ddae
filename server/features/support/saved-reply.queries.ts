// Saved replies of support, in SQL.
import { asc, eq, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { savedReplies } from '#server/db/schema/support.ts';

const { id, title, text, updatedAt } = savedReplies;
const columns = { id, title, text, updatedAt };
export type SavedReplyRow = { id: number; title: string; text: string; updatedAt: Date };

export async function listReplyRows(db: DbOrTx): Promise<SavedReplyRow[]> {
  return db
    .select(columns)
    .from(savedReplies)
    .orderBy(asc(sql`lower(${title})`));
}

/** Null if another reply has this title. */
export async function insertReply(
  db: DbOrTx,
  values: typeof savedReplies.$inferInsert,
): Promise<SavedReplyRow | null> {
  const [row] = await db.insert(savedReplies).values(values).onConflictDoNothing().returning(columns);
  return row ?? null;
}

/** Whether another one has this title. */
export async function isTitleTaken(
  db: DbOrTx,
  { id: own, title: wanted }: { id: number; title: string },
): Promise<boolean> {
  const found = await db
    .select({ id })
    .from(savedReplies)
    .where(sql`lower(${title}) = lower(${wanted}) and ${id} <> ${own}`);
  return found.length > 0;
}

export async function updateReply(
  db: DbOrTx,
  { id: own, ...change }: { id: number; title: string; text: string; updatedBy: number; updatedAt: Date },
): Promise<SavedReplyRow | null> {
  const [row] = await db.update(savedReplies).set(change).where(eq(id, own)).returning(columns);
  return row ?? null;
}

export async function deleteReply(db: DbOrTx, { id: own }: { id: number }): Promise<boolean> {
  const deleted = await db.delete(savedReplies).where(eq(id, own)).returning({ id });
  return deleted.length > 0;
}
