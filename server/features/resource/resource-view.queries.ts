// How many people looked at a resource, in SQL.
import { lt, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { resourceViewers, resourceViews, viewSalts } from '#server/db/schema/resource.ts';

/** The day's salt; of several servers that make one at once, the first one's holds for all. */
export async function findOrAddSalt(db: DbOrTx, made: { day: string; salt: string }): Promise<string> {
  await db.insert(viewSalts).values(made).onConflictDoNothing();
  const [row] = await db
    .select({ salt: viewSalts.salt })
    .from(viewSalts)
    .where(sql`${viewSalts.day} = ${made.day}`);
  return row?.salt ?? made.salt;
}

/** One statement, so that whoever looks twice at once counts once. */
export async function addView(db: DbOrTx, view: typeof resourceViewers.$inferInsert): Promise<void> {
  const { resourceId, day, viewer } = view;
  await db.execute(sql`
    with seen as (
      insert into ${resourceViewers} (resource_id, day, viewer) values (${resourceId}, ${day}, ${viewer})
      on conflict do nothing returning 1
    )
    insert into ${resourceViews} (resource_id, day, views)
    select ${resourceId}::int, ${day}::date, 1 from seen
    on conflict (resource_id, day) do update set views = ${resourceViews}.views + 1`);
}

export async function deleteViewersBefore(db: DbOrTx, { day }: { day: string }): Promise<void> {
  await db.delete(resourceViewers).where(lt(resourceViewers.day, day));
  await db.delete(viewSalts).where(lt(viewSalts.day, day));
}
