// How many resources each further choice would show.
import type { AppContext } from '#server/context.ts';
import { BPM_BANDS, METRES, PRICE_BANDS, RATING_FLOORS } from '#shared/features/resource/resource.rules.ts';
import type { ResourceFacets } from '#shared/features/resource/resource.schema.ts';
import { AGE_GROUPS, DANCE_STYLES, LEVELS, RESOURCE_TYPES } from '#shared/vocabulary.ts';
import {
  countCatalogue,
  countFacet,
  listResourceCategories,
  type CatalogueFilter,
} from './resource-list.queries.ts';

const same = (words: readonly string[]) => words.map((word) => [word, word] as const);
const capitalised = (words: readonly string[]) =>
  words.map((word) => [word, word.slice(0, 1).toUpperCase() + word.slice(1)] as const);
const banded = (bands: Record<string, { label: string }>) =>
  Object.entries(bands).map(([name, { label }]) => [name, label] as const);

const LABELS = {
  type: capitalised(RESOURCE_TYPES),
  style: same(DANCE_STYLES),
  ageGroup: same(AGE_GROUPS),
  level: same(LEVELS),
  price: banded(PRICE_BANDS),
  rating: RATING_FLOORS.map((floor) => [floor, `${floor} stars and up`] as const),
  bpm: banded(BPM_BANDS),
  metre: same(METRES),
};

export async function getCatalogueFacets(ctx: AppContext, filter: CatalogueFilter): Promise<ResourceFacets> {
  const categories = await listResourceCategories(ctx.db);
  const labels = { ...LABELS, category: categories.map(({ id, name }) => [String(id), name] as const) };
  const facets = Object.keys(labels) as (keyof typeof labels)[];
  const counted = await Promise.all(
    facets.map(async (facet) => {
      const counts = await countFacet(ctx.db, facet, filter);
      const values = labels[facet].map(([value, label]) => ({ value, label, count: counts.get(value) ?? 0 }));
      return [facet, values] as const;
    }),
  );
  const total = await countCatalogue(ctx.db, filter);
  return {
    total,
    isTotalCapped: false,
    ...(Object.fromEntries(counted) as Omit<ResourceFacets, 'total' | 'isTotalCapped'>),
  };
}
