// Applications to sell or teach in SQL.
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { DbOrTx } from '#server/db/client.ts';
import { applications, users } from '#server/db/schema/account.ts';
import { isUndecided } from '#server/db/pending-decisions.ts';
import type { ApplicationKind, ApplicationState } from '#shared/features/application/application.states.ts';
import { personColumns } from '#server/features/account/account.queries.ts';

const applicationColumns = {
  id: applications.id,
  kind: applications.kind,
  state: applications.state,
  note: applications.note,
  reason: applications.reason,
  createdAt: applications.createdAt,
  decidedAt: applications.decidedAt,
};

/** Null when one of that kind already waits. */
export async function insertApplication(db: DbOrTx, values: typeof applications.$inferInsert) {
  const [row] = await db
    .insert(applications)
    .values(values)
    .onConflictDoNothing()
    .returning(applicationColumns);
  return row ?? null;
}

export async function listApplicationRowsOf(db: DbOrTx, { userId }: { userId: number }) {
  return db
    .select(applicationColumns)
    .from(applications)
    .where(eq(applications.userId, userId))
    .orderBy(desc(applications.createdAt), desc(applications.id));
}

export type ApplicationRow = Awaited<ReturnType<typeof listApplicationRowsOf>>[number];

/** What is decided and can still be undone no longer waits. */
const isIn = (state: ApplicationState) =>
  state === 'waiting'
    ? and(eq(applications.state, state), isUndecided('application', applications.id))
    : eq(applications.state, state);

type Wanted = { state: ApplicationState; kinds: readonly ApplicationKind[] };

export async function listApplicationRows(
  db: DbOrTx,
  { state, kinds }: Wanted,
  { limit, offset }: { limit: number; offset: number },
) {
  const decider = alias(users, 'decider');
  const { id, username, firstName, lastName, email, isEmailVerified, profileImageUrl } = personColumns;
  const isWaiting = state === 'waiting';
  return (
    db
      .select({
        ...applicationColumns,
        user: { id, username, firstName, lastName, email, isEmailVerified, profileImageUrl },
        decider: {
          firstName: decider.firstName,
          lastName: decider.lastName,
          username: decider.username,
        },
      })
      .from(applications)
      .innerJoin(users, eq(users.id, applications.userId))
      .leftJoin(decider, eq(decider.id, applications.decidedBy))
      .where(and(isIn(state), inArray(applications.kind, [...kinds])))
      // Who waits longest is next; of what is decided, the latest is what someone looks for.
      .orderBy(isWaiting ? asc(applications.createdAt) : desc(applications.decidedAt), asc(applications.id))
      .limit(limit)
      .offset(offset)
  );
}

export async function countApplications(
  db: DbOrTx,
  { kinds }: Pick<Wanted, 'kinds'>,
): Promise<Record<ApplicationState, number>> {
  const inState = (state: ApplicationState) =>
    sql<number>`count(*) filter (where ${isIn(state)})`.mapWith(Number);
  const [counts] = await db
    .select({
      waiting: inState('waiting'),
      approved: inState('approved'),
      declined: inState('declined'),
      withdrawn: inState('withdrawn'),
    })
    .from(applications)
    .where(inArray(applications.kind, [...kinds]));
  return counts ?? { waiting: 0, approved: 0, declined: 0, withdrawn: 0 };
}

export async function findApplication(db: DbOrTx, { id }: { id: number }) {
  const decider = alias(users, 'decider');
  const [row] = await db
    .select({
      userId: applications.userId,
      kind: applications.kind,
      state: applications.state,
      decider: {
        firstName: decider.firstName,
        lastName: decider.lastName,
        username: decider.username,
      },
    })
    .from(applications)
    .leftJoin(decider, eq(decider.id, applications.decidedBy))
    .where(eq(applications.id, id));
  return row ?? null;
}

type Decision = {
  state: Exclude<ApplicationState, 'waiting'>;
  decidedAt: Date;
  decidedBy?: number;
  reason?: string;
};

/** Of two who decide at once one is told that it was theirs. `userId` lets the applicant alone. */
export async function decideWaiting(
  db: DbOrTx,
  { id, userId }: { id: number; userId: number },
  decision: Decision,
): Promise<boolean> {
  const decided = await db
    .update(applications)
    .set(decision)
    .where(and(eq(applications.id, id), eq(applications.userId, userId), eq(applications.state, 'waiting')))
    .returning({ id: applications.id });
  return decided.length > 0;
}
