// The review queue and what officers need to decide, in SQL.
import { and, asc, desc, eq, gte, inArray, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { rightsNotices } from '#server/db/schema/moderation.ts';
import { resourceEvents, resourceFiles, resources } from '#server/db/schema/resource.ts';
import { sellers } from '#server/db/schema/seller.ts';
import { isUndecided } from '#server/db/pending-decisions.ts';
import type { QueueTab } from '#shared/features/moderation/moderation.schema.ts';
import type { ResourceEventKind } from '#shared/features/resource/resource.states.ts';

export const DECISION_EVENTS = ['approved', 'rejected', 'changes_requested'] as const;

/** A pending decision counts as decided. */
const undecided = isUndecided('resource', resources.id);

const QUEUES = {
  waiting: { is: and(eq(resources.state, 'in_review'), undecided), since: resources.submittedAt },
  changed: { is: and(eq(resources.isChangedSinceReview, true), undecided), since: resources.updatedAt },
};

/** Longest waiting first. */
export async function listQueueRows(db: DbOrTx, { tab, limit }: { tab: QueueTab; limit: number }) {
  const { is, since } = QUEUES[tab];
  const decided = sql`select 1 from ${resourceEvents} e
    where e.resource_id = ${resources.id} and e.kind in ('rejected', 'changes_requested')`;
  return db
    .select({
      id: resources.id,
      title: resources.title,
      type: resources.type,
      danceStyle: resources.danceStyle,
      priceCents: resources.priceCents,
      sellerId: resources.sellerId,
      sellerName: sellers.name,
      since,
      updatedAt: resources.updatedAt,
      isAgain: sql<boolean>`exists (${decided})`,
    })
    .from(resources)
    .innerJoin(sellers, eq(sellers.userId, resources.sellerId))
    .where(is)
    .orderBy(asc(since), asc(resources.id))
    .limit(limit);
}

export async function countQueues(db: DbOrTx): Promise<{ waiting: number; changed: number }> {
  const [waiting, changed] = await Promise.all([
    db.$count(resources, QUEUES.waiting.is),
    db.$count(resources, QUEUES.changed.is),
  ]);
  return { waiting, changed };
}

/** What officers see in addition to the public page. */
export async function findModerated(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({
      sellerId: resources.sellerId,
      description: resources.description,
      revision: resources.revision,
      version: resources.version,
      stateReason: resources.stateReason,
      isListed: resources.isListed,
      takenDownAt: resources.takenDownAt,
      isChangedSinceReview: resources.isChangedSinceReview,
      submittedAt: resources.submittedAt,
      publishedAt: resources.publishedAt,
    })
    .from(resources)
    .where(eq(resources.id, id));
  return row ?? null;
}

/** Files of the current version. */
export async function listModeratedFiles(
  db: DbOrTx,
  { resourceId, version }: { resourceId: number; version: number },
) {
  const { id, name, label, contentType, bytes, pages, seconds } = resourceFiles;
  const { isPreviewed, previewState, previewProblem } = resourceFiles;
  return db
    .select({
      id,
      version: resourceFiles.version,
      name,
      label,
      contentType,
      bytes,
      pages,
      seconds,
      isPreviewed,
      previewState,
      previewProblem,
    })
    .from(resourceFiles)
    .where(and(eq(resourceFiles.resourceId, resourceId), eq(resourceFiles.version, version)))
    .orderBy(asc(resourceFiles.position));
}

/** A seller's track record. */
export async function findSellerRecord(db: DbOrTx, { sellerId }: { sellerId: number }) {
  const events = (kind: ResourceEventKind) => sql<number>`(
    select count(*)::int from resource_events e join resources r on r.id = e.resource_id
    where r.seller_id = ${sellers.userId} and e.kind = ${kind})`;
  const notices = (states: string) => sql<number>`(
    select count(*)::int from ${rightsNotices} n join resources r on r.id = n.resource_id
    where r.seller_id = ${sellers.userId} and n.state in (${sql.raw(states)}))`;
  const [row] = await db
    .select({
      state: sellers.state,
      isOpen: sql<boolean>`${sellers.state} = 'approved' and ${users.state} = 'active'`,
      since: sellers.createdAt,
      published: sql<number>`(select count(*)::int from resources r
        where r.seller_id = ${sellers.userId} and r.state = 'published')`,
      rejected: events('rejected'),
      changesRequested: events('changes_requested'),
      openNotices: notices(`'open'`),
      upheldNotices: notices(`'upheld', 'countered', 'kept_down'`),
    })
    .from(sellers)
    .innerJoin(users, eq(users.id, sellers.userId))
    .where(eq(sellers.userId, sellerId));
  return row ?? null;
}

/** Locks the seller before the resource, as everywhere, to avoid deadlocks. */
export async function holdSellerOf(tx: Tx, { id }: { id: number }) {
  const [row] = await tx
    .select({
      sellerId: resources.sellerId,
      title: resources.title,
      email: users.email,
      accountState: users.state,
      sellerState: sellers.state,
      firstName: users.firstName,
      lastName: users.lastName,
      username: users.username,
    })
    .from(resources)
    .innerJoin(sellers, eq(sellers.userId, resources.sellerId))
    .innerJoin(users, eq(users.id, sellers.userId))
    .where(eq(resources.id, id))
    .for('share', { of: sellers });
  return row ?? null;
}

/** The current state, for a decision that came too late. */
export async function findStateOf(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({
      title: resources.title,
      state: resources.state,
      revision: resources.revision,
      takenDownAt: resources.takenDownAt,
    })
    .from(resources)
    .where(eq(resources.id, id));
  return row ?? null;
}

/** Whether buyers would get anything. Files of a draft don't count. Read after the resource is locked. */
export async function hasFiles(tx: Tx, { id }: { id: number }): Promise<boolean> {
  const [row] = await tx
    .select({ id: resourceFiles.id })
    .from(resourceFiles)
    .innerJoin(
      resources,
      and(eq(resources.id, resourceFiles.resourceId), eq(resources.version, resourceFiles.version)),
    )
    .where(eq(resources.id, id))
    .limit(1);
  return row !== undefined;
}

export async function listTitles(db: DbOrTx, { ids }: { ids: number[] }): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: resources.id, title: resources.title })
    .from(resources)
    .where(inArray(resources.id, ids));
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** One officer's decisions, newest first. */
export async function listDecisionsOf(db: DbOrTx, { actorId, limit }: { actorId: number; limit: number }) {
  return db
    .select({
      id: resourceEvents.id,
      kind: resourceEvents.kind,
      reason: resourceEvents.reason,
      resourceId: resourceEvents.resourceId,
      title: resources.title,
      createdAt: resourceEvents.createdAt,
    })
    .from(resourceEvents)
    .innerJoin(resources, eq(resources.id, resourceEvents.resourceId))
    .where(
      and(
        eq(resourceEvents.actorId, actorId),
        inArray(resourceEvents.kind, [
          ...DECISION_EVENTS,
          'archived',
          'restored',
          'featured',
          'unfeatured',
          'seen',
        ]),
        sql`${resources.sellerId} <> ${actorId}`,
      ),
    )
    .orderBy(desc(resourceEvents.id))
    .limit(limit);
}

