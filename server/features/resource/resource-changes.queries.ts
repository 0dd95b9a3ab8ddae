// Writes to `resources`, its history and its versions, in SQL. Other features reach them through the service.
import { and, desc, eq, inArray, isNull, ne, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { resourceEvents, resources, resourceVersions } from '#server/db/schema/resource.ts';
import { sellers } from '#server/db/schema/seller.ts';
import type { ResourceEventKind, ResourceState } from '#shared/features/resource/resource.states.ts';

export type OwnedBy = { id: number; sellerId: number };

const isOwnedBy = ({ id, sellerId }: OwnedBy) => and(eq(resources.id, id), eq(resources.sellerId, sellerId));

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

export async function findOwnResource(db: DbOrTx, mine: OwnedBy) {
  const [row] = await db.select(ownColumns).from(resources).where(isOwnedBy(mine));
  return row ?? null;
}

export type OwnRow = NonNullable<Awaited<ReturnType<typeof findOwnResource>>>;

/** Locks the resource, its files and its previews until the transaction ends. */
export async function lockOwnResource(tx: Tx, mine: OwnedBy): Promise<OwnRow | null> {
  const [row] = await tx.select(ownColumns).from(resources).where(isOwnedBy(mine)).for('no key update');
  return row ?? null;
}

export type NewResource = Omit<typeof resources.$inferInsert, 'id'>;

export async function insertResource(tx: Tx, values: NewResource): Promise<{ id: number }> {
  const [row] = await tx.insert(resources).values(values).returning({ id: resources.id });
  if (!row) throw new Error('The resource was not written.');
  return row;
}

export type OwnChange = Partial<Omit<typeof resources.$inferInsert, 'id' | 'sellerId'>>;

export async function updateOwnResource(tx: Tx, mine: OwnedBy, change: OwnChange): Promise<void> {
  await tx.update(resources).set(change).where(isOwnedBy(mine));
}

/** Saves and increments the revision. False if someone else has saved since `revision`. */
export async function saveOwnResource(
  tx: Tx,
  { revision, ...mine }: OwnedBy & { revision: number },
  change: OwnChange,
): Promise<boolean> {
  const saved = await tx
    .update(resources)
    .set({ ...change, revision: revision + 1 })
    .where(and(isOwnedBy(mine), eq(resources.revision, revision), ne(resources.state, 'in_review')))
    .returning({ id: resources.id });
  return saved.length > 0;
}

/** Changes the state only from one of `from`; false if it is in another state. */
export async function updateOwnResourceState(
  tx: Tx,
  { from, ...mine }: OwnedBy & { from: readonly ResourceState[] },
  change: OwnChange & { state: ResourceState },
): Promise<boolean> {
  const isFrom = sql`${resources.state} = any(${sql.param(from)}::text[])`;
  const moved = await tx
    .update(resources)
    .set(change)
    .where(and(isOwnedBy(mine), isFrom))
    .returning({ id: resources.id });
  return moved.length > 0;
}

/** Cascades to everything that belongs to it; list its storage keys first. */
export async function deleteOwnResource(tx: Tx, mine: OwnedBy): Promise<void> {
  await tx.delete(resources).where(isOwnedBy(mine));
}

type StateChange = {
  id: number;
  from: readonly ResourceState[];
  to: ResourceState;
  reason: string | null;
  /** As the officer saw it. */
  revision?: number | undefined;
  isFeatured?: boolean;
  now: Date;
};

/** Compare and swap: null if the state or revision has changed, or a rights notice blocks the sale. */
export async function updateResourceState(
  tx: Tx,
  { id, from, to, reason, revision, isFeatured, now }: StateChange,
) {
  const [row] = await tx
    .update(resources)
    .set({
      state: to,
      stateReason: reason,
      isChangedSinceReview: false,
      updatedAt: now,
      ...(isFeatured && { isFeatured: true }),
    })
    .where(
      and(
        eq(resources.id, id),
        inArray(resources.state, [...from]),
        revision === undefined ? undefined : eq(resources.revision, revision),
        to === 'published' ? isNull(resources.takenDownAt) : undefined,
      ),
    )
    .returning({ id: resources.id, title: resources.title, state: resources.state });
  return row ?? null;
}

/** Null if there was nothing to review, or the seller has changed it again. */
export async function markReviewed(tx: Tx, { id, revision }: { id: number; revision?: number | undefined }) {
  const [row] = await tx
    .update(resources)
    .set({ isChangedSinceReview: false })
    .where(
      and(
        eq(resources.id, id),
        eq(resources.isChangedSinceReview, true),
        revision === undefined ? undefined : eq(resources.revision, revision),
      ),
    )
    .returning({ id: resources.id, title: resources.title, state: resources.state });
  return row ?? null;
}

export async function removeResourceFromSale(
  tx: Tx,
  { resourceId, now }: { resourceId: number; now: Date },
): Promise<void> {
  await tx
    .update(resources)
    .set({ state: 'archived', takenDownAt: now, updatedAt: now })
    .where(eq(resources.id, resourceId));
}

export async function liftTakedown(
  tx: Tx,
  { resourceId, state, now }: { resourceId: number; state: ResourceState; now: Date },
): Promise<void> {
  await tx
    .update(resources)
    .set({ state, takenDownAt: null, updatedAt: now })
    .where(eq(resources.id, resourceId));
}

/** Locked until the transaction ends. */
export async function lockStaffResource(tx: Tx, { id }: { id: number }) {
  const [row] = await tx
    .select({
      id: resources.id,
      sellerId: resources.sellerId,
      title: resources.title,
      isListed: resources.isListed,
      isFeatured: resources.isFeatured,
    })
    .from(resources)
    .where(eq(resources.id, id))
    // A weak lock: reviews and files can still be inserted.
    .for('no key update');
  return row ?? null;
}

export async function updateFeatured(
  tx: Tx,
  { id, isFeatured }: { id: number; isFeatured: boolean },
): Promise<void> {
  await tx.update(resources).set({ isFeatured }).where(eq(resources.id, id));
}

export type NewResourceEvent = {
  resourceId: number;
  /** Null for automatic changes. */
  actorId: number | null;
  kind: ResourceEventKind;
  reason?: string | null;
  details?: Record<string, unknown>;
  createdAt: Date;
};

/** Call it in the transaction that makes the change. */
export async function insertResourceEvent(tx: Tx, event: NewResourceEvent): Promise<void> {
  await tx.insert(resourceEvents).values(event);
}

/** Newest first. Without an actor it was automatic. */
export async function listResourceEvents(
  db: DbOrTx,
  { resourceId, limit }: { resourceId: number; limit: number },
) {
  return db
    .select({
      id: resourceEvents.id,
      actorId: resourceEvents.actorId,
      actor: { firstName: users.firstName, lastName: users.lastName, username: users.username },
      kind: resourceEvents.kind,
      reason: resourceEvents.reason,
      details: resourceEvents.details,
      createdAt: resourceEvents.createdAt,
    })
    .from(resourceEvents)
    .leftJoin(users, eq(users.id, resourceEvents.actorId))
    .where(eq(resourceEvents.resourceId, resourceId))
    .orderBy(desc(resourceEvents.id))
    .limit(limit);
}

export type ResourceEventRow = Awaited<ReturnType<typeof listResourceEvents>>[number];

export async function insertVersion(tx: Tx, values: typeof resourceVersions.$inferInsert): Promise<void> {
  await tx.insert(resourceVersions).values(values);
}

/** Newest first. */
export async function listVersions(db: DbOrTx, { resourceId }: { resourceId: number }) {
  const { number, note, publishedAt } = resourceVersions;
  return db
    .select({ number, note, publishedAt })
    .from(resourceVersions)
    .where(eq(resourceVersions.resourceId, resourceId))
    .orderBy(desc(number));
}

type VersionKey = { resourceId: number; number: number };

const isVersion = ({ resourceId, number }: VersionKey) =>
  and(eq(resourceVersions.resourceId, resourceId), eq(resourceVersions.number, number));

/** Locked until the transaction ends, so mails are sent once. Null if the resource is gone. */
export async function lockVersion(tx: Tx, which: VersionKey) {
  const [row] = await tx
    .select({
      note: resourceVersions.note,
      publishedAt: resourceVersions.publishedAt,
      notifiedUpTo: resourceVersions.notifiedUpTo,
      title: resources.title,
      sellerId: resources.sellerId,
      shop: sellers.name,
    })
    .from(resourceVersions)
    .innerJoin(resources, eq(resources.id, resourceVersions.resourceId))
    .innerJoin(sellers, eq(sellers.userId, resources.sellerId))
    .where(isVersion(which))
    .for('update', { of: resourceVersions });
  return row ?? null;
}

export async function markVersionMailed(tx: Tx, which: VersionKey, notifiedUpTo: number): Promise<void> {
  await tx.update(resourceVersions).set({ notifiedUpTo }).where(isVersion(which));
}
