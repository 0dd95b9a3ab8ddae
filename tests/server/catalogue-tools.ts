// What tests of the catalogue need besides `testApp`: a school without anything on sale, to be filled by the factories.
import type { TestContext } from './test-database.ts';

export async function emptyCatalogue(ctx: TestContext): Promise<void> {
  // The counters too: triggers keep them, and do not see a truncated table.
  await ctx.pool.query(`truncate categories, stores, courses, reviews, wishes, entitlements,
    resource_counts, catalogue_words restart identity cascade`);
}
