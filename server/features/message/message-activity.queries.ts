// Who shows others what they read and that they type, in SQL.
import { and, eq, inArray } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { messageSettings } from '#server/db/schema/message.ts';

export async function showsActivity(db: DbOrTx, { userId }: { userId: number }): Promise<boolean> {
  return (await listShowing(db, { userIds: [userId] })).length > 0;
}

/** Those of them who show it; by default everyone does. */
export async function listShowing(db: DbOrTx, { userIds }: { userIds: number[] }): Promise<number[]> {
  const hiding = await db
    .select({ userId: messageSettings.userId })
    .from(messageSettings)
    .where(and(inArray(messageSettings.userId, userIds), eq(messageSettings.showsActivity, false)));
  const hidden = new Set(hiding.map(({ userId }) => userId));
  return userIds.filter((id) => !hidden.has(id));
}

export async function upsertMessageSettings(
  db: DbOrTx,
  values: { userId: number; showsActivity: boolean },
): Promise<void> {
  const { showsActivity: shows } = values;
  await db
    .insert(messageSettings)
    .values(values)
    .onConflictDoUpdate({ target: messageSettings.userId, set: { showsActivity: shows } });
}

/** Who learns that a member has read: their own tabs, and the others if both show it. */
export async function listReadWatchers(
  db: DbOrTx,
  { userId, memberIds }: { userId: number; memberIds: number[] },
): Promise<number[]> {
  const showing = await listShowing(db, { userIds: memberIds });
  return showing.includes(userId) ? showing : [userId];
}
