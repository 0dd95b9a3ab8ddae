// What the store knows of one person in SQL: read for their own file, and forgotten with their account.
import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { courses } from '#server/db/schema/course.ts';
import { orders } from '#server/db/schema/checkout.ts';
import { entitlements, grants } from '#server/db/schema/entitlement.ts';
import { resourceDownloads, resources, rightsNotices } from '#server/db/schema/resource.ts';
import { reviews, wishes } from '#server/db/schema/review.ts';
import { storeFollows, stores } from '#server/db/schema/seller.ts';

type Whose = { userId: number };

/** What the thing is called; null where it is gone. */
function titleOf(itemType: AnyPgColumn, itemId: AnyPgColumn) {
  return sql<string | null>`case ${itemType}
    when 'resource' then (select ${resources.title} from ${resources} where ${resources.id} = ${itemId})
    else (select ${courses.title} from ${courses} where ${courses.id} = ${itemId})
  end`;
}

export async function readEntitlements(db: DbOrTx, { userId }: Whose) {
  const { itemType, itemId, cause, state, createdAt, endsAt } = entitlements;
  return db
    .select({ itemType, itemId, title: titleOf(itemType, itemId), cause, state, createdAt, endsAt })
    .from(entitlements)
    .where(eq(entitlements.userId, userId))
    .orderBy(asc(entitlements.id));
}

/** What was paid for stays: accounts are kept of it, and they name the person by number only. */
export async function deleteFreeEntitlements(tx: Tx, { userId }: Whose): Promise<void> {
  await tx.delete(entitlements).where(and(eq(entitlements.userId, userId), eq(entitlements.cause, 'free')));
}

/** Given by staff without payment. */
export async function readGrants(db: DbOrTx, { userId }: Whose) {
  const { itemType, itemId, kind, reason, createdAt, revokedAt, revokeReason } = grants;
  return db
    .select({
      itemType,
      itemId,
      title: titleOf(itemType, itemId),
      kind,
      reason,
      createdAt,
      revokedAt,
      revokeReason,
    })
    .from(grants)
    .where(eq(grants.userId, userId))
    .orderBy(asc(grants.id));
}

/** Colleagues may have named the person in their reasons. */
export async function emptyGrants(tx: Tx, { userId }: Whose): Promise<void> {
  await tx
    .update(grants)
    .set({ reason: '', revokeReason: sql`case when ${grants.revokedAt} is null then null else '' end` })
    .where(eq(grants.userId, userId));
}

/** By themselves, or by the key of an order that is theirs now. */
function isTheirDownload(db: DbOrTx, { userId }: Whose) {
  const theirOrders = db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
  return or(eq(resourceDownloads.userId, userId), inArray(resourceDownloads.orderId, theirOrders));
}

export async function readDownloads(db: DbOrTx, { userId }: Whose) {
  const { resourceId, day } = resourceDownloads;
  return db
    .select({ resourceId, title: resources.title, day })
    .from(resourceDownloads)
    .innerJoin(resources, eq(resources.id, resourceId))
    .where(isTheirDownload(db, { userId }))
    .orderBy(asc(day), asc(resourceId));
}

/** The count of a resource does not move: it was downloaded, whoever it was. */
export async function deleteDownloads(tx: Tx, { userId }: Whose): Promise<void> {
  await tx.delete(resourceDownloads).where(isTheirDownload(tx, { userId }));
}

/** With the answer each got, which was written to them. */
export async function readReviews(db: DbOrTx, { userId }: Whose) {
  const { itemType, itemId, stars, body, answer, answeredAt, createdAt, updatedAt } = reviews;
  const title = titleOf(itemType, itemId);
  return db
    .select({ itemType, itemId, title, stars, body, answer, answeredAt, createdAt, updatedAt })
    .from(reviews)
    .where(eq(reviews.userId, userId))
    .orderBy(asc(reviews.id));
}

/** The stars stay, so that no average moves; the words go, and with them what was answered to them. */
export async function anonymiseReviews(tx: Tx, { userId }: Whose): Promise<void> {
  await tx
    .update(reviews)
    .set({ userId: null, body: '', answer: null, answeredAt: null })
    .where(eq(reviews.userId, userId));
}

/** Reviews of what they sell or teach. */
function isOfTheirs(tx: DbOrTx, userId: number) {
  const sold = tx.select({ id: resources.id }).from(resources).where(eq(resources.sellerId, userId));
  const taught = tx.select({ id: courses.id }).from(courses).where(eq(courses.instructorId, userId));
  return or(
    and(eq(reviews.itemType, 'resource'), inArray(reviews.itemId, sold)),
    and(eq(reviews.itemType, 'course'), inArray(reviews.itemId, taught)),
  );
}

