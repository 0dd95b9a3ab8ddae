// Bundles as their sellers manage them, in SQL. Every query is scoped to the owner.
import { and, asc, count, desc, eq, isNotNull, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { bundleItems, bundles } from '#server/db/schema/bundle.ts';
import { courses } from '#server/db/schema/course.ts';
import { resources } from '#server/db/schema/resource.ts';
import { sellers } from '#server/db/schema/seller.ts';
import { containsWords } from '#server/db/search.ts';
import type { BundleItemKey } from '#shared/features/bundle/bundle.schema.ts';
import { BUNDLE_STATES, type BundleState } from '#shared/features/bundle/bundle.rules.ts';
import {
  bundleColumns,
  isOf,
  isFullyAvailable,
  type BundleRow,
  type Owner,
  type StateCounts,
} from './bundle.queries.ts';

export type OwnedBy = Owner & { id: number };

const isMine = ({ id, sellerId }: OwnedBy) => and(eq(bundles.id, id), isOf({ sellerId }));

export async function findOwnBundle(db: DbOrTx, mine: OwnedBy): Promise<BundleRow | null> {
  const [row] = await db
    .select(bundleColumns)
    .from(bundles)
    .leftJoin(sellers, eq(sellers.userId, bundles.sellerId))
    .where(isMine(mine));
  return row ?? null;
}

/** Locks the bundle and its items until the transaction ends. */
export async function lockOwnBundle(tx: Tx, mine: OwnedBy): Promise<BundleRow | null> {
  await tx.select({ id: bundles.id }).from(bundles).where(isMine(mine)).for('no key update');
  return findOwnBundle(tx, mine);
}

/** Locks the seller and their account until the transaction ends. */
export async function lockSeller(tx: Tx, { userId }: { userId: number }) {
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

export type OwnFilter = {
  /** A seller's own, the platform's, or those of all sellers. */
  of: Owner | 'sellers';
  q?: string | undefined;
  state?: BundleState | undefined;
};

const isFound = ({ of, q }: OwnFilter) =>
  and(
    of === 'sellers' ? isNotNull(bundles.sellerId) : isOf(of),
    containsWords(sql`lower(${bundles.title})`, q),
  );

export async function listOwnRows(
  db: DbOrTx,
  { limit, offset, ...filter }: OwnFilter & { limit: number; offset: number },
) {
  return db
    .select({ ...bundleColumns, isWhole: isFullyAvailable })
    .from(bundles)
    .leftJoin(sellers, eq(sellers.userId, bundles.sellerId))
    .where(and(isFound(filter), filter.state && eq(bundles.state, filter.state)))
    .orderBy(desc(bundles.updatedAt), desc(bundles.id))
    .limit(limit)
    .offset(offset);
}

/** One count per tab, under the same search. */
export async function countOwnStates(db: DbOrTx, filter: OwnFilter): Promise<StateCounts> {
  const rows = await db
    .select({ state: bundles.state, count: count() })
    .from(bundles)
    .where(isFound(filter))
    .groupBy(bundles.state);
  const counted = new Map(rows.map((row) => [row.state, row.count]));
  const each = Object.fromEntries(BUNDLE_STATES.map((state) => [state, counted.get(state) ?? 0]));
  const all = rows.reduce((sum, row) => sum + row.count, 0);
  return { all, ...(each as Record<BundleState, number>) };
}

export type NewBundle = Omit<typeof bundles.$inferInsert, 'id'>;

export async function insertBundle(tx: Tx, values: NewBundle): Promise<number> {
  const [row] = await tx.insert(bundles).values(values).returning({ id: bundles.id });
  if (!row) throw new Error('The bundle was not inserted.');
  return row.id;
}

/** In the given order, replacing the previous items. */
export async function replaceBundleItems(
  tx: Tx,
  { bundleId, items }: { bundleId: number; items: readonly BundleItemKey[] },
): Promise<void> {
  await tx.delete(bundleItems).where(eq(bundleItems.bundleId, bundleId));
  await tx.insert(bundleItems).values(
    items.map(({ itemType, itemId }, position) => ({
      bundleId,
      position,
      resourceId: itemType === 'resource' ? itemId : null,
      courseId: itemType === 'course' ? itemId : null,
    })),
  );
}

type Change = Partial<Omit<typeof bundles.$inferInsert, 'id' | 'sellerId'>>;

/** Increments the revision; false if someone else saved since `revision`. */
export async function saveOwnBundle(
  tx: Tx,
  { revision, ...mine }: OwnedBy & { revision: number },
  change: Change,
): Promise<boolean> {
  const saved = await tx
    .update(bundles)
    .set({ ...change, revision: revision + 1 })
    .where(and(isMine(mine), eq(bundles.revision, revision)))
    .returning({ id: bundles.id });
  return saved.length > 0;
}

/** Only from one of these states; false if it was in another one. */
export async function updateBundleState(
  tx: Tx,
  { from, ...mine }: OwnedBy & { from: readonly BundleState[] },
  change: Change & { state: BundleState },
): Promise<boolean> {
  const moved = await tx
    .update(bundles)
    .set({ ...change, revision: sql`${bundles.revision} + 1` })
    .where(and(isMine(mine), sql`${bundles.state} = any(${sql.param([...from])}::text[])`))
    .returning({ id: bundles.id });
  return moved.length > 0;
}

/** False if it isn't a draft, or was on sale before. */
export async function deleteOwnDraft(tx: Tx, mine: OwnedBy): Promise<boolean> {
  const gone = await tx
    .delete(bundles)
    .where(and(isMine(mine), eq(bundles.state, 'draft'), sql`${bundles.publishedAt} is null`))
    .returning({ id: bundles.id });
  return gone.length > 0;
}

export type ItemFilter = Owner & {
  q?: string | undefined;
  /** These items only, instead of a search. */
  only?: readonly BundleItemKey[];
  limit: number;
};

/** On sale, and for sellers their own; newest first. */
export async function listItemChoices(db: DbOrTx, { sellerId, q, only, limit }: ItemFilter) {
  const idsOf = (itemType: BundleItemKey['itemType']) =>
    only?.filter((item) => item.itemType === itemType).map((item) => item.itemId);
  const isOneOf = (column: typeof resources.id | typeof courses.id, ids: number[] | undefined) =>
    ids && sql`${column} = any(${sql.param(ids)}::int[])`;
  const sold = await db
    .select({
      bundleId: sql<number>`0`,
      itemType: sql<'resource'>`'resource'`,
      itemId: resources.id,
      kind: sql<string>`'resource'`,
      title: resources.title,
      sellerName: sql<string | null>`${sellers.name}`,
      firstName: sql<string | null>`null`,
      lastName: sql<string | null>`null`,
      priceCents: resources.priceCents,
      isListed: resources.isListed,
      updatedAt: resources.updatedAt,
    })
    .from(resources)
    .innerJoin(sellers, eq(sellers.userId, resources.sellerId))
    .where(
      and(
        eq(resources.isListed, true),
        sellerId === null ? undefined : eq(resources.sellerId, sellerId),
        isOneOf(resources.id, idsOf('resource')),
        containsWords(sql`lower(${resources.title})`, q),
      ),
    )
    .orderBy(desc(resources.id))
    .limit(limit);
  const taught = await db
    .select({
      bundleId: sql<number>`0`,
      itemType: sql<'course'>`'course'`,
      itemId: courses.id,
      kind: sql<string>`${courses.kind}`,
      title: courses.title,
      sellerName: sql<string | null>`null`,
      firstName: users.firstName,
      lastName: users.lastName,
      priceCents: courses.priceCents,
      isListed: courses.isListed,
      updatedAt: courses.updatedAt,
    })
    .from(courses)
    .innerJoin(users, eq(users.id, courses.instructorId))
    .where(
      and(
        eq(courses.isListed, true),
        sellerId === null ? undefined : eq(courses.instructorId, sellerId),
        isOneOf(courses.id, idsOf('course')),
        containsWords(sql`lower(${courses.title})`, q),
      ),
    )
    .orderBy(asc(courses.title))
    .limit(limit);
  return [...taught, ...sold];
}