/** Decisions since a date and their waiting time, measured from the last submission before each. */
export async function countDecisions(db: DbOrTx, { since }: { since: Date }) {
  const sent = sql`(select max(s.created_at) from resource_events s
    where s.resource_id = ${resourceEvents.resourceId} and s.kind = 'submitted' and s.id < ${resourceEvents.id})`;
  const hours = sql`extract(epoch from ${resourceEvents.createdAt} - ${sent}) / 3600`;
  const [row] = await db
    .select({
      decided: sql<number>`count(*)::int`,
      published: sql<number>`count(*) filter (where ${eq(resourceEvents.kind, 'approved')})::int`,
      medianHours: sql<number | null>`percentile_cont(0.5) within group (order by ${hours})`,
    })
    .from(resourceEvents)
    .where(and(inArray(resourceEvents.kind, [...DECISION_EVENTS]), gte(resourceEvents.createdAt, since)));
  return row ?? { decided: 0, published: 0, medianHours: null };
}

/** Most urgent first. */
export async function listOpenNotices(db: DbOrTx, { limit }: { limit: number }) {
  return db
    .select({
      id: rightsNotices.id,
      reason: rightsNotices.reason,
      title: resources.title,
      dueAt: rightsNotices.dueAt,
    })
    .from(rightsNotices)
    .innerJoin(resources, eq(resources.id, rightsNotices.resourceId))
    .where(and(eq(rightsNotices.state, 'open'), isUndecided('notice', rightsNotices.id)))
    .orderBy(asc(rightsNotices.dueAt), asc(rightsNotices.id))
    .limit(limit);
}

export async function countOpenNotices(db: DbOrTx): Promise<number> {
  return db.$count(
    rightsNotices,
    and(eq(rightsNotices.state, 'open'), isUndecided('notice', rightsNotices.id)),
  );
}
