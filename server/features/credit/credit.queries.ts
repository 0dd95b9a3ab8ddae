// SQL of credit hours. A learner's queries are scoped to them; staff see outside hours only.
import { and, asc, count, desc, eq, inArray, notInArray, type SQL, sql } from '#server/db/drizzle.ts';
import { alias } from '#server/db/drizzle-pg.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { creditFiles, creditHours } from '#server/db/schema/credit.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { userColumns } from '#server/platform/user.queries.ts';
import {
  REVIEWED_STATES,
  type CreditState,
  type ReviewedState,
} from '#shared/features/credit/credit.rules.ts';
import type { CreditFile, CreditHoursFields } from '#shared/features/credit/credit.schema.ts';

type EarnedHours = {
  userId: number;
  earnedWith: string;
  title: string;
  doneOn: string;
  hours: number;
  now: Date;
};

/** Once for each certificate, however often it is called. */
export async function insertEarnedHours(tx: Tx, { now, ...earned }: EarnedHours): Promise<void> {
  await tx
    .insert(creditHours)
    .values({ ...earned, source: 'certificate', state: 'counted', createdAt: now })
    .onConflictDoNothing({ target: [creditHours.userId, creditHours.earnedWith] });
}

export async function setEarnedState(
  tx: Tx,
  { earnedWith, state }: { earnedWith: string; state: CreditState },
): Promise<void> {
  await tx
    .update(creditHours)
    .set({ state })
    .where(and(eq(creditHours.earnedWith, earnedWith), inArray(creditHours.state, ['counted', 'withdrawn'])));
}

export async function sumCountedHours(db: DbOrTx, { userId }: { userId: number }): Promise<number> {
  const [row] = await db
    .select({ hours: sql<number>`coalesce(sum(${creditHours.hours}), 0)::float` })
    .from(creditHours)
    .where(and(eq(creditHours.userId, userId), eq(creditHours.state, 'counted')));
  return row?.hours ?? 0;
}

const columns = {
  id: creditHours.id,
  source: creditHours.source,
  earnedWith: creditHours.earnedWith,
  title: creditHours.title,
  provider: creditHours.provider,
  doneOn: creditHours.doneOn,
  hours: creditHours.hours,
  isSafePractice: creditHours.isSafePractice,
  state: creditHours.state,
  decisionReason: creditHours.decisionReason,
  createdAt: creditHours.createdAt,
  decidedAt: creditHours.decidedAt,
};

/** The files of a row; `more` adds facts about the file `f`. */
const filesSql = (more: SQL = sql``) => sql`coalesce((select json_agg(json_build_object(
    'id', f.id, 'name', f.name, 'bytes', f.bytes, 'contentType', f.content_type ${more}) order by f.id)
  from credit_files f where f.credit_id = credit_hours.id), '[]')`;

export type CreditRow = Awaited<ReturnType<typeof listCreditRows>>[number];

export function listCreditRows(db: DbOrTx, { userId, id }: { userId: number; id?: number }) {
  return db
    .select({ ...columns, files: filesSql() as SQL<CreditFile[]> })
    .from(creditHours)
    .where(and(eq(creditHours.userId, userId), id === undefined ? undefined : eq(creditHours.id, id)))
    .orderBy(desc(creditHours.doneOn), desc(creditHours.id));
}

/** Those that wait for staff, or for the learner. */
export async function countOpenCredits(tx: Tx, { userId }: { userId: number }): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(creditHours)
    .where(and(eq(creditHours.userId, userId), inArray(creditHours.state, ['in_review', 'returned'])));
  return row?.count ?? 0;
}

type NewCredit = CreditHoursFields & { userId: number; now: Date };

export async function insertOutsideHours(tx: Tx, { now, ...fields }: NewCredit): Promise<number> {
  const [row] = await tx
    .insert(creditHours)
    .values({ ...fields, source: 'outside', state: 'in_review', createdAt: now })
    .returning({ id: creditHours.id });
  if (!row) throw new Error('Nothing was inserted.');
  return row.id;
}

/** Held until the transaction ends, so that the learner and staff don't change it at the same time. */
export async function lockCredit(tx: Tx, { id, userId }: { id: number; userId: number }) {
  const [row] = await tx
    .select({ source: creditHours.source, state: creditHours.state })
    .from(creditHours)
    .where(and(eq(creditHours.id, id), eq(creditHours.userId, userId)))
    .for('update');
  return row ?? null;
}

export async function updateReturnedHours(
  tx: Tx,
  { id, ...fields }: CreditHoursFields & { id: number },
): Promise<void> {
  await tx
    .update(creditHours)
    .set({ ...fields, state: 'in_review', decisionReason: null, decidedAt: null, decidedBy: null })
    .where(and(eq(creditHours.id, id), eq(creditHours.state, 'returned')));
}

export async function deleteCredit(tx: Tx, { id }: { id: number }): Promise<void> {
  await tx.delete(creditHours).where(eq(creditHours.id, id));
}

type NewFile = typeof creditFiles.$inferInsert;

export async function insertCreditFiles(tx: Tx, files: NewFile[]): Promise<void> {
  if (files.length > 0) await tx.insert(creditFiles).values(files);
}

