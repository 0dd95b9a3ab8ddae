// Resources as officers see them, in SQL: every state.
import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { output } from 'zod';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { categories } from '#server/db/schema/category.ts';
import { resources } from '#server/db/schema/resource.ts';
import { stores } from '#server/db/schema/seller.ts';
import { containsWords } from '#server/db/search.ts';
import type { listAllCurriculum } from '#shared/features/resource/resource.contract.ts';
import { RESOURCE_STATES, type ResourceState } from '#shared/features/resource/resource.states.ts';
import { resourceCardColumns } from './resource-card.queries.ts';

export type AllCurriculumFilter = Omit<output<typeof listAllCurriculum.query>, 'page'>;

const isFound = ({ q }: AllCurriculumFilter) => containsWords(sql`lower(${resources.title})`, q);

export async function listRowsInEveryState(
  db: DbOrTx,
  filter: AllCurriculumFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  return db
    .select({ ...resourceCardColumns, state: resources.state, isListed: resources.isListed })
    .from(resources)
    .innerJoin(stores, eq(stores.userId, resources.sellerId))
    .leftJoin(categories, eq(categories.id, resources.categoryId))
    .where(and(isFound(filter), filter.state && eq(resources.state, filter.state)))
    .orderBy(desc(resources.updatedAt), desc(resources.id))
    .limit(limit)
    .offset(offset);
}

/** One for each tab, under the same search. */
export async function countInEveryState(db: DbOrTx, filter: AllCurriculumFilter) {
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

/** Nobody changes it until the transaction ends. */
export async function lockResource(tx: Tx, { id }: { id: number }) {
  const [row] = await tx
    .select({
      id: resources.id,
      sellerId: resources.sellerId,
      title: resources.title,
      isListed: resources.isListed,
      isFeatured: resources.isFeatured,
    })
    .from(resources)
    .where(eq(resources.id, id))
    // Not a full lock: reviews and files of it may still be written meanwhile.
    .for('no key update');
  return row ?? null;
}

export async function updateFeatured(
  tx: Tx,
  { id, isFeatured }: { id: number; isFeatured: boolean },
): Promise<void> {
  await tx.update(resources).set({ isFeatured }).where(eq(resources.id, id));
}
