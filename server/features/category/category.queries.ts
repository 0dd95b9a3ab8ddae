// Categories in SQL, with how much is in them.
import { and, asc, eq, inArray, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import {
  categories,
  type CategoryKind,
  mergedCategories,
  starterCategories,
} from '#server/db/schema/category.ts';
import type { Category } from '#shared/features/category/category.contract.ts';

type Asked = { kind?: CategoryKind | undefined; id?: number | undefined };

/** A category's own counter among those of the catalogue (choice_keys() in 0000_baseline.sql). */
const CATEGORY_CODE = 64;

/** In order; items in subcategories count for their parents too. */
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

/** Where merged categories redirect to. */
export async function listSuccessors(db: DbOrTx, { ids }: { ids: readonly number[] }) {
  return db
    .select({ id: mergedCategories.id, intoId: mergedCategories.intoId })
    .from(mergedCategories)
    .where(inArray(mergedCategories.id, [...ids]));
}

/** The lock that categories_check_tree() takes in 0000_baseline.sql. */
const ONE_AT_A_TIME = 727_310_003;

export async function lockCategories(tx: Tx): Promise<void> {
  // A merge updates many rows, which can exceed the statement timeout of requests.
  await tx.execute(sql`set local statement_timeout = '10min'`);
  await tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(ONE_AT_A_TIME))})`);
}

export type CategoryNode = { id: number; kind: CategoryKind; parentId: number | null; name: string };

/** Ordered by position; children are not necessarily after their parents. */
export async function listNodes(db: DbOrTx, { kind }: { kind: CategoryKind }): Promise<CategoryNode[]> {
  return db
    .select({
      id: categories.id,
      kind: categories.kind,
      parentId: categories.parentId,
      name: categories.name,
    })
    .from(categories)
    .where(eq(categories.kind, kind))
    .orderBy(asc(categories.position), asc(categories.id));
}

export async function findKind(db: DbOrTx, { id }: { id: number }): Promise<CategoryKind | null> {
  const [row] = await db.select({ kind: categories.kind }).from(categories).where(eq(categories.id, id));
  return row?.kind ?? null;
}

/** Items directly in each category, in every state. */
export async function countOwnItems(
  db: DbOrTx,
  { kind }: { kind: CategoryKind },
): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ id: number; count: number }>(sql`
    select category_id as id, count(*)::int as count
    from ${kind === 'resource' ? sql`resources` : sql`courses`} where category_id is not null group by 1`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Appended at the end; `setTree` sets its position. Uses the first free slug. */
export async function insertCategory(
  tx: Tx,
  { slug, ...row }: Omit<CategoryNode, 'id'> & { slug: string },
): Promise<number> {
  const [{ free } = { free: slug }] = (
    await tx.execute<{ free: string }>(sql`
      select case when n = 1 then ${slug}::text else ${slug}::text || '-' || n end as free
      from generate_series(1, (select count(*) + 1 from categories where kind = ${row.kind})) n
      where not exists (select from categories where kind = ${row.kind}
        and slug = case when n = 1 then ${slug}::text else ${slug}::text || '-' || n end)
      order by n limit 1`)
  ).rows;
  const [made] = await tx
    .insert(categories)
    .values({ ...row, slug: free, position: 2_147_483_647 })
    .returning({ id: categories.id });
  if (!made) throw new Error('The insert returned no row.');
  return made.id;
}

/** False: this site was given the starter categories of this kind before, or had its own by then. */
export async function claimStarters(tx: Tx, { kind }: { kind: CategoryKind }): Promise<boolean> {
  const claimed = await tx.insert(starterCategories).values({ kind }).onConflictDoNothing().returning();
  return claimed.length > 0;
}

type Starter = { kind: CategoryKind; parentId: number | null; name: string; slug: string; position: number };

/** Ids by slug. */
export async function insertStarters(tx: Tx, rows: Starter[]): Promise<Map<string, number>> {
  const { id, slug } = categories;
  const inserted = await tx.insert(categories).values(rows).returning({ id, slug });
  return new Map(inserted.map((category) => [category.slug, category.id]));
}

export async function setName(tx: Tx, { id, name }: { id: number; name: string }): Promise<void> {
  await tx.update(categories).set({ name }).where(eq(categories.id, id));
}

/** Stores parents and positions as in the list, without gaps. */
export async function setTree(tx: Tx, nodes: readonly CategoryNode[]): Promise<void> {
  await tx.execute(sql`
    update categories c set parent_id = given.parent_id, position = given.at
    from unnest(${sql.param(nodes.map(({ id }) => id))}::int[], ${sql.param(nodes.map(({ parentId }) => parentId))}::int[])
      with ordinality given(id, parent_id, at)
    where given.id = c.id and (c.parent_id, c.position) is distinct from (given.parent_id, given.at::int)`);
}

/** Moves up to `most` resources to another category and returns how many were moved. */
export async function moveCategoryResources(
  tx: Tx,
  { from, into, most }: { from: number; into: number; most: number },
): Promise<number> {
  const { rows } = await tx.execute<{ moved: number }>(
    sql`select move_category_resources(${from}::int, ${into}::int, ${most}::int) as moved`,
  );
  return rows[0]?.moved ?? 0;
}

/** Redirects the merged category, and everything redirected to it. */
export async function leadOn(tx: Tx, { from, into }: { from: number; into: number }): Promise<void> {
  await tx.update(mergedCategories).set({ intoId: into }).where(eq(mergedCategories.intoId, from));
  await tx.insert(mergedCategories).values({ id: from, intoId: into });
}

export async function deleteCategoryRow(tx: Tx, { id }: { id: number }): Promise<void> {
  await tx.delete(categories).where(eq(categories.id, id));
}
