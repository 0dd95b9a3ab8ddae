// Applications in SQL.
import { and, asc, desc, eq, inArray, sql } from '#server/db/drizzle.ts';
import { alias } from '#server/db/drizzle-pg.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { applications } from '#server/db/schema/application.ts';
import { isUndecided } from '#server/db/pending-decisions.ts';
import type { ApplicationKind, ApplicationState } from '#shared/features/application/application.states.ts';
import { userColumns } from '#server/platform/user.queries.ts';

const applicationColumns = {
  id: applications.id,
  kind: applications.kind,
  state: applications.state,
  note: applications.note,
  reason: applications.reason,
  createdAt: applications.createdAt,
  decidedAt: applications.decidedAt,
};

/** Null if one of that kind is already waiting. */
export async function insertApplication(db: DbOrTx, values: typeof applications.$inferInsert) {
  const [row] = await db
    .insert(applications)
    .values(values)
    .onConflictDoNothing()
    .returning(applicationColumns);
  return row ?? null;
}

export async function listOwnApplicationRows(db: DbOrTx, { userId }: { userId: number }) {
  return db
    .select(applicationColumns)
    .from(applications)
    .where(eq(applications.userId, userId))
    .orderBy(desc(applications.createdAt), desc(applications.id));
}

export type ApplicationRow = Awaited<ReturnType<typeof listOwnApplicationRows>>[number];

/** A decision that can still be undone counts as made. */
const isIn = (state: ApplicationState) =>
  state === 'waiting'
    ? and(eq(applications.state, state), isUndecided('application', applications.id))
    : eq(applications.state, state);

type ApplicationFilter = { state: ApplicationState; kinds: readonly ApplicationKind[] };

export async function listApplicationRows(
  db: DbOrTx,
  { state, kinds }: ApplicationFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  const decider = alias(users, 'decider');
  const { id, username, firstName, lastName, email, isEmailVerified, profileImageUrl } = userColumns;
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
      // The longest waiting come first; among decided ones, the latest.
      .orderBy(isWaiting ? asc(applications.createdAt) : desc(applications.decidedAt), asc(applications.id))
      .limit(limit)
      .offset(offset)
  );
}

export async function countApplications(
  db: DbOrTx,
  { kinds }: Pick<ApplicationFilter, 'kinds'>,
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

/** False if it isn't waiting any more. */
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