/** All but those it keeps; returns where they are stored. */
export async function deleteCreditFiles(
  tx: Tx,
  { creditId, keepIds = [] }: { creditId: number; keepIds?: number[] },
): Promise<string[]> {
  const rows = await tx
    .delete(creditFiles)
    .where(
      and(
        eq(creditFiles.creditId, creditId),
        keepIds.length > 0 ? notInArray(creditFiles.id, keepIds) : undefined,
      ),
    )
    .returning({ storageKey: creditFiles.storageKey });
  return rows.map(({ storageKey }) => storageKey);
}

export async function countCreditFiles(tx: Tx, { creditId }: { creditId: number }): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(creditFiles)
    .where(eq(creditFiles.creditId, creditId));
  return row?.count ?? 0;
}

/** For the learner it belongs to, and for staff who read evidence. */
export async function findCreditFile(
  db: DbOrTx,
  { id, viewerId, canReview }: { id: number; viewerId: number; canReview: boolean },
) {
  const { name, bytes, contentType, storageKey } = creditFiles;
  const [row] = await db
    .select({ name, bytes, contentType, storageKey })
    .from(creditFiles)
    .innerJoin(creditHours, eq(creditHours.id, creditFiles.creditId))
    .where(and(eq(creditFiles.id, id), canReview ? undefined : eq(creditHours.userId, viewerId)));
  return row ?? null;
}

type ReviewFilter = { state: ReviewedState; q?: string | undefined };

function matchesReview({ state, q }: ReviewFilter): SQL | undefined {
  const pattern = q && `%${q.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`;
  return and(
    eq(creditHours.source, 'outside'),
    eq(creditHours.state, state),
    pattern
      ? sql`(lower(${creditHours.title} || ' ' || ${creditHours.provider}) like ${pattern}
          or ${users.searchText} like ${pattern})`
      : undefined,
  );
}

export async function countReviews(db: DbOrTx, filter: ReviewFilter): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(creditHours)
    .innerJoin(users, eq(users.id, creditHours.userId))
    .where(matchesReview(filter));
  return row?.total ?? 0;
}

export async function countReviewsByState(db: DbOrTx): Promise<Record<ReviewedState, number>> {
  const rows = await db
    .select({ state: creditHours.state, count: count() })
    .from(creditHours)
    .where(eq(creditHours.source, 'outside'))
    .groupBy(creditHours.state);
  const found = new Map(rows.map((row) => [row.state, row.count]));
  return Object.fromEntries(REVIEWED_STATES.map((state) => [state, found.get(state) ?? 0])) as Record<
    ReviewedState,
    number
  >;
}

export function listReviewRows(
  db: DbOrTx,
  filter: ReviewFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  const decider = alias(users, 'decider');
  const { id, username, firstName, lastName, profileImageUrl } = userColumns;
  const isUsedTwice = sql`, 'isUsedTwice',
    exists (select 1 from credit_files o where o.sha256 = f.sha256 and o.credit_id <> f.credit_id)`;
  return (
    db
      .select({
        ...columns,
        files: filesSql(isUsedTwice) as SQL<(CreditFile & { isUsedTwice: boolean })[]>,
        user: { id, username, firstName, lastName, profileImageUrl },
        decider: { firstName: decider.firstName, lastName: decider.lastName, username: decider.username },
      })
      .from(creditHours)
      .innerJoin(users, eq(users.id, creditHours.userId))
      .leftJoin(decider, eq(decider.id, creditHours.decidedBy))
      .where(matchesReview(filter))
      // The longest waiting come first; among decided ones, the latest.
      .orderBy(
        filter.state === 'in_review' ? asc(creditHours.createdAt) : desc(creditHours.decidedAt),
        asc(creditHours.id),
      )
      .limit(limit)
      .offset(offset)
  );
}

export async function findOutsideHours(db: DbOrTx, { id }: { id: number }) {
  const decider = alias(users, 'decider');
  const [row] = await db
    .select({
      userId: creditHours.userId,
      title: creditHours.title,
      hours: creditHours.hours,
      state: creditHours.state,
      learner: { email: users.email, firstName: users.firstName, state: users.state },
      decider: { firstName: decider.firstName, lastName: decider.lastName, username: decider.username },
    })
    .from(creditHours)
    .innerJoin(users, eq(users.id, creditHours.userId))
    .leftJoin(decider, eq(decider.id, creditHours.decidedBy))
    .where(and(eq(creditHours.id, id), eq(creditHours.source, 'outside')));
  return row ?? null;
}

type Decision = { id: number; state: CreditState; reason: string | null; decidedBy: number; now: Date };

/** False if it isn't in review any more. */
export async function decideInReview(
  tx: Tx,
  { id, state, reason, decidedBy, now }: Decision,
): Promise<boolean> {
  const rows = await tx
    .update(creditHours)
    .set({ state, decisionReason: reason, decidedAt: now, decidedBy })
    .where(and(eq(creditHours.id, id), eq(creditHours.state, 'in_review')))
    .returning({ id: creditHours.id });
  return rows.length > 0;
}
