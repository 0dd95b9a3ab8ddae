// A seller's own resources and drafts, in SQL. Every query is scoped to the seller.
import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, isNull, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { categories } from '#server/db/schema/category.ts';
import { entitlements } from '#server/db/schema/entitlement.ts';
import { type DraftFields, resourceDrafts } from '#server/db/schema/authoring.ts';
import { resourceFiles, resourcePreviews, resources } from '#server/db/schema/resource.ts';
import { sellers } from '#server/db/schema/seller.ts';
import { danceStyles } from '#server/db/schema/style.ts';
import { containsWords } from '#server/db/search.ts';
import { RESOURCE_STATES, type ResourceState } from '#shared/features/resource/resource.states.ts';

/** The seller and their user account, locked until the transaction ends. */
export async function lockSellerOf(tx: Tx, { userId }: { userId: number }) {
  const [row] = await tx
    .select({
      state: sellers.state,
      suspendedReason: sellers.suspendedReason,
      accountState: users.state,
      accountReason: users.suspendedReason,
    })
    .from(sellers)
    .innerJoin(users, eq(users.id, sellers.userId))
    .where(eq(sellers.userId, userId))
    .for('share');
  return row ?? null;
}

export async function isSeller(db: DbOrTx, { userId }: { userId: number }): Promise<boolean> {
  return (await db.$count(sellers, eq(sellers.userId, userId))) > 0;
}

/** Including revoked entitlements. */
export async function hasResourceBeenSold(db: DbOrTx, { id }: { id: number }): Promise<boolean> {
  const isOfIt = and(eq(entitlements.itemType, 'resource'), eq(entitlements.itemId, id));
  return (await db.$count(entitlements, isOfIt)) > 0;
}

/** All storage keys of a resource. */
export async function listStorageKeys(db: DbOrTx, { resourceId }: { resourceId: number }) {
  const files = await db
    .select({ key: resourceFiles.storageKey })
    .from(resourceFiles)
    .where(eq(resourceFiles.resourceId, resourceId));
  const previews = await db
    .select({ key: resourcePreviews.storageKey })
    .from(resourcePreviews)
    .where(and(eq(resourcePreviews.resourceId, resourceId), isNotNull(resourcePreviews.storageKey)));
  return { files: files.map(({ key }) => key), previews: previews.flatMap(({ key }) => key ?? []) };
}

/** Published and unpublished files, in order. */
export async function listOwnFiles(db: DbOrTx, { id, version }: { id: number; version: number }) {
  return db
    .select({
      id: resourceFiles.id,
      version: resourceFiles.version,
      name: resourceFiles.name,
      label: resourceFiles.label,
      contentType: resourceFiles.contentType,
      bytes: resourceFiles.bytes,
      pages: resourceFiles.pages,
      seconds: resourceFiles.seconds,
      isPreviewed: resourceFiles.isPreviewed,
      previewState: resourceFiles.previewState,
      previewProblem: resourceFiles.previewProblem,
    })
    .from(resourceFiles)
    .where(and(eq(resourceFiles.resourceId, id), gte(resourceFiles.version, version)))
    .orderBy(asc(resourceFiles.version), asc(resourceFiles.position));
}

export async function listOwnPreviews(db: DbOrTx, { id }: { id: number }) {
  const { kind, width, height, seconds, peaks, text } = resourcePreviews;
  return db
    .select({ id: resourcePreviews.id, kind, width, height, seconds, peaks, text })
    .from(resourcePreviews)
    .where(eq(resourcePreviews.resourceId, id))
    .orderBy(asc(resourcePreviews.position));
}

export async function isResourceCategory(db: DbOrTx, { id }: { id: number }): Promise<boolean> {
  return (await db.$count(categories, and(eq(categories.id, id), eq(categories.kind, 'resource')))) > 0;
}

/** Null if the style doesn't exist. */
export async function findStyle(db: DbOrTx, { name }: { name: string }) {
  const [row] = await db
    .select({ retiredAt: danceStyles.retiredAt })
    .from(danceStyles)
    .where(eq(danceStyles.name, name));
  return row ?? null;
}

/** Includes changes to the draft. */
const changedAt = sql<Date>`greatest(${resources.updatedAt}, (select ${resourceDrafts.updatedAt}
  from ${resourceDrafts} where ${eq(resourceDrafts.resourceId, resources.id)}))`.mapWith(resources.updatedAt);

