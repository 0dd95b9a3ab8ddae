// Staff decisions take effect ten seconds after they are made, so that a slip can be undone before anyone is mailed and
// before buyers see anything. Until then a decision is a row and a job: undoing it has nothing to put back, and a server
// that dies meanwhile leaves the job to the next one (docs/decisions/019-ten-seconds-to-undo.md).
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { inSavepoint, inTransaction } from '#server/db/transaction.ts';
import { defineJob, type Job } from '#server/jobs/job.ts';
import { AppError } from '#shared/errors.ts';
import type { AuditAction } from '#shared/features/site/audit.rules.ts';
import type { HeldDecision } from '#shared/features/site/decision.contract.ts';
import { UNDO_SECONDS } from '#shared/features/site/decision.rules.ts';
import { fullNameOf } from '#shared/names.ts';
import { recordAudit } from './audit.service.ts';
import {
  findPending,
  insertPending,
  listStatesOfBatch,
  lockPending,
  settlePending,
  undoPending,
  type DecisionKind,
  type LockedDecision,
} from './decision.queries.ts';

type Actor = { id: number };

type Held<T> = {
  kind: DecisionKind;
  subjectId: number;
  action: AuditAction;
  /** What the job is given, and what the log keeps of a decision that is undone. */
  input: Record<string, unknown>;
  /** Given to those decided by one press. */
  batch?: string;
  job: Pick<Job, 'name'> & { data: typeof jobData };
  /** Does all of it; then it is rolled back. So a refusal is told now, by the same rules, and not ten seconds later. */
  rehearse: (tx: Tx) => Promise<T>;
};

const jobData = z.object({ id: z.int() });

export const newBatch = (): string => randomUUID();

/** Answers what it will look like, and how to undo it. */
export async function holdDecision<T>(
  ctx: AppContext,
  actor: Actor,
  { kind, subjectId, action, input, batch = newBatch(), job, rehearse }: Held<T>,
): Promise<{ outcome: T; decision: HeldDecision }> {
  return inTransaction(ctx.db, async (tx) => {
    const decidedAt = ctx.clock.now();
    const dueAt = new Date(decidedAt.getTime() + UNDO_SECONDS * 1000);
    const decision = { batch, kind, subjectId, action, input, actorId: actor.id, decidedAt, dueAt };
    const row = await insertPending(tx, decision);
    if (!row) throw await decidedAlready(tx, actor, { kind, subjectId });
    const outcome = await rehearsed(tx, rehearse);
    await ctx.jobs.send(tx, job, { id: row.id }, { startAfter: UNDO_SECONDS });
    return { outcome, decision: { id: batch, undoUntil: dueAt.toISOString() } };
  });
}

class Rehearsed<T> {
  readonly outcome: T;
  constructor(outcome: T) {
    this.outcome = outcome;
  }
}

/** In a savepoint, which ends by rolling back. */
async function rehearsed<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inSavepoint(tx, async (inner) => {
      throw new Rehearsed(await work(inner));
    });
  } catch (ended) {
    if (ended instanceof Rehearsed) return ended.outcome as T;
    throw ended;
  }
}

/** “approved this resource”: after a name and “has already”. */
const DONE: Partial<Record<string, string>> = {
  'resource.approve': 'approved this resource',
  'resource.reject': 'rejected this resource',
  'resource.request-changes': 'asked for changes to this resource',
  'resource.archive': 'archived this resource',
  'resource.restore': 'put this resource back on sale',
  'resource.seen': 'looked at this change',
  'application.approve': 'approved this application',
  'application.decline': 'declined this application',
  'notice.dismiss': 'dismissed this notice',
  'notice.uphold': 'taken this resource down',
  'notice.put-back': 'put it back',
  'notice.keep-down': 'decided to keep it down',
  'seller.suspend': 'suspended this shop',
  'seller.restore': 'restored this shop',
};

