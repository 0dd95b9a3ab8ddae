// What a card of a resource is made of, in SQL.
import { eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { categories } from '#server/db/schema/category.ts';
import { resources } from '#server/db/schema/resource.ts';
import { stores } from '#server/db/schema/seller.ts';

/** Enough for the lines a card shows, with the marks in them. */
const DESCRIPTION_SHOWN = 320;

/** `toResourceCard` in resource-card.ts makes the card from them. */
export const resourceCardColumns = {
  id: resources.id,
  title: resources.title,
  description: sql<string>`left(${resources.description}, ${sql.raw(String(DESCRIPTION_SHOWN))})`,
  priceCents: resources.priceCents,
  type: resources.type,
  danceStyle: resources.danceStyle,
  ageGroups: resources.ageGroups,
  level: resources.level,
  categoryId: resources.categoryId,
  categoryName: categories.name,
  sellerId: resources.sellerId,
  sellerName: stores.name,
  rating: resources.rating,
  ratingCount: resources.ratingCount,
  isFeatured: resources.isFeatured,
  bpm: resources.bpm,
  metre: resources.metre,
  createdAt: resources.createdAt,
  updatedAt: resources.updatedAt,
};

/** Every state: whoever selects says which may be seen. */
export function selectResourceCards(db: DbOrTx) {
  return db
    .select(resourceCardColumns)
    .from(resources)
    .innerJoin(stores, eq(stores.userId, resources.sellerId))
    .leftJoin(categories, eq(categories.id, resources.categoryId));
}

export type ResourceCardRow = Awaited<ReturnType<typeof selectResourceCards>>[number];