const OWN_ORDER = {
  updated: desc(changedAt),
  title: asc(sql`lower(${resources.title})`),
  sales: desc(resources.salesCount),
  price: desc(resources.priceCents),
} as const;

export type OwnSort = keyof typeof OWN_ORDER;

export type OwnFilter = { sellerId: number; q?: string | undefined; state?: ResourceState | undefined };

const isFound = ({ sellerId, q }: OwnFilter) =>
  and(eq(resources.sellerId, sellerId), containsWords(sql`lower(${resources.title})`, q));

const failedPreviews = sql<number>`(select count(*)::int from ${resourceFiles} where ${and(
  eq(resourceFiles.resourceId, resources.id),
  gte(resourceFiles.version, resources.version),
  eq(resourceFiles.previewState, 'failed'),
)})`;

/** Only the seller sees these. */
const hasUnpublishedChanges = sql<boolean>`(exists (select from ${resourceDrafts} where ${and(
  eq(resourceDrafts.resourceId, resources.id),
  isNull(resourceDrafts.discardedAt),
  sql`(${resourceDrafts.fields} <> '{}' or ${resourceDrafts.isCoverChanged})`,
)}) or exists (select from ${resourceFiles} where ${and(
  eq(resourceFiles.resourceId, resources.id),
  gt(resourceFiles.version, resources.version),
)}))`;

export async function listOwnRows(
  db: DbOrTx,
  { sort, limit, offset, ...filter }: OwnFilter & { sort: OwnSort; limit: number; offset: number },
) {
  return db
    .select({
      id: resources.id,
      title: resources.title,
      type: resources.type,
      danceStyle: resources.danceStyle,
      priceCents: resources.priceCents,
      state: resources.state,
      stateReason: resources.stateReason,
      isListed: resources.isListed,
      takenDownAt: resources.takenDownAt,
      failedPreviews,
      salesCount: resources.salesCount,
      downloadCount: resources.downloadCount,
      rating: resources.rating,
      reviewCount: resources.ratingCount,
      updatedAt: resources.updatedAt,
      changedAt,
      hasUnpublishedChanges,
    })
    .from(resources)
    .where(and(isFound(filter), filter.state && eq(resources.state, filter.state)))
    .orderBy(OWN_ORDER[sort], desc(resources.id))
    .limit(limit)
    .offset(offset);
}

/** One count per tab, under the same search. */
export async function countOwnStates(db: DbOrTx, filter: OwnFilter) {
  const rows = await db
    .select({ state: resources.state, count: count() })
    .from(resources)
    .where(isFound(filter))
    .groupBy(resources.state);
  const counted = new Map(rows.map((row) => [row.state, row.count]));
  const each = Object.fromEntries(RESOURCE_STATES.map((state) => [state, counted.get(state) ?? 0]));
  const all = rows.reduce((sum, row) => sum + row.count, 0);
  return { all, ...(each as Record<ResourceState, number>) };
}

export type DraftRow = typeof resourceDrafts.$inferSelect;

export async function findDraft(
  db: DbOrTx,
  { resourceId }: { resourceId: number },
): Promise<DraftRow | null> {
  const [row] = await db.select().from(resourceDrafts).where(eq(resourceDrafts.resourceId, resourceId));
  return row ?? null;
}

export type DraftChange = {
  fields?: DraftFields;
  isCoverChanged?: boolean;
  coverKey?: string | null;
  discardedAt?: Date | null;
  updatedAt: Date;
};

/** Creates or updates the draft and returns its new revision. */
export async function upsertDraft(
  tx: Tx,
  { resourceId, ...change }: DraftChange & { resourceId: number },
): Promise<number> {
  const [row] = await tx
    .insert(resourceDrafts)
    .values({ resourceId, ...change })
    .onConflictDoUpdate({
      target: resourceDrafts.resourceId,
      set: { ...change, revision: sql`${resourceDrafts.revision} + 1` },
    })
    .returning({ revision: resourceDrafts.revision });
  if (!row) throw new Error('The draft was not written.');
  return row.revision;
}

export async function findCategoryNames(
  db: DbOrTx,
  { ids }: { ids: readonly number[] },
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .where(inArray(categories.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
