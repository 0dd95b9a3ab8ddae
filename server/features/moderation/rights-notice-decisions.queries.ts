// State changes of rights notices, in SQL.
import { and, asc, eq, exists, gt, gte, inArray, lte, ne, or, sql } from '#server/db/drizzle.ts';
import { alias } from '#server/db/drizzle-pg.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { rightsNotices } from '#server/db/schema/moderation.ts';
import { resourceEvents, resources } from '#server/db/schema/resource.ts';
import { sellers } from '#server/db/schema/seller.ts';
import {
  NOTICE_STATES_BLOCKING_SALE,
  NOTICE_TRANSITIONS,
  type NoticeTransition,
} from '#shared/features/moderation/rights-notice.states.ts';
import { RESOURCE_STATES, type ResourceState } from '#shared/features/resource/resource.states.ts';

function recipient<E, F, L, U, S>(person: { email: E; firstName: F; lastName: L; username: U; state: S }) {
  const { email, firstName, lastName, username, state } = person;
  return { email, firstName, lastName, username, state };
}

/** Seller and reporter, with what is needed to email them. */
export async function findNoticeParties(db: DbOrTx, { id }: { id: number }) {
  const seller = alias(users, 'seller');
  const reporter = alias(users, 'reporter');
  const [row] = await db
    .select({
      id: rightsNotices.id,
      reason: rightsNotices.reason,
      resourceId: rightsNotices.resourceId,
      title: resources.title,
      sellerId: resources.sellerId,
      shop: sellers.name,
      seller: recipient(seller),
      reporterId: rightsNotices.reporterId,
      reporter: recipient(reporter),
    })
    .from(rightsNotices)
    .innerJoin(resources, eq(resources.id, rightsNotices.resourceId))
    .innerJoin(sellers, eq(sellers.userId, resources.sellerId))
    .innerJoin(seller, eq(seller.id, resources.sellerId))
    .innerJoin(reporter, eq(reporter.id, rightsNotices.reporterId))
    .where(eq(rightsNotices.id, id));
  return row ?? null;
}

export type Parties = NonNullable<Awaited<ReturnType<typeof findNoticeParties>>>;

/**
 * Decides two notices about one resource one after the other. Locks the seller first, as everywhere
 * (seller_keep_listed() in 0000_baseline.sql), to avoid deadlocks.
 */
export async function lockReported(
  tx: Tx,
  { resourceId, sellerId }: { resourceId: number; sellerId: number },
) {
  await tx.select({ id: sellers.userId }).from(sellers).where(eq(sellers.userId, sellerId)).for('share');
  const [row] = await tx
    .select({ state: resources.state, takenDownAt: resources.takenDownAt })
    .from(resources)
    .where(eq(resources.id, resourceId))
    .for('no key update');
  return row ?? null;
}

type Change = Partial<
  Pick<
    typeof rightsNotices.$inferInsert,
    | 'dueAt'
    | 'decidedBy'
    | 'decidedAt'
    | 'decisionReason'
    | 'counterBody'
    | 'counteredAt'
    | 'closedBy'
    | 'closedAt'
    | 'closeReason'
  >
>;

/** False if the notice is no longer in a state that allows it. Of two simultaneous calls, one succeeds. */
export async function updateNoticeState(
  tx: Tx,
  {
    id,
    move,
    sellerId,
    dueAfter,
    dueBy,
  }: { id: number; move: NoticeTransition; sellerId?: number; dueAfter?: Date; dueBy?: Date },
  change: Change,
): Promise<boolean> {
  const { from, to } = NOTICE_TRANSITIONS[move];
  const theirs = (owner: number) =>
    exists(
      tx
        .select({ id: resources.id })
        .from(resources)
        .where(and(eq(resources.id, rightsNotices.resourceId), eq(resources.sellerId, owner))),
    );
  const moved = await tx
    .update(rightsNotices)
    .set({ ...change, state: to })
    .where(
      and(
        eq(rightsNotices.id, id),
        inArray(rightsNotices.state, [...from]),
        sellerId === undefined ? undefined : theirs(sellerId),
        dueAfter && gt(rightsNotices.dueAt, dueAfter),
        dueBy && lte(rightsNotices.dueAt, dueBy),
      ),
    )
    .returning({ id: rightsNotices.id });
  return moved.length > 0;
}

export async function isHeldDownByNotice(tx: Tx, { resourceId }: { resourceId: number }): Promise<boolean> {
  const found = await tx
    .select({ id: rightsNotices.id })
    .from(rightsNotices)
    .where(
      and(
        eq(rightsNotices.resourceId, resourceId),
        inArray(rightsNotices.state, [...NOTICE_STATES_BLOCKING_SALE]),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** The state before the takedown; a resource its seller had archived stays archived. */
export async function findStateBefore(
  tx: Tx,
  { resourceId, takenDownAt }: { resourceId: number; takenDownAt: Date },
): Promise<ResourceState> {
  const [event] = await tx
    .select({ from: sql<string | null>`${resourceEvents.details} ->> 'from'` })
    .from(resourceEvents)
    .where(
      and(
        eq(resourceEvents.resourceId, resourceId),
        eq(resourceEvents.kind, 'taken_down'),
        gte(resourceEvents.createdAt, takenDownAt),
        sql`${resourceEvents.details} ? 'from'`,
      ),
    )
    .orderBy(asc(resourceEvents.id))
    .limit(1);
  return RESOURCE_STATES.find((state) => state === event?.from) ?? 'published';
}

/** Notices past their deadline. Private data always waits for an officer. */
export async function listNoticesRunOut(db: DbOrTx, { now, limit }: { now: Date; limit: number }) {
  return db
    .select({ id: rightsNotices.id, state: rightsNotices.state })
    .from(rightsNotices)
    .where(
      and(
        lte(rightsNotices.dueAt, now),
        or(
          eq(rightsNotices.state, 'upheld'),
          and(eq(rightsNotices.state, 'countered'), ne(rightsNotices.reason, 'personal-data')),
        ),
      ),
    )
    .orderBy(asc(rightsNotices.dueAt), asc(rightsNotices.id))
    .limit(limit);
}