async function decidedAlready(
  tx: Tx,
  actor: Actor,
  subject: { kind: DecisionKind; subjectId: number },
): Promise<AppError> {
  const pending = await findPending(tx, subject);
  if (!pending) return new AppError('conflict', 'Somebody has just decided about this. Look at it again.');
  const who = pending.actorId === actor.id ? 'You have' : `${fullNameOf(pending.actor)} has`;
  return new AppError('conflict', `${who} already ${DONE[pending.action] ?? 'decided about this'}.`);
}

/** What somebody decided about it and can still undo; null: nothing. */
export async function readPending(
  { db }: { db: DbOrTx },
  actor: Actor,
  subject: { kind: DecisionKind; subjectId: number },
) {
  const found = await findPending(db, subject);
  if (!found) return null;
  const isMine = found.actorId === actor.id;
  return {
    words: `${isMine ? 'You have' : `${fullNameOf(found.actor)} has`} ${DONE[found.action] ?? 'decided about this'}.`,
    isMine,
  };
}

type Apply<I> = (
  ctx: AppContext,
  tx: Tx,
  held: { actor: Actor; subjectId: number; input: I },
) => Promise<unknown>;

/** The job that does what was decided, for one kind of thing. Running it again does nothing. */
export function decisionJob<S extends z.ZodObject>(kind: DecisionKind, input: S, apply: Apply<z.output<S>>) {
  const job: Job<typeof jobData> = defineJob({
    name: `${kind}.decide`,
    data: jobData,
    retryLimit: 12,
    concurrency: 2,
    run: (ctx, { id }) =>
      applyDecision(ctx, { id, job }, (tx, held) =>
        apply(ctx, tx, {
          actor: { id: held.actorId },
          subjectId: held.subjectId,
          input: input.parse(held.input),
        }),
      ),
  });
  return job;
}

async function applyDecision(
  ctx: AppContext,
  { id, job }: { id: number; job: Job<typeof jobData> },
  apply: (tx: Tx, held: LockedDecision) => Promise<unknown>,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const held = await lockPending(tx, { id });
    if (!held) return;
    const now = ctx.clock.now();
    // The clocks of two machines differ a little, and nobody is to lose a part of their ten seconds.
    if (held.dueAt > now) return ctx.jobs.send(tx, job, { id }, { startAfter: 1 });
    const problem = await refusalOf(tx, (inner) => apply(inner, held));
    await settlePending(tx, { id, problem, now });
    if (problem === null) return undefined;
    return recordAudit(ctx, tx, {
      actor: { id: held.actorId },
      action: 'decision.refuse',
      subject: [held.kind, held.subjectId],
      details: { decision: held.action, why: problem },
    });
  });
}

/** The thing changed in these ten seconds, as when its seller took it back: then nothing is done, and the log says why. */
async function refusalOf(tx: Tx, work: (tx: Tx) => Promise<unknown>): Promise<string | null> {
  try {
    await inSavepoint(tx, work);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** All that was decided by one press. Whoever decided can undo it, until the job has done it. */
export async function undoBatch(ctx: AppContext, viewer: Actor, batch: string): Promise<{ undone: number }> {
  return inTransaction(ctx.db, async (tx) => {
    const undone = await undoPending(tx, { batch, actorId: viewer.id, now: ctx.clock.now() });
    if (undone.length === 0) throw notUndone(await listStatesOfBatch(tx, { batch, actorId: viewer.id }));
    for (const { kind, subjectId, action, input, decidedAt } of undone) {
      const subject: [string, number] = [kind, subjectId];
      const details = { ...input, decidedAt: decidedAt.toISOString(), undone: true };
      await recordAudit(ctx, tx, { actor: viewer, action: action as AuditAction, subject, details });
      await recordAudit(ctx, tx, {
        actor: viewer,
        action: 'decision.undo',
        subject,
        details: { decision: action },
      });
    }
    return { undone: undone.length };
  });
}

function notUndone(states: readonly string[]): AppError {
  if (states.length === 0) return new AppError('not_found', 'There is no such decision of yours.');
  return states.includes('undone')
    ? new AppError('conflict', 'You have undone this already.')
    : new AppError(
        'conflict',
        `It is too late to undo this: decisions take effect after ${UNDO_SECONDS} seconds, and the people concerned are emailed. Make a new decision instead.`,
      );
}