/** What they wrote, not what they wrote it to: that is somebody else's. */
export async function readAnswers(db: DbOrTx, { userId }: Whose) {
  const { itemType, itemId, answer, answeredAt } = reviews;
  return db
    .select({ itemType, itemId, title: titleOf(itemType, itemId), answer, answeredAt })
    .from(reviews)
    .where(and(isOfTheirs(db, userId), sql`${answer} is not null`))
    .orderBy(asc(reviews.id));
}

export async function deleteAnswers(tx: Tx, { userId }: Whose): Promise<void> {
  await tx
    .update(reviews)
    .set({ answer: null, answeredAt: null })
    .where(and(isOfTheirs(tx, userId), sql`${reviews.answer} is not null`));
}

export async function readWishes(db: DbOrTx, { userId }: Whose) {
  const { itemType, itemId, createdAt } = wishes;
  return db
    .select({ itemType, itemId, title: titleOf(itemType, itemId), createdAt })
    .from(wishes)
    .where(eq(wishes.userId, userId))
    .orderBy(desc(createdAt), desc(itemId));
}

export async function deleteWishes(tx: Tx, { userId }: Whose): Promise<void> {
  await tx.delete(wishes).where(eq(wishes.userId, userId));
}

export async function readFollows(db: DbOrTx, { userId }: Whose) {
  return db
    .select({ sellerId: storeFollows.sellerId, shop: stores.name, createdAt: storeFollows.createdAt })
    .from(storeFollows)
    .innerJoin(stores, eq(stores.userId, storeFollows.sellerId))
    .where(eq(storeFollows.userId, userId))
    .orderBy(asc(storeFollows.createdAt), asc(storeFollows.sellerId));
}

/** Those they follow, and those who follow their shop: it will not open again. */
export async function deleteFollows(tx: Tx, { userId }: Whose): Promise<void> {
  await tx.delete(storeFollows).where(or(eq(storeFollows.userId, userId), eq(storeFollows.sellerId, userId)));
}

export async function readNotices(db: DbOrTx, { userId }: Whose) {
  const { resourceId, reason, body, state, createdAt, decidedAt, decisionReason } = rightsNotices;
  const { closedAt, closeReason } = rightsNotices;
  return db
    .select({
      resourceId,
      title: resources.title,
      reason,
      body,
      state,
      createdAt,
      decidedAt,
      decisionReason,
      closedAt,
      closeReason,
    })
    .from(rightsNotices)
    .innerJoin(resources, eq(resources.id, resourceId))
    .where(eq(rightsNotices.reporterId, userId))
    .orderBy(asc(rightsNotices.id));
}

/** That something was said to be wrong, and what kind of wrong, stays with the resource; the words go. */
export async function emptyNotices(tx: Tx, { userId }: Whose): Promise<void> {
  await tx.update(rightsNotices).set({ body: '' }).where(eq(rightsNotices.reporterId, userId));
}

/** The shop and what is in it. What others bought and said there is theirs. */
export async function readShop(db: DbOrTx, { userId }: Whose) {
  const { name, slug, tagline, about, policies, vacationNote, state, suspendedReason, createdAt } = stores;
  const [shop] = await db
    .select({ name, slug, tagline, about, policies, vacationNote, state, suspendedReason, createdAt })
    .from(stores)
    .where(eq(stores.userId, userId));
  if (!shop) return null;
  const items = await db
    .select({
      id: resources.id,
      title: resources.title,
      description: resources.description,
      tags: resources.tags,
      priceCents: resources.priceCents,
      currency: resources.currency,
      state: resources.state,
      stateReason: resources.stateReason,
      salesCount: resources.salesCount,
      downloadCount: resources.downloadCount,
      createdAt: resources.createdAt,
    })
    .from(resources)
    .where(eq(resources.sellerId, userId))
    .orderBy(asc(resources.id));
  return { ...shop, items };
}

/**
 * A suspended shop has nothing on sale (a trigger sees to it). Its items stay for those who have them; the name is
 * one nobody else can have taken.
 */
export async function closeShop(tx: Tx, { userId, now }: Whose & { now: Date }): Promise<void> {
  await tx
    .update(stores)
    .set({
      name: 'Former seller',
      slug: sql`'former-' || ${stores.userId} || '-' || left(gen_random_uuid()::text, 8)`,
      tagline: '',
      about: '',
      policies: '',
      vacationNote: '',
      bannerKey: null,
      state: 'suspended',
      suspendedReason: null,
      updatedAt: now,
    })
    .where(eq(stores.userId, userId));
}
