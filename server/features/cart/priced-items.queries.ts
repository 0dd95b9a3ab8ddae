// What things cost and whether one person may buy them, in SQL: one statement for each kind of thing, however many are asked for.
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { DbOrTx } from '#server/db/client.ts';
import { users } from '#server/db/schema/account.ts';
import { bundleItems, bundles } from '#server/db/schema/bundle.ts';
import { courses } from '#server/db/schema/course.ts';
import { entitlements } from '#server/db/schema/entitlement.ts';
import { resources } from '#server/db/schema/resource.ts';
import { stores } from '#server/db/schema/seller.ts';
import type { EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';

type Asked = { ids: readonly number[]; userId: number | null; now: Date };

function isOwned(itemType: EntitlementItem, id: AnyPgColumn, { userId, now }: Asked) {
  if (userId === null) return sql<boolean>`false`;
  return sql<boolean>`exists (select 1 from ${entitlements} where ${and(
    eq(entitlements.userId, userId),
    eq(entitlements.itemType, itemType),
    eq(entitlements.itemId, id),
    eq(entitlements.state, 'active'),
    sql`(${entitlements.endsAt} is null or ${entitlements.endsAt} > ${now})`,
  )})`;
}

/** As one value, so that the statement is the same for any number of them and is planned once. */
const isOneOf = (id: AnyPgColumn, { ids }: Asked) => sql`${id} = any(${sql.param([...ids])}::int[])`;

/** Guests own nothing, which makes another statement. */
const nameFor = (statement: string, { userId }: Asked) =>
  userId === null ? `${statement}_for_guests` : statement;

export async function listPricedResources(db: DbOrTx, asked: Asked) {
  if (asked.ids.length === 0) return [];
  return db
    .select({
      id: resources.id,
      title: resources.title,
      priceCents: resources.priceCents,
      isForSale: resources.isListed,
      ownerId: resources.sellerId,
      sellerName: stores.name,
      updatedAt: resources.updatedAt,
      isOwned: isOwned('resource', resources.id, asked),
    })
    .from(resources)
    .innerJoin(stores, eq(stores.userId, resources.sellerId))
    .where(isOneOf(resources.id, asked))
    .prepare(nameFor('priced_resources', asked))
    .execute();
}

export async function listPricedCourses(db: DbOrTx, asked: Asked) {
  if (asked.ids.length === 0) return [];
  return db
    .select({
      id: courses.id,
      title: courses.title,
      shortName: courses.shortName,
      kind: courses.kind,
      priceCents: courses.priceCents,
      isForSale: courses.isListed,
      ownerId: courses.instructorId,
      firstName: users.firstName,
      lastName: users.lastName,
      username: users.username,
      updatedAt: courses.updatedAt,
      isOwned: isOwned('course', courses.id, asked),
    })
    .from(courses)
    .innerJoin(users, eq(users.id, courses.instructorId))
    .where(isOneOf(courses.id, asked))
    .prepare(nameFor('priced_courses', asked))
    .execute();
}

export async function listPricedBundles(db: DbOrTx, { ids }: Asked) {
  if (ids.length === 0) return [];
  return db
    .select({
      id: bundles.id,
      title: bundles.title,
      priceCents: bundles.priceCents,
      state: bundles.state,
      ownerId: bundles.sellerId,
      sellerName: stores.name,
      storeState: stores.state,
      updatedAt: bundles.updatedAt,
    })
    .from(bundles)
    .leftJoin(stores, eq(stores.userId, bundles.sellerId))
    .where(inArray(bundles.id, [...ids]));
}

/** In their order. */
export async function listBundleContents(db: DbOrTx, { ids }: Pick<Asked, 'ids'>) {
  if (ids.length === 0) return [];
  return db
    .select({
      bundleId: bundleItems.bundleId,
      resourceId: bundleItems.resourceId,
      courseId: bundleItems.courseId,
    })
    .from(bundleItems)
    .where(inArray(bundleItems.bundleId, [...ids]))
    .orderBy(bundleItems.bundleId, bundleItems.position);
}
