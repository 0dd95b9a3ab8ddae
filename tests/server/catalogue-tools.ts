// What tests of the catalogue need besides `testApp`: a school without anything on sale, to be filled by the factories.
import type { TestContext } from './test-database.ts';

export async function emptyCatalogue(ctx: TestContext): Promise<void> {
  // The counters too: triggers keep them, and do not see a truncated table.
  await ctx.pool.query(`truncate categories, stores, courses, reviews, wishes, entitlements,
    resource_counts, catalogue_words restart identity cascade`);
}

/** Every counter, word and listing the triggers have kept: the same after all of it was made anew, or one is wrong. */
export async function catalogueNumbers(ctx: TestContext) {
  const { rows: counts } = await ctx.pool.query(
    'select key, count from resource_counts where count <> 0 order by key',
  );
  const { rows: words } = await ctx.pool.query(
    'select word, count from catalogue_words where count <> 0 order by word',
  );
  const { rows: listings } = await ctx.pool.query(
    'select resource_id, category_id, bits, words::text from resource_listings order by resource_id',
  );
  return { counts, words, listings };
}
