// Opening a shop, in SQL.
import { eq, or, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { stores } from '#server/db/schema/seller.ts';

/** The short name itself and those made from it by a number. */
export async function listSlugsLike(db: DbOrTx, { slug }: { slug: string }): Promise<Set<string>> {
  const rows = await db
    .select({ slug: stores.slug })
    .from(stores)
    .where(or(eq(stores.slug, slug), sql`starts_with(${stores.slug}, ${`${slug.slice(0, 54)}-`})`));
  return new Set(rows.map((row) => row.slug));
}

export async function hasShop(db: DbOrTx, { userId }: { userId: number }): Promise<boolean> {
  return (await db.$count(stores, eq(stores.userId, userId))) > 0;
}

/** False where the short name is taken, or the person has a shop already. */
export async function insertShop(tx: Tx, shop: typeof stores.$inferInsert): Promise<boolean> {
  const made = await tx
    .insert(stores)
    .values(shop)
    .onConflictDoNothing()
    .returning({ userId: stores.userId });
  return made.length > 0;
}
