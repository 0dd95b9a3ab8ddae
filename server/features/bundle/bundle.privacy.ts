// Personal data of bundles. Drafts go; bundles that were on sale stay, archived, for the orders that refer to them.
import { and, asc, eq, isNull, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { bundles } from '#server/db/schema/bundle.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

export const bundlePersonalData: PersonalData = {
  tables: [bundles],
  collect: { bundles: collectBundles },
  async erase(_ctx, tx, { userId, now }) {
    await tx.delete(bundles).where(and(eq(bundles.sellerId, userId), isNull(bundles.publishedAt)));
    await tx
      .update(bundles)
      .set({ state: 'archived', description: '', revision: sql`${bundles.revision} + 1`, updatedAt: now })
      .where(eq(bundles.sellerId, userId));
  },
};

async function collectBundles(db: DbOrTx, { userId }: DataSubject) {
  const { id, title, description, priceCents, currency, state, salesCount, createdAt } = bundles;
  return db
    .select({ id, title, description, priceCents, currency, state, salesCount, createdAt })
    .from(bundles)
    .where(eq(bundles.sellerId, userId))
    .orderBy(asc(id));
}
