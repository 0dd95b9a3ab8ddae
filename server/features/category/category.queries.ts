// Categories in SQL, with how much is in them.
import { and, inArray, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { mergedCategories, type CategoryKind } from '#server/db/schema/category.ts';
import type { Category } from '#shared/features/category/category.contract.ts';

type Asked = { kind?: CategoryKind | undefined; id?: number | undefined };

/** A category's own counter among those of the catalogue (choice_keys() in 0000_baseline.sql). */
const CATEGORY_CODE = 64;

/** In their order; what is in a category below counts for those above it too. */
export async function listCategoryRows(db: DbOrTx, { kind, id }: Asked): Promise<Category[]> {
  const isAsked = and(kind && sql`kind = ${kind}`, id === undefined ? undefined : sql`id = ${id}`);
  const { rows } = await db.execute<Category>(sql`
    with recursive tree as (
      select id as top, id from categories where ${isAsked ?? sql`true`}
      union select tree.top, c.id from categories c join tree on c.parent_id = tree.id
    ), counts as (
      select c.id, coalesce((select count from resource_counts where key = ${CATEGORY_CODE} + c.id), 0)
        + (select count(*) from courses where category_id = c.id and is_listed) as items
      from categories c
    )
    select top.id, top.kind, top.parent_id as "parentId", top.name, top.slug,
      coalesce(sum(counts.items), 0)::int as "itemCount"
    from categories top
    join tree on tree.top = top.id
    join counts on counts.id = tree.id
    group by top.id
    order by top.kind desc, top.position, top.id`);
  return rows;
}

/** Where the numbers of merged categories lead now. */
export async function listSuccessors(db: DbOrTx, { ids }: { ids: readonly number[] }) {
  return db
    .select({ id: mergedCategories.id, intoId: mergedCategories.intoId })
    .from(mergedCategories)
    .where(inArray(mergedCategories.id, [...ids]));
}
