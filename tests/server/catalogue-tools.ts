// Tools for tests of the catalogue: a school with nothing on sale, to be filled by the factories.
import type { UnderstoodSearch } from '#shared/features/catalogue/catalogue.schema.ts';
import type { TestContext } from './test-database.ts';

export async function emptyCatalogue(ctx: TestContext): Promise<void> {
  // The counters too: triggers maintain them, and don't see a truncated table.
  await ctx.pool.query(`truncate categories, sellers, courses, reviews, wishlist_items, entitlements,
    resource_counts, catalogue_words restart identity cascade`);
}

/** Every counter, word and listing maintained by triggers: equal to a rebuild, or one of them is wrong. */
export async function catalogueNumbers(ctx: TestContext) {
  const { rows: counts } = await ctx.pool.query(
    'select key, count from resource_counts where count <> 0 order by key',
  );
  const { rows: words } = await ctx.pool.query(
    'select word, count from catalogue_words where count <> 0 order by word',
  );
  const { rows: listings } = await ctx.pool.query(
    'select resource_id, category_id, bits, words::text from listing_words order by resource_id',
  );
  return { counts, words, listings };
}

/** What a search was understood as: Ballet, Beginner, “plié”. */
export function inWords(understood: UnderstoodSearch | null): string {
  if (!understood) return '';
  const { q, ...filters } = understood;
  const chips = Object.values(filters).flatMap((value) => [value ?? []].flat().map(String));
  return [...chips, ...(q === null ? [] : [`“${q}”`])].join(', ');
}

/** The same search as the page's filters have it. */
export function asFilters({ q, ...filters }: UnderstoodSearch): string {
  const params = new URLSearchParams();
  if (q !== null) params.set('q', q);
  for (const [name, value] of Object.entries(filters)) {
    for (const one of [value ?? []].flat()) params.append(name, String(one));
  }
  return params.toString();
}
