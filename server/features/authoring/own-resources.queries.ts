// A seller's own resources in SQL. Whose they are is part of every question.
import { and, asc, count, desc, eq, gt, gte, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/account.ts';
import { categories } from '#server/db/schema/category.ts';
import { resourceDrafts } from '#server/db/schema/resource-draft.ts';
import { resourceFiles, resourcePreviews, resources } from '#server/db/schema/resource.ts';
import { stores } from '#server/db/schema/seller.ts';
import { danceStyles } from '#server/db/schema/style.ts';
import { entitlements } from '#server/db/schema/entitlement.ts';
import { containsWords } from '#server/db/search.ts';
import { RESOURCE_STATES, type ResourceState } from '#shared/features/resource/resource.states.ts';

export type Mine = { id: number; sellerId: number };

const isMine = ({ id, sellerId }: Mine) => and(eq(resources.id, id), eq(resources.sellerId, sellerId));

const ownColumns = {
  id: resources.id,
  sellerId: resources.sellerId,
  categoryId: resources.categoryId,
  title: resources.title,
  description: resources.description,
  type: resources.type,
  danceStyle: resources.danceStyle,
  ageGroups: resources.ageGroups,
  level: resources.level,
  tags: resources.tags,
  priceCents: resources.priceCents,
  licence: resources.licence,
  coverKey: resources.coverKey,
  bpm: resources.bpm,
  metre: resources.metre,
  state: resources.state,
  stateReason: resources.stateReason,
  revision: resources.revision,
  version: resources.version,
  isListed: resources.isListed,
  takenDownAt: resources.takenDownAt,
  createdAt: resources.createdAt,
  updatedAt: resources.updatedAt,
  publishedAt: resources.publishedAt,
};

export async function findOwnResource(db: DbOrTx, mine: Mine) {
  const [row] = await db.select(ownColumns).from(resources).where(isMine(mine));
  return row ?? null;
}

export type OwnRow = NonNullable<Awaited<ReturnType<typeof findOwnResource>>>;

/** Until the transaction ends, nobody else changes it, its files or its previews. */
export async function lockOwnResource(tx: Tx, mine: Mine): Promise<OwnRow | null> {
  const [row] = await tx.select(ownColumns).from(resources).where(isMine(mine)).for('no key update');
  return row ?? null;
}

/** The shop and the account it belongs to; held as they are until the transaction ends. */
export async function lockShopOf(tx: Tx, { userId }: { userId: number }) {
  const [row] = await tx
    .select({
      state: stores.state,
      suspendedReason: stores.suspendedReason,
      accountState: users.state,
      accountReason: users.suspendedReason,
    })
    .from(stores)
    .innerJoin(users, eq(users.id, stores.userId))
    .where(eq(stores.userId, userId))
    .for('share');
  return row ?? null;
}

export async function hasShop(db: DbOrTx, { userId }: { userId: number }): Promise<boolean> {
  return (await db.$count(stores, eq(stores.userId, userId))) > 0;
}

export type NewResource = Omit<typeof resources.$inferInsert, 'id'>;

export async function insertResource(tx: Tx, values: NewResource): Promise<{ id: number }> {
  const [row] = await tx.insert(resources).values(values).returning({ id: resources.id });
  if (!row) throw new Error('The resource was not written.');
  return row;
}

export type OwnChange = Partial<Omit<typeof resources.$inferInsert, 'id' | 'sellerId'>>;

export async function updateOwnResource(tx: Tx, mine: Mine, change: OwnChange): Promise<void> {
  await tx.update(resources).set(change).where(isMine(mine));
}

/** Counts the save, unless somebody else has saved since `revision`: false then. */
export async function saveOwnResource(
  tx: Tx,
  { revision, ...mine }: Mine & { revision: number },
  change: OwnChange,
): Promise<boolean> {
  const saved = await tx
    .update(resources)
    .set({ ...change, revision: revision + 1 })
    .where(and(isMine(mine), eq(resources.revision, revision), ne(resources.state, 'in_review')))
    .returning({ id: resources.id });
  return saved.length > 0;
}

/** Only from one of these states; false: it was in another one. */
export async function moveOwnResource(
  tx: Tx,
  { from, ...mine }: Mine & { from: readonly ResourceState[] },
  change: OwnChange & { state: ResourceState },
): Promise<boolean> {
  const isFrom = sql`${resources.state} = any(${sql.param(from)}::text[])`;
  const moved = await tx
    .update(resources)
    .set(change)
    .where(and(isMine(mine), isFrom))
    .returning({ id: resources.id });
  return moved.length > 0;
}

/** With everything that hangs on it; where its previews and files lay is asked before. */
export async function deleteOwnResource(tx: Tx, mine: Mine): Promise<void> {
  await tx.delete(resources).where(isMine(mine));
}

/** Ever, whatever became of it. */
export async function wasResourceHad(db: DbOrTx, { id }: { id: number }): Promise<boolean> {
  const isOfIt = and(eq(entitlements.itemType, 'resource'), eq(entitlements.itemId, id));
  return (await db.$count(entitlements, isOfIt)) > 0;
}

/** Everything of it that lies in storage. */
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

/** Those on sale and those being prepared, in order. */
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

/** Null: there is no such style. */
export async function findStyle(db: DbOrTx, { name }: { name: string }) {
  const [row] = await db
    .select({ retiredAt: danceStyles.retiredAt })
    .from(danceStyles)
    .where(eq(danceStyles.name, name));
  return row ?? null;
}

/** Also when only its draft was changed. */
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

/** Not shown to anyone but the seller. */
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

/** One for each tab, under the same search. */
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
