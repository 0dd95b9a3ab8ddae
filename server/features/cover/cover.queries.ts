// Covers in SQL.
import { desc, eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { courses } from '#server/db/schema/course.ts';
import { covers } from '#server/db/schema/cover.ts';
import { resourceDrafts } from '#server/db/schema/authoring.ts';
import { resources } from '#server/db/schema/resource.ts';
import { stores } from '#server/db/schema/seller.ts';

export type Cover = typeof covers.$inferSelect;

export async function findCover(db: DbOrTx, { subject }: { subject: string }): Promise<Cover | null> {
  const [row] = await db
    .select({
      subject: covers.subject,
      seed: covers.seed,
      style: covers.style,
      colourway: covers.colourway,
      isBare: covers.isBare,
    })
    .from(covers)
    .where(eq(covers.subject, subject));
  return row ?? null;
}

/** Inserts or updates drawings by subject. */
export async function upsertCovers(db: DbOrTx, rows: Cover[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(covers)
    .values(rows)
    .onConflictDoUpdate({
      target: covers.subject,
      set: {
        seed: sql`excluded.seed`,
        style: sql`excluded.style`,
        colourway: sql`excluded.colourway`,
        isBare: sql`excluded.is_bare`,
      },
    });
}

export async function deleteCover(db: DbOrTx, { subject }: { subject: string }): Promise<void> {
  await db.delete(covers).where(eq(covers.subject, subject));
}

/** Storage key of the cover the seller uploaded; null if there is none. */
export async function findUploadedCover(db: DbOrTx, { id }: { id: number }): Promise<string | null> {
  const [row] = await db.select({ coverKey: resources.coverKey }).from(resources).where(eq(resources.id, id));
  return row?.coverKey ?? null;
}

/** The same for a seller's banner. */
export async function findOwnBanner(db: DbOrTx, { id }: { id: number }): Promise<string | null> {
  const [row] = await db.select({ bannerKey: stores.bannerKey }).from(stores).where(eq(stores.userId, id));
  return row?.bannerKey ?? null;
}

export async function isCoverStored(db: DbOrTx, { key }: { key: string }): Promise<boolean> {
  const kept = [
    await db.$count(resources, eq(resources.coverKey, key)),
    await db.$count(stores, eq(stores.bannerKey, key)),
    await db.$count(resourceDrafts, eq(resourceDrafts.coverKey, key)),
  ];
  return kept.some((count) => count > 0);
}

export async function hasCover(db: DbOrTx, { subject }: { subject: string }): Promise<boolean> {
  return (await db.$count(covers, eq(covers.subject, subject))) > 0;
}

/** The owner of the covered item, and whether it was ever public. */
export async function findCoveredItem(
  db: DbOrTx,
  { kind, id }: { kind: 'resource' | 'course'; id: number },
): Promise<{ ownerId: number; wasPublished: boolean } | null> {
  const [row] =
    kind === 'resource'
      ? await db
          .select({
            ownerId: resources.sellerId,
            isListed: resources.isListed,
            publishedAt: resources.publishedAt,
          })
          .from(resources)
          .where(eq(resources.id, id))
      : await db
          .select({
            ownerId: courses.instructorId,
            isListed: courses.isListed,
            publishedAt: courses.publishedAt,
          })
          .from(courses)
          .where(eq(courses.id, id));
  return row ? { ownerId: row.ownerId, wasPublished: row.isListed || row.publishedAt !== null } : null;
}

/** Covers of listed items, featured and newest first. */
export async function listCoversOnSale(db: DbOrTx, { limit }: { limit: number }): Promise<string[]> {
  const listOf = (kind: 'resource' | 'course', items: typeof resources | typeof courses) =>
    db
      .select({ subject: covers.subject })
      .from(items)
      .innerJoin(covers, eq(covers.subject, sql`${`${kind}-`} || ${items.id}`))
      .where(eq(items.isListed, true))
      .orderBy(desc(items.isFeatured), desc(items.publishedAt))
      .limit(limit);
  const rows = [...(await listOf('course', courses)), ...(await listOf('resource', resources))];
  return rows.map(({ subject }) => subject);
}
