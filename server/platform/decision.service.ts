// Staff decisions take effect after ten seconds, so that a slip can be undone before anyone is emailed or sees anything.
// Until then a decision is a row and a job: undoing it has nothing to revert, and if the server dies, another one runs the
// job (docs/decisions/019-ten-seconds-to-undo.md).
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { inSavepoint, inTransaction } from '#server/db/transaction.ts';
import { defineJob, type Job } from '#server/jobs/job.ts';
import { AppError } from '#shared/errors.ts';
import type { AuditAction } from '#shared/features/site/audit.rules.ts';
import { UNDO_SECONDS } from '#shared/features/site/site.rules.ts';
import { fullNameOf } from '#shared/names.ts';
import type { HeldDecision } from '#shared/features/site/site.schema.ts';
import { recordAudit } from './audit.service.ts';
import { publishStaffQueueEvent } from './live-event.service.ts';
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

type NewDecision<T> = {
  kind: DecisionKind;
  subjectId: number;
  action: AuditAction;
  /** The job's input; the audit log also stores it for decisions that are undone. */
  input: Record<string, unknown>;
  /** Shared by decisions made with one click. */
  batch?: string;
  job: Pick<Job, 'name'> & { data: typeof jobData };
  /** Applies the decision, then rolls back, so that reasons to refuse it are reported now and not in ten seconds. */
  rehearse: (tx: Tx) => Promise<T>;
};

const jobData = z.object({ id: z.int() });

export const newBatch = (): string => randomUUID();

/** Returns the outcome to expect, and how to undo the decision. */
export async function holdDecision<T>(
  ctx: AppContext,
  actor: Actor,
  { kind, subjectId, action, input, batch = newBatch(), job, rehearse }: NewDecision<T>,
): Promise<{ outcome: T; decision: HeldDecision }> {
  return inTransaction(ctx.db, async (tx) => {
    const decidedAt = ctx.clock.now();
    const dueAt = new Date(decidedAt.getTime() + UNDO_SECONDS * 1000);
    const decision = { batch, kind, subjectId, action, input, actorId: actor.id, decidedAt, dueAt };
    const row = await insertPending(tx, decision);
    if (!row) throw await alreadyDecided(tx, actor, { kind, subjectId });
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

/** Runs in a savepoint that is always rolled back. */
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

/** Completes "Ada Quist has already …". */
const PAST_TENSE: Partial<Record<string, string>> = {
  'resource.approve': 'approved this resource',
  'resource.reject': 'rejected this resource',
  'resource.request-changes': 'requested changes to this resource',
  'resource.archive': 'archived this resource',
  'resource.restore': 'put this resource back on sale',
  'resource.seen': 'reviewed this change',
  'application.approve': 'approved this application',
  'application.decline': 'declined this application',
  'notice.dismiss': 'dismissed this notice',
  'notice.uphold': 'taken this resource down',
  'notice.put-back': 'restored this resource',
  'notice.keep-down': 'decided to keep it down',
  'seller.suspend': 'suspended this seller',
  'seller.restore': 'restored this seller',
};

async function alreadyDecided(
  tx: Tx,
  actor: Actor,
  subject: { kind: DecisionKind; subjectId: number },
): Promise<AppError> {
  const pending = await findPending(tx, subject);
  if (!pending) return new AppError('conflict', 'Someone has just decided about this. Reload the page.');
  const who = pending.actorId === actor.id ? 'You have' : `${fullNameOf(pending.actor)} has`;
  return new AppError('conflict', `${who} already ${PAST_TENSE[pending.action] ?? 'decided about this'}.`);
}

/** The pending decision about a subject, if any, that its author can still undo. */
export async function getPendingDecision(
  { db }: { db: DbOrTx },
  actor: Actor,
  subject: { kind: DecisionKind; subjectId: number },
) {
  const found = await findPending(db, subject);
  if (!found) return null;
  const isMine = found.actorId === actor.id;
  return {
    words: `${isMine ? 'You have' : `${fullNameOf(found.actor)} has`} ${PAST_TENSE[found.action] ?? 'decided about this'}.`,
    isMine,
  };
}

type Apply<I> = (
  ctx: AppContext,
  tx: Tx,
  held: { actor: Actor; subjectId: number; input: I },
) => Promise<unknown>;

/** The job that applies decisions of one kind. Running it again does nothing. */
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
    // Clocks of two servers differ slightly, and nobody should lose part of their ten seconds.
    if (held.dueAt > now) return ctx.jobs.send(tx, job, { id }, { startAfter: 1 });
    const problem = await findProblem(tx, (inner) => apply(inner, held));
    await settlePending(tx, { id, problem, now });
    if (problem === null) return publishStaffQueueEvent(ctx, tx);
    return recordAudit(ctx, tx, {
      actor: { id: held.actorId },
      action: 'decision.refuse',
      subject: [held.kind, held.subjectId],
      details: { decision: held.action, why: problem },
    });
  });
}

/** The subject may have changed meanwhile, for example been withdrawn. Then nothing happens, and the log says why. */
async function findProblem(tx: Tx, work: (tx: Tx) => Promise<unknown>): Promise<string | null> {
  try {
    await inSavepoint(tx, work);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** Undoes everything decided with one click, until the job has run. Only its author can. */
export async function undoDecision(
  ctx: AppContext,
  viewer: Actor,
  batch: string,
): Promise<{ undone: number }> {
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
  if (states.length === 0) return new AppError('not_found', 'You haven’t made this decision.');
  return states.includes('undone')
    ? new AppError('conflict', 'You have already undone this.')
    : new AppError(
        'conflict',
        `It’s too late to undo this. Decisions take effect after ${UNDO_SECONDS} seconds, and the users concerned are emailed. Make a new decision instead.`,
      );
}
