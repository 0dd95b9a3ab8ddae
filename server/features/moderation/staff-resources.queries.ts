// Resources as officers see them, in SQL: every state.
import { and, asc, count, desc, eq, gte, inArray, or, sql, type SQL } from '#server/db/drizzle.ts';
import type { output } from 'zod';
import type { DbOrTx } from '#server/db/client.ts';
import { categories } from '#server/db/schema/category.ts';
import { resources } from '#server/db/schema/resource.ts';
import { sellers } from '#server/db/schema/seller.ts';
import { danceStyles } from '#server/db/schema/style.ts';
import { containsWords } from '#server/db/search.ts';
import { pendingAction } from '#server/db/pending-decisions.ts';
import { resourceCardColumns } from '#server/features/resource/resource.service.ts';
import type * as contract from '#shared/features/moderation/moderation.contract.ts';
import type { StaffResourceSort } from '#shared/features/moderation/moderation.schema.ts';
import { RESOURCE_STATES, type ResourceState } from '#shared/features/resource/resource.states.ts';
import { MAX_ID } from '#shared/ids.ts';

export type StaffFilter = Omit<output<typeof contract.exportStaffResources.query>, 'updated'> & {
  updatedSince?: Date | undefined;
};

/** “1042” or “#1042”. */
function numberIn(typed = ''): number | null {
  const found = Number(/^\s*#?(\d{1,10})\s*$/.exec(typed)?.[1]);
  return found >= 1 && found <= MAX_ID ? found : null;
}

/** Title, seller or number. Sellers are matched in a subquery so that an index finds their resources. */
function isNamed(q: string | undefined): SQL | undefined {
  const inTitle = containsWords(sql`lower(${resources.title})`, q);
  if (!inTitle) return undefined;
  const sellerIds = sql`select ${sellers.userId} from ${sellers} where ${containsWords(sql`lower(${sellers.name})`, q)}`;
  const number = numberIn(q);
  return or(
    inTitle,
    sql`${resources.sellerId} = any(array(${sellerIds}))`,
    number === null ? undefined : eq(resources.id, number),
  );
}

function isFound({ q, style, type, updatedSince }: StaffFilter): SQL | undefined {
  return and(
    isNamed(q),
    style?.length ? inArray(resources.danceStyle, style) : undefined,
    type?.length ? inArray(resources.type, type) : undefined,
    updatedSince && gte(resources.updatedAt, updatedSince),
  );
}

const isListed = (filter: StaffFilter) =>
  and(isFound(filter), filter.state && eq(resources.state, filter.state));

const ORDERS: Record<StaffResourceSort, SQL[]> = {
  updated: [desc(resources.updatedAt), desc(resources.id)],
  oldest: [asc(resources.updatedAt), asc(resources.id)],
  title: [asc(sql`lower(${resources.title})`), asc(resources.id)],
  price: [desc(resources.priceCents), desc(resources.id)],
  'price-low': [asc(resources.priceCents), asc(resources.id)],
  sales: [desc(resources.salesCount), desc(resources.id)],
  'sales-low': [asc(resources.salesCount), asc(resources.id)],
};

function selectStaffRows(db: DbOrTx) {
  return db
    .select({
      ...resourceCardColumns,
      state: resources.state,
      isListed: resources.isListed,
      takenDownAt: resources.takenDownAt,
      salesCount: resources.salesCount,
      pending: pendingAction('resource', resources.id),
    })
    .from(resources)
    .innerJoin(sellers, eq(sellers.userId, resources.sellerId))
    .leftJoin(categories, eq(categories.id, resources.categoryId));
}

export async function listRowsInEveryState(
  db: DbOrTx,
  filter: StaffFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  return selectStaffRows(db)
    .where(isListed(filter))
    .orderBy(...ORDERS[filter.sort])
    .limit(limit)
    .offset(offset);
}

export type StaffRow = Awaited<ReturnType<typeof listRowsInEveryState>>[number];

/** One count per tab, under the same search. */
export async function countInEveryState(db: DbOrTx, filter: StaffFilter) {
  const rows = await db
    .select({ state: resources.state, count: count() })
    .from(resources)
    .where(isFound(filter))
    .groupBy(resources.state);
  const counted = new Map(rows.map((row) => [row.state, row.count]));
  const each = Object.fromEntries(RESOURCE_STATES.map((state) => [state, counted.get(state) ?? 0]));
  const all = rows.reduce((sum, row) => sum + row.count, 0);
  return { all, ...(each as Record<ResourceState, number>) };
}

/** The whole list in batches, for the CSV export. */
export async function listIdsInEveryState(db: DbOrTx, filter: StaffFilter): Promise<number[]> {
  const rows = await db
    .select({ id: resources.id })
    .from(resources)
    .where(isListed(filter))
    .orderBy(...ORDERS[filter.sort]);
  return rows.map(({ id }) => id);
}

/** In the order of `ids`. */
export async function listRowsByIds(db: DbOrTx, { ids }: { ids: number[] }): Promise<StaffRow[]> {
  const list = sql`${sql.param(ids)}::int[]`;
  return selectStaffRows(db)
    .where(sql`${resources.id} = any(${list})`)
    .orderBy(sql`array_position(${list}, ${resources.id})`);
}

/** Retired ones too: resources still have them. */
export async function listStyleNames(db: DbOrTx): Promise<string[]> {
  const rows = await db
    .select({ name: danceStyles.name })
    .from(danceStyles)
    .orderBy(asc(danceStyles.position), asc(danceStyles.id));
  return rows.map(({ name }) => name);
}
