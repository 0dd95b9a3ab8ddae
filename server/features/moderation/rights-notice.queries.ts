// Rights notices as officers and sellers read them, in SQL.
import { and, asc, count, desc, eq, gt, inArray, ne, sql } from '#server/db/drizzle.ts';
import { alias } from '#server/db/drizzle-pg.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { rightsNotices } from '#server/db/schema/moderation.ts';
import { resources } from '#server/db/schema/resource.ts';
import { sellers } from '#server/db/schema/seller.ts';
import { isUndecided } from '#server/db/pending-decisions.ts';
import {
  type NoticeState,
  STATES_SELLERS_SEE,
  STATES_WITH_DEADLINE,
} from '#shared/features/moderation/rights-notice.states.ts';

/** Length of the excerpt in lists. */
const BODY_SHOWN = 240;

const reporter = alias(users, 'reporter');
const decider = alias(users, 'decider');
const closer = alias(users, 'closer');

function nameOf<F, L, U>({ firstName, lastName, username }: { firstName: F; lastName: L; username: U }) {
  return { firstName, lastName, username };
}

const resourceColumns = {
  id: resources.id,
  title: resources.title,
  type: resources.type,
  priceCents: resources.priceCents,
  state: resources.state,
  takenDownAt: resources.takenDownAt,
  updatedAt: resources.updatedAt,
};

const others = alias(rightsNotices, 'others');

function rowColumns(db: DbOrTx) {
  const otherCount = db
    .select({ count: count().as('count') })
    .from(others)
    .where(and(eq(others.resourceId, rightsNotices.resourceId), ne(others.id, rightsNotices.id)));
  return {
    id: rightsNotices.id,
    state: rightsNotices.state,
    reason: rightsNotices.reason,
    body: rightsNotices.body,
    createdAt: rightsNotices.createdAt,
    dueAt: rightsNotices.dueAt,
    resource: resourceColumns,
    sellerId: resources.sellerId,
    sellerName: sellers.name,
    reporterId: rightsNotices.reporterId,
    reporter: nameOf(reporter),
    otherCount: sql<number>`(${otherCount})`.mapWith(Number),
  };
}

type Range = { limit: number; offset: number };

export async function listNoticeRows(
  db: DbOrTx,
  { state }: { state: NoticeState },
  { limit, offset }: Range,
) {
  const hasDeadline = (STATES_WITH_DEADLINE as readonly NoticeState[]).includes(state);
  const order = hasDeadline
    ? [desc(sql`${rightsNotices.reason} = 'personal-data'`), asc(rightsNotices.dueAt), asc(rightsNotices.id)]
    : [desc(sql`coalesce(${rightsNotices.closedAt}, ${rightsNotices.decidedAt})`), desc(rightsNotices.id)];
  return (
    db
      .select({ ...rowColumns(db), body: sql<string>`left(${rightsNotices.body}, ${BODY_SHOWN})` })
      .from(rightsNotices)
      .innerJoin(resources, eq(resources.id, rightsNotices.resourceId))
      .innerJoin(sellers, eq(sellers.userId, resources.sellerId))
      .innerJoin(reporter, eq(reporter.id, rightsNotices.reporterId))
      // Pending decisions no longer count as waiting.
      .where(and(eq(rightsNotices.state, state), isUndecided('notice', rightsNotices.id)))
      .orderBy(...order)
      .limit(limit)
      .offset(offset)
  );
}

export type NoticeListRow = Awaited<ReturnType<typeof listNoticeRows>>[number];

export async function countNotices(db: DbOrTx, { now }: { now: Date }) {
  return db
    .select({
      state: rightsNotices.state,
      count: count(),
      late: sql<number>`count(*) filter (where ${rightsNotices.dueAt} <= ${now})`.mapWith(Number),
    })
    .from(rightsNotices)
    .where(isUndecided('notice', rightsNotices.id))
    .groupBy(rightsNotices.state);
}

export async function findNotice(db: DbOrTx, { id }: { id: number }) {
  const byReporter = db
    .select({ count: count().as('count') })
    .from(others)
    .where(eq(others.reporterId, rightsNotices.reporterId));
  const [row] = await db
    .select({
      ...rowColumns(db),
      reporterEmail: reporter.email,
      reporterNoticeCount: sql<number>`(${byReporter})`.mapWith(Number),
      salesCount: resources.salesCount,
      decidedAt: rightsNotices.decidedAt,
      decisionReason: rightsNotices.decisionReason,
      decider: nameOf(decider),
      counterBody: rightsNotices.counterBody,
      counteredAt: rightsNotices.counteredAt,
      closer: nameOf(closer),
      closedAt: rightsNotices.closedAt,
      closeReason: rightsNotices.closeReason,
    })
    .from(rightsNotices)
    .innerJoin(resources, eq(resources.id, rightsNotices.resourceId))
    .innerJoin(sellers, eq(sellers.userId, resources.sellerId))
    .innerJoin(reporter, eq(reporter.id, rightsNotices.reporterId))
    .leftJoin(decider, eq(decider.id, rightsNotices.decidedBy))
    .leftJoin(closer, eq(closer.id, rightsNotices.closedBy))
    .where(eq(rightsNotices.id, id));
  return row ?? null;
}

