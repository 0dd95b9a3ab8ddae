// The card of a resource as lists show it, made from its row.
import { markdownToPlain } from '#server/markdown.ts';
import { resourceImageUrls } from '#shared/features/cover/item-images.ts';
import type { ResourceCard } from '#shared/features/resource/resource.schema.ts';
import { centsToDecimal } from '#shared/money.ts';
import type { ResourceCardRow } from './resource-card.queries.ts';

/** Enough for the lines a card shows. */
const LETTERS_SHOWN = 240;

function beginningOf(description: string): string {
  return markdownToPlain(description).slice(0, LETTERS_SHOWN).toWellFormed();
}

export function toResourceCard(row: ResourceCardRow): ResourceCard {
  return {
    id: row.id,
    title: row.title,
    description: beginningOf(row.description),
    price: centsToDecimal(row.priceCents),
    ...resourceImageUrls(row),
    type: row.type,
    danceStyle: row.danceStyle,
    ageGroups: row.ageGroups,
    level: row.level,
    category: row.categoryId === null ? null : { id: row.categoryId, name: row.categoryName ?? '' },
    seller: { id: row.sellerId, name: row.sellerName },
    rating: row.rating,
    reviewCount: row.ratingCount,
    isFeatured: row.isFeatured,
    bpm: row.bpm,
    metre: row.metre,
    createdAt: row.createdAt.toISOString(),
  };
}
