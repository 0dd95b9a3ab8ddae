// The member library in SQL.
import { sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { libraryItems } from '#server/db/schema/plan.ts';
import { containsWords } from '#server/db/search.ts';
import type { EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';
import type { LibraryKey } from '#shared/features/plan/staff-plan.schema.ts';

export type LibraryRow = {
  itemType: EntitlementItem;
  itemId: number;
  title: string;
  by: string;
  priceCents: number;
  isListed: boolean;
  updatedAt: Date;
};

/** Resources and courses alike. */
const ITEMS = sql`(
  select 'resource' as item_type, r.id as item_id, r.title, s.name as by, r.price_cents, r.is_listed, r.updated_at
  from resources r join sellers s on s.user_id = r.seller_id
  union all
  select 'course', c.id, c.title, concat_ws(' ', u.first_name, u.last_name), c.price_cents, c.is_listed, c.updated_at
  from courses c join users u on u.id = c.instructor_id)`;

const COLUMNS = sql`i.item_type as "itemType", i.item_id as "itemId", i.title, i.by,
  i.price_cents::float8 as "priceCents", i.is_listed as "isListed", i.updated_at as "updatedAt"`;

export type LibraryFilter = { q?: string | undefined; type?: EntitlementItem | undefined };

const isFound = ({ q }: LibraryFilter): SQL =>
  containsWords(sql`lower(i.title || ' ' || i.by)`, q) ?? sql`true`;

const LIBRARY = sql`${ITEMS} i join library_items l on l.item_type = i.item_type and l.item_id = i.item_id`;

export async function listLibraryRows(
  db: DbOrTx,
  { limit, offset, ...filter }: LibraryFilter & { limit: number; offset: number },
): Promise<LibraryRow[]> {
  const isOfType = filter.type ? sql`i.item_type = ${filter.type}` : sql`true`;
  const { rows } = await db.execute<LibraryRow>(sql`select ${COLUMNS} from ${LIBRARY}
    where ${isFound(filter)} and ${isOfType}
    order by l.added_at desc, i.item_type, i.item_id desc limit ${limit} offset ${offset}`);
  return rows;
}

export async function countLibraryRows(db: DbOrTx, filter: LibraryFilter) {
  const { rows } = await db.execute<{ all: number; resource: number; course: number }>(sql`
    select count(*)::int as all, count(*) filter (where i.item_type = 'resource')::int as resource,
      count(*) filter (where i.item_type = 'course')::int as course
    from ${LIBRARY} where ${isFound(filter)}`);
  return rows[0] ?? { all: 0, resource: 0, course: 0 };
}

/** On sale and not in it yet. */
export async function listChoiceRows(
  db: DbOrTx,
  { q, limit }: { q: string; limit: number },
): Promise<LibraryRow[]> {
  const { rows } = await db.execute<LibraryRow>(sql`select ${COLUMNS} from ${ITEMS} i
    where i.is_listed and ${isFound({ q })} and not exists (
      select 1 from library_items l where l.item_type = i.item_type and l.item_id = i.item_id)
    order by i.title, i.item_id limit ${limit}`);
  return rows;
}

const keysOf = (items: readonly LibraryKey[]) => sql`unnest(
  ${sql.param(items.map(({ itemType }) => itemType))}::text[], ${sql.param(items.map(({ itemId }) => itemId))}::int[])
  as k(item_type, item_id)`;

/** How many of them are on sale. */
export async function countOnSale(tx: Tx, { items }: { items: readonly LibraryKey[] }): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`select count(*)::int as count from ${keysOf(items)}
    where exists (select 1 from resources where k.item_type = 'resource' and id = k.item_id and is_listed)
      or exists (select 1 from courses where k.item_type = 'course' and id = k.item_id and is_listed)`);
  return rows[0]?.count ?? 0;
}

export async function insertLibraryItems(
  tx: Tx,
  { items, addedAt }: { items: readonly LibraryKey[]; addedAt: Date },
): Promise<void> {
  await tx
    .insert(libraryItems)
    .values(items.map(({ itemType, itemId }) => ({ itemType, itemId, addedAt })))
    .onConflictDoNothing();
}

export async function deleteLibraryItems(
  tx: Tx,
  { items }: { items: readonly LibraryKey[] },
): Promise<number> {
  const deleted = await tx.execute(sql`delete from library_items l using ${keysOf(items)}
    where l.item_type = k.item_type and l.item_id = k.item_id`);
  return deleted.rowCount ?? 0;
}
