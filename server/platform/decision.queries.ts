// Staff decisions in SQL.
import { and, eq } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { staffDecisions } from '#server/db/schema/platform.ts';

export type NewDecision = Pick<
  typeof staffDecisions.$inferInsert,
  'batch' | 'kind' | 'subjectId' | 'action' | 'input' | 'actorId' | 'decidedAt' | 'dueAt'
>;
export type DecisionKind = NewDecision['kind'];

/** Null if a decision about the same subject is pending. Of two at once, the second waits for the first to commit. */
export async function insertPending(tx: Tx, decision: NewDecision): Promise<{ id: number } | null> {
  const [row] = await tx
    .insert(staffDecisions)
    .values(decision)
    .onConflictDoNothing()
    .returning({ id: staffDecisions.id });
  return row ?? null;
}

type Subject = { kind: DecisionKind; subjectId: number };

export async function findPending(db: DbOrTx, { kind, subjectId }: Subject) {
  const [row] = await db
    .select({
      action: staffDecisions.action,
      actorId: staffDecisions.actorId,
      actor: { firstName: users.firstName, lastName: users.lastName, username: users.username },
    })
    .from(staffDecisions)
    .innerJoin(users, eq(users.id, staffDecisions.actorId))
    .where(
      and(
        eq(staffDecisions.kind, kind),
        eq(staffDecisions.subjectId, subjectId),
        eq(staffDecisions.state, 'pending'),
      ),
    );
  return row ?? null;
}

export type PendingDecision = NonNullable<Awaited<ReturnType<typeof findPending>>>;

/** Locked, so that a simultaneous undo waits and then finds it settled. */
export async function lockPending(tx: Tx, { id }: { id: number }) {
  const [row] = await tx
    .select()
    .from(staffDecisions)
    .where(and(eq(staffDecisions.id, id), eq(staffDecisions.state, 'pending')))
    .for('update');
  return row ?? null;
}

export type LockedDecision = NonNullable<Awaited<ReturnType<typeof lockPending>>>;

export async function settlePending(
  tx: Tx,
  { id, problem, now }: { id: number; problem: string | null; now: Date },
): Promise<void> {
  await tx
    .update(staffDecisions)
    .set({ state: problem === null ? 'applied' : 'refused', problem, input: {}, settledAt: now })
    .where(eq(staffDecisions.id, id));
}

/** Returns the decisions that were still pending. */
export async function undoPending(
  tx: Tx,
  { batch, actorId, now }: { batch: string; actorId: number; now: Date },
) {
  return tx
    .update(staffDecisions)
    .set({ state: 'undone', settledAt: now })
    .where(
      and(
        eq(staffDecisions.batch, batch),
        eq(staffDecisions.actorId, actorId),
        eq(staffDecisions.state, 'pending'),
      ),
    )
    .returning({
      kind: staffDecisions.kind,
      subjectId: staffDecisions.subjectId,
      action: staffDecisions.action,
      input: staffDecisions.input,
      decidedAt: staffDecisions.decidedAt,
    });
}

export async function listStatesOfBatch(
  db: DbOrTx,
  { batch, actorId }: { batch: string; actorId: number },
): Promise<string[]> {
  const rows = await db
    .select({ state: staffDecisions.state })
    .from(staffDecisions)
    .where(and(eq(staffDecisions.batch, batch), eq(staffDecisions.actorId, actorId)));
  return rows.map(({ state }) => state);
}
