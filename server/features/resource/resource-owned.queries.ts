// What people say against resources, in SQL.
import type { DbOrTx } from '#server/db/client.ts';
import { rightsNotices } from '#server/db/schema/resource.ts';

/** False: this person has one open about it already. */
export async function insertRightsNotice(
  db: DbOrTx,
  notice: Pick<
    typeof rightsNotices.$inferInsert,
    'resourceId' | 'reporterId' | 'reason' | 'body' | 'createdAt' | 'dueAt'
  >,
): Promise<boolean> {
  const inserted = await db
    .insert(rightsNotices)
    .values(notice)
    .onConflictDoNothing()
    .returning({ id: rightsNotices.id });
  return inserted.length > 0;
}