export type NoticeDetailRow = NonNullable<Awaited<ReturnType<typeof findNotice>>>;

const MOST_OTHERS = 50;

/** Other notices about the same resource. */
export async function listOtherNotices(db: DbOrTx, { id, resourceId }: { id: number; resourceId: number }) {
  return db
    .select({
      id: rightsNotices.id,
      state: rightsNotices.state,
      reason: rightsNotices.reason,
      reporterId: rightsNotices.reporterId,
      reporter: nameOf(reporter),
      createdAt: rightsNotices.createdAt,
    })
    .from(rightsNotices)
    .innerJoin(reporter, eq(reporter.id, rightsNotices.reporterId))
    .where(and(eq(rightsNotices.resourceId, resourceId), ne(rightsNotices.id, id)))
    .orderBy(desc(rightsNotices.id))
    .limit(MOST_OTHERS);
}

const ownColumns = {
  id: rightsNotices.id,
  state: rightsNotices.state,
  reason: rightsNotices.reason,
  dueAt: rightsNotices.dueAt,
  decisionReason: rightsNotices.decisionReason,
  decidedAt: rightsNotices.decidedAt,
  counterBody: rightsNotices.counterBody,
  counteredAt: rightsNotices.counteredAt,
  closedAt: rightsNotices.closedAt,
  closeReason: rightsNotices.closeReason,
  resource: resourceColumns,
};

const isSeenBy = (sellerId: number) =>
  and(eq(resources.sellerId, sellerId), inArray(rightsNotices.state, [...STATES_SELLERS_SEE]));

function selectOwn(db: DbOrTx) {
  return db
    .select(ownColumns)
    .from(rightsNotices)
    .innerJoin(resources, eq(resources.id, rightsNotices.resourceId));
}

/** Notices that can still be countered first, by deadline. */
export async function listOwnNoticeRows(
  db: DbOrTx,
  { sellerId, now }: { sellerId: number; now: Date },
  { limit, offset }: Range,
) {
  const canCounter = sql`(${rightsNotices.state} = 'upheld' and ${rightsNotices.dueAt} > ${now})`;
  return selectOwn(db)
    .where(isSeenBy(sellerId))
    .orderBy(
      desc(canCounter),
      asc(sql`case when ${canCounter} then ${rightsNotices.dueAt} end`),
      desc(rightsNotices.decidedAt),
      desc(rightsNotices.id),
    )
    .limit(limit)
    .offset(offset);
}

export async function findOwnNotice(db: DbOrTx, { id, sellerId }: { id: number; sellerId: number }) {
  const [row] = await selectOwn(db).where(and(eq(rightsNotices.id, id), isSeenBy(sellerId)));
  return row ?? null;
}

export type OwnNoticeRow = NonNullable<Awaited<ReturnType<typeof findOwnNotice>>>;

export async function countOwnNotices(db: DbOrTx, { sellerId, now }: { sellerId: number; now: Date }) {
  const canCounter = and(eq(rightsNotices.state, 'upheld'), gt(rightsNotices.dueAt, now));
  const [row] = await db
    .select({
      total: count(),
      waiting: sql<number>`count(*) filter (where ${canCounter})`.mapWith(Number),
    })
    .from(rightsNotices)
    .innerJoin(resources, eq(resources.id, rightsNotices.resourceId))
    .where(isSeenBy(sellerId));
  return row ?? { total: 0, waiting: 0 };
}

/** False if the reporter already has an open notice about it. */
export async function insertRightsNotice(
  db: DbOrTx,
  notice: Pick<
    typeof rightsNotices.$inferInsert,
    'resourceId' | 'reporterId' | 'reason' | 'body' | 'createdAt' | 'dueAt'
  >,
): Promise<boolean> {
  const inserted = await db
    .insert(rightsNotices)
    .values(notice)
    .onConflictDoNothing()
    .returning({ id: rightsNotices.id });
  return inserted.length > 0;
}
