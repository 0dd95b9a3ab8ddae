// Categories in SQL, with how much is in them.
import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import type { CategoryKind } from '#server/db/schema/category.ts';
import type { Category } from '#shared/features/category/category.contract.ts';

type Asked = { kind?: CategoryKind | undefined; id?: number | undefined };

/** In their order; what is in a category below counts for those above it too. */
export async function listCategoryRows(db: DbOrTx, { kind, id }: Asked): Promise<Category[]> {
  const { rows } = await db.execute<Category>(sql`
    with recursive tree as (
      select id as top, id from categories
      where (${id ?? null}::int is null or id = ${id ?? null}) and (${kind ?? null}::text is null or kind = ${kind ?? null})
      union select tree.top, c.id from categories c join tree on c.parent_id = tree.id
    ), counts as (
      select category_id, count(*)::int as items from resources
      where is_listed and category_id in (select id from tree) group by category_id
      union all
      select category_id, count(*)::int from courses
      where is_listed and category_id in (select id from tree) group by category_id
    )
    select top.id, top.kind, top.parent_id as "parentId", top.name, top.slug,
      coalesce(sum(counts.items), 0)::int as "itemCount"
    from categories top
    join tree on tree.top = top.id
    left join counts on counts.category_id = tree.id
    group by top.id
    order by top.kind desc, top.position, top.id`);
  return rows;
}
