// Versions of a resource's files, in SQL.
import { and, desc, eq } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { resources, resourceVersions } from '#server/db/schema/resource.ts';
import { stores } from '#server/db/schema/seller.ts';

export async function insertVersion(tx: Tx, values: typeof resourceVersions.$inferInsert): Promise<void> {
  await tx.insert(resourceVersions).values(values);
}

/** The newest first. */
export async function listVersions(db: DbOrTx, { resourceId }: { resourceId: number }) {
  const { number, note, publishedAt } = resourceVersions;
  return db
    .select({ number, note, publishedAt })
    .from(resourceVersions)
    .where(eq(resourceVersions.resourceId, resourceId))
    .orderBy(desc(number));
}

type Which = { resourceId: number; number: number };

const isIt = ({ resourceId, number }: Which) =>
  and(eq(resourceVersions.resourceId, resourceId), eq(resourceVersions.number, number));

/** Nobody else tells of it until the transaction ends. Null: the resource is gone. */
export async function lockVersion(tx: Tx, which: Which) {
  const [row] = await tx
    .select({
      note: resourceVersions.note,
      publishedAt: resourceVersions.publishedAt,
      toldUpTo: resourceVersions.toldUpTo,
      title: resources.title,
      sellerId: resources.sellerId,
      shop: stores.name,
    })
    .from(resourceVersions)
    .innerJoin(resources, eq(resources.id, resourceVersions.resourceId))
    .innerJoin(stores, eq(stores.userId, resources.sellerId))
    .where(isIt(which))
    .for('update', { of: resourceVersions });
  return row ?? null;
}

export async function markToldUpTo(tx: Tx, which: Which, toldUpTo: number): Promise<void> {
  await tx.update(resourceVersions).set({ toldUpTo }).where(isIt(which));
}
