// Bulk inserts of the catalogue, for a new database.
import { eq, sql } from '#server/db/drizzle.ts';
import type { Tx } from '#server/db/client.ts';
import { resourceDrafts } from '#server/db/schema/authoring.ts';
import { categories, type CategoryKind } from '#server/db/schema/category.ts';
import { courseModules, coursePrerequisites, courses, lessons } from '#server/db/schema/course.ts';
import { quizzes } from '#server/db/schema/quiz.ts';
import { entitlements } from '#server/db/schema/entitlement.ts';
import {
  resourceDownloads,
  resourceEvents,
  resources,
  resourceVersions,
} from '#server/db/schema/resource.ts';
import { reviews } from '#server/db/schema/review.ts';
import { sellerFollows, sellers } from '#server/db/schema/seller.ts';
import { wishlistItems } from '#server/db/schema/wishlist.ts';
import type { EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';

/** Ids by slug. */
export async function findCategoryIds(tx: Tx, { kind }: { kind: CategoryKind }) {
  const { id, slug } = categories;
  const found = await tx.select({ id, slug }).from(categories).where(eq(categories.kind, kind));
  return new Map(found.map((category) => [category.slug, category.id]));
}

/** Suspended at first: while nothing is listed, hundreds of reviews don't each rewrite a listing. */
export async function insertClosedSellers(tx: Tx, rows: (typeof sellers.$inferInsert)[]): Promise<void> {
  await tx.insert(sellers).values(rows.map((row) => ({ ...row, state: 'suspended' as const })));
}

/** All at once: rewriting the listings in one go takes a third of the time. */
export async function openSellers(tx: Tx): Promise<void> {
  await tx.execute(sql`alter table resources
    disable trigger resources_keep_listing, disable trigger resources_keep_counts`);
  await tx.update(sellers).set({ state: 'approved' });
  await tx.execute(sql`alter table resources
    enable trigger resources_keep_listing, enable trigger resources_keep_counts`);
  await tx.execute(sql`select rebuild_catalogue()`);
}

/** Ids by title. */
export async function insertResources(tx: Tx, rows: (typeof resources.$inferInsert)[]) {
  const inserted = await tx
    .insert(resources)
    .values(rows)
    .returning({ id: resources.id, title: resources.title });
  return new Map(inserted.map(({ id, title }) => [title, id]));
}

type Life = {
  events: (typeof resourceEvents.$inferInsert)[];
  versions: (typeof resourceVersions.$inferInsert)[];
  drafts: (typeof resourceDrafts.$inferInsert)[];
};

export async function insertResourceLife(tx: Tx, { events, versions, drafts }: Life): Promise<void> {
  await tx.insert(resourceEvents).values(events);
  await tx.insert(resourceVersions).values(versions);
  await tx.insert(resourceDrafts).values(drafts);
}

/** Ids by short name. */
export async function insertCourses(tx: Tx, rows: (typeof courses.$inferInsert)[]) {
  const inserted = await tx
    .insert(courses)
    .values(rows)
    .returning({ id: courses.id, shortName: courses.shortName });
  return new Map(inserted.map(({ id, shortName }) => [shortName, id]));
}

/** Ids by course and position. */
export async function insertModules(tx: Tx, rows: (typeof courseModules.$inferInsert)[]) {
  const { id, courseId, position } = courseModules;
  const inserted = await tx.insert(courseModules).values(rows).returning({ id, courseId, position });
  return new Map(inserted.map((row) => [`${row.courseId}/${row.position}`, row.id]));
}

type Outline = {
  lessons: (typeof lessons.$inferInsert)[];
  quizzes: (typeof quizzes.$inferInsert)[];
  prerequisites: (typeof coursePrerequisites.$inferInsert)[];
};

export async function insertOutline(tx: Tx, outline: Outline): Promise<void> {
  await tx.insert(lessons).values(outline.lessons);
  await tx.insert(quizzes).values(outline.quizzes);
  await tx.insert(coursePrerequisites).values(outline.prerequisites);
}

type History = {
  entitlements: (typeof entitlements.$inferInsert)[];
  reviews: (typeof reviews.$inferInsert)[];
  downloads: (typeof resourceDownloads.$inferInsert)[];
  wishes: (typeof wishlistItems.$inferInsert)[];
  follows: (typeof sellerFollows.$inferInsert)[];
};

export async function insertHistory(tx: Tx, history: History): Promise<void> {
  await tx.insert(entitlements).values(history.entitlements);
  await insertReviews(tx, history.reviews);
  await tx.insert(resourceDownloads).values(history.downloads);
  await tx.insert(wishlistItems).values(history.wishes);
  await tx.insert(sellerFollows).values(history.follows);
}

type Views = { resourceId: number; day: string; views: number };

/** Thousands of rows as three arrays: a parameter per value would take longer to build than to insert. */
export async function insertViews(tx: Tx, rows: readonly Views[]): Promise<void> {
  await tx.execute(sql`insert into resource_views (resource_id, day, views) select * from unnest(
    ${sql.param(rows.map(({ resourceId }) => resourceId))}::int[],
    ${sql.param(rows.map(({ day }) => day))}::date[],
    ${sql.param(rows.map(({ views }) => views))}::int[])`);
}

/** Adds up hundreds of ratings once instead of one by one, with the result the trigger would have. */
async function insertReviews(tx: Tx, rows: History['reviews']): Promise<void> {
  await tx.execute(sql`alter table reviews disable trigger reviews_keep_rating`);
  await tx.insert(reviews).values(rows);
  await tx.execute(sql`alter table reviews enable trigger reviews_keep_rating`);
  const given = (item: EntitlementItem) =>
    sql`(select item_id as id, sum(stars) as stars, count(*) as many from reviews where item_type = ${item} group by item_id) given`;
  const assignments = sql`set rating_sum = given.stars, rating_count = given.many`;
  await tx.execute(sql`update resources r ${assignments} from ${given('resource')} where r.id = given.id`);
  await tx.execute(sql`update courses c ${assignments} from ${given('course')} where c.id = given.id`);
  await tx.execute(sql`update sellers s ${assignments} from (
    select seller_id, sum(rating_sum) as stars, sum(rating_count) as many from resources group by seller_id
  ) given where s.user_id = given.seller_id`);
}
