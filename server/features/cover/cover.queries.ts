// Covers in SQL.
import { desc, eq, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { preparedSql } from '#server/db/prepared.ts';
import { courses } from '#server/db/schema/course.ts';
import { covers } from '#server/db/schema/cover.ts';
import { resourceDrafts } from '#server/db/schema/authoring.ts';
import { resources } from '#server/db/schema/resource.ts';
import { sellers } from '#server/db/schema/seller.ts';

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

/** What a request for a picture asks about its subject. */
export type CoverSubject = {
  /** Null if nothing can be drawn. */
  cover: Cover | null;
  /** Null for subjects that are no item, and for items that don't exist. Sellers are always public. */
  item: { ownerId: number; wasPublished: boolean } | null;
  /** Storage key of the picture uploaded instead of the drawing. */
  ownKey: string | null;
};

export type CoveredKind = 'resource' | 'course' | 'seller';

type SubjectRow = Cover & { ownerId: number | null; wasPublished: boolean; ownKey: string | null };

/** A page of the catalogue shows dozens of pictures, so this is one statement, planned once. */
const subjectStatement = preparedSql<SubjectRow>(
  'cover_subject',
  sql`
    select covers.subject, covers.seed, covers.style, covers.colourway, covers.is_bare as "isBare",
      item.owner_id as "ownerId", item.was_published as "wasPublished", item.own_key as "ownKey"
    from (select ${sql.placeholder('subject')}::text as subject,
        ${sql.placeholder('kind')}::text as kind, ${sql.placeholder('id')}::int as id) as asked
    left join covers on covers.subject = asked.subject
    left join lateral (
      select seller_id as owner_id, is_listed or published_at is not null as was_published, cover_key as own_key
      from resources where asked.kind = 'resource' and resources.id = asked.id
      union all
      select instructor_id, is_listed or published_at is not null, null
      from courses where asked.kind = 'course' and courses.id = asked.id
      union all
      select user_id, true, banner_key from sellers where asked.kind = 'seller' and sellers.user_id = asked.id
    ) as item on true`,
);

export async function findCoverSubject(
  db: DbOrTx,
  asked: { subject: string; kind: CoveredKind | null; id: number | null },
): Promise<CoverSubject> {
  const [row] = await subjectStatement(db, asked);
  if (!row) return { cover: null, item: null, ownKey: null };
  const { ownerId, wasPublished, ownKey, ...cover } = row;
  return {
    // The join found no drawing.
    cover: cover.subject ? cover : null,
    item: ownerId === null ? null : { ownerId, wasPublished },
    ownKey,
  };
}

export async function isCoverStored(db: DbOrTx, { key }: { key: string }): Promise<boolean> {
  const uses = [
    await db.$count(resources, eq(resources.coverKey, key)),
    await db.$count(sellers, eq(sellers.bannerKey, key)),
    await db.$count(resourceDrafts, eq(resourceDrafts.coverKey, key)),
  ];
  return uses.some((count) => count > 0);
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
