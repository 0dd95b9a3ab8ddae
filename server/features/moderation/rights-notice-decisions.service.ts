// Decides rights notices, by officers or by deadline. If two officers decide at once, the second learns who was first.
// A resource stays down while any notice blocks it.
import { z } from 'zod';
import { daysAfter } from '#server/clock.ts';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  insertResourceEvent,
  liftTakedown,
  removeResourceFromSale,
} from '#server/features/resource/resource-changes.service.ts';
import { defineJob } from '#server/jobs/job.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import { decisionJob, holdDecision } from '#server/platform/decision.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { NoticeDetail } from '#shared/features/moderation/rights-notice.contract.ts';
import {
  NOTICE_DAYS,
  NOTICE_DECISIONS,
  type NoticeDecision,
} from '#shared/features/moderation/rights-notice.states.ts';
import type { AuditAction } from '#shared/features/site/audit.rules.ts';
import { fullNameOf } from '#shared/names.ts';
import type { HeldDecision } from '#shared/features/site/site.schema.ts';
import {
  queueNoticeDismissedMail,
  queueCounterNoticeRejectedMail,
  queueCounterNoticeAcceptedMail,
  queueNoticeUpheldMail,
} from './moderation.mails.ts';
import {
  findNoticeParties,
  findStateBefore,
  isHeldDownByNotice,
  listNoticesRunOut,
  lockReported,
  updateNoticeState,
  type Parties,
} from './rights-notice-decisions.queries.ts';
import { findNotice } from './rights-notice.queries.ts';
import { getNotice, noSuchNotice, decisionObstacle } from './rights-notice.service.ts';

type Reported = NonNullable<Awaited<ReturnType<typeof lockReported>>>;
type Move = {
  parties: Parties;
  reported: Reported;
  /** Null if the deadline passed. */
  actor: { id: number } | null;
  reason: string | null;
  now: Date;
};

type NoticeInput = { id: number; reason: string };

export const dismissNotice = (ctx: AppContext, viewer: Viewer, input: NoticeInput) =>
  decideNotice(ctx, viewer, { ...input, decision: 'dismiss' });
export const upholdNotice = (ctx: AppContext, viewer: Viewer, input: NoticeInput) =>
  decideNotice(ctx, viewer, { ...input, decision: 'uphold' });
export const acceptCounterNotice = (ctx: AppContext, viewer: Viewer, input: NoticeInput) =>
  decideNotice(ctx, viewer, { ...input, decision: 'put-back' });
export const rejectCounterNotice = (ctx: AppContext, viewer: Viewer, input: NoticeInput) =>
  decideNotice(ctx, viewer, { ...input, decision: 'keep-down' });

/** Takes effect after ten seconds unless undone. Whatever would refuse it is checked now. */
async function decideNotice(
  ctx: AppContext,
  viewer: Viewer,
  { id, decision, reason }: { id: number; decision: NoticeDecision; reason: string },
): Promise<NoticeDetail & { decision: HeldDecision }> {
  const parties = await findNoticeParties(ctx.db, { id });
  if (!parties) throw noSuchNotice();
  const held = await holdDecision(ctx, viewer, {
    kind: 'notice',
    subjectId: id,
    action: `notice.${decision}`,
    input: { title: parties.title, decision, reason },
    job: applyNoticeDecisionJob,
    rehearse: (tx) => perform(ctx, tx, viewer, { id, decision, reason }),
  });
  return { ...held.outcome, decision: held.decision };
}

export const applyNoticeDecisionJob = decisionJob(
  'notice',
  z.object({ decision: z.enum(NOTICE_DECISIONS), reason: z.string() }),
  (ctx, tx, { actor, subjectId, input }) => perform(ctx, tx, actor, { id: subjectId, ...input }),
);

async function perform(
  ctx: AppContext,
  tx: Tx,
  actor: { id: number },
  { id, decision, reason }: { id: number; decision: NoticeDecision; reason: string },
): Promise<NoticeDetail> {
  const parties = await findNoticeParties(tx, { id });
  if (!parties) throw noSuchNotice();
  const refusal = decisionObstacle(actor, parties);
  if (refusal) throw new AppError('forbidden', refusal);
  const reported = await lockReported(tx, parties);
  if (!reported) throw noSuchNotice();
  const move = { parties, reported, actor, reason, now: ctx.clock.now() };
  if (!(await DECISIONS[decision](ctx, tx, move))) throw await decidedAlready(tx, id);
  await writeDown(ctx, tx, `notice.${decision}`, move);
  return getNotice(ctx, actor, { id, db: tx });
}

/** Each returns whether the notice was still undecided. */
type Decide = (
  ctx: AppContext,
  tx: Tx,
  move: Move & { actor: { id: number }; reason: string },
) => Promise<boolean>;

const DECISIONS: Readonly<Record<NoticeDecision, Decide>> = {
  async dismiss(ctx, tx, { parties, actor, reason, now }) {
    const decided = { decidedBy: actor.id, decidedAt: now, decisionReason: reason, closedAt: now };
    const isMine = await updateNoticeState(tx, { id: parties.id, move: 'dismiss' }, decided);
    if (isMine) await queueNoticeDismissedMail(ctx, tx, { parties, reason });
    return isMine;
  },

  async uphold(ctx, tx, { parties, reported, actor, reason, now }) {
    const { id, resourceId } = parties;
    const dueAt = daysAfter(now, NOTICE_DAYS.counter);
    const decided = { decidedBy: actor.id, decidedAt: now, decisionReason: reason, dueAt };
    if (!(await updateNoticeState(tx, { id, move: 'uphold' }, decided))) return false;
    const isFirst = reported.takenDownAt === null;
    if (isFirst) await removeResourceFromSale(tx, { resourceId, now });
    await insertResourceEvent(tx, {
      resourceId,
      actorId: actor.id,
      kind: 'taken_down',
      reason,
      // The state to restore once no notice blocks it.
      details: { noticeId: id, ...(isFirst && { from: reported.state }) },
      createdAt: now,
    });
    await queueNoticeUpheldMail(ctx, tx, { parties, reason, dueAt });
    return true;
  },

  'put-back': (ctx, tx, move) => putBack(ctx, tx, move, {}),

  async 'keep-down'(ctx, tx, { parties, actor, reason, now }) {
    const closed = { closedBy: actor.id, closedAt: now, closeReason: reason };
    const isMine = await updateNoticeState(tx, { id: parties.id, move: 'keep-down' }, closed);
    if (isMine) await queueCounterNoticeRejectedMail(ctx, tx, { parties, reason });
    return isMine;
  },
};

async function putBack(
  ctx: AppContext,
  tx: Tx,
  { parties, reported, actor, reason, now }: Move,
  { dueBy }: { dueBy?: Date },
): Promise<boolean> {
  const { id, resourceId } = parties;
  const closed = { closedBy: actor?.id ?? null, closedAt: now, closeReason: reason };
  if (!(await updateNoticeState(tx, { id, move: 'put-back', ...(dueBy && { dueBy }) }, closed))) return false;
  const isStillDown = await isHeldDownByNotice(tx, { resourceId });
  if (!isStillDown && reported.takenDownAt) {
    const state = await findStateBefore(tx, { resourceId, takenDownAt: reported.takenDownAt });
    await liftTakedown(tx, { resourceId, state, now });
    await insertResourceEvent(tx, {
      resourceId,
      actorId: actor?.id ?? null,
      kind: 'put_back',
      reason,
      details: { noticeId: id },
      createdAt: now,
    });
  }
  await queueCounterNoticeAcceptedMail(ctx, tx, { parties, reason, isStillDown });
  return true;
}

async function writeDown(ctx: AppContext, tx: Tx, action: AuditAction, move: Move): Promise<void> {
  const { parties, actor, reason } = move;
  await recordAudit(ctx, tx, {
    actor,
    action,
    subject: ['rights notice', parties.id],
    // The seller never learns about a dismissed notice.
    userId: action === 'notice.dismiss' ? parties.reporterId : parties.sellerId,
    details: { title: parties.title, resourceId: parties.resourceId, ...(reason && { reason }) },
  });
}

async function decidedAlready(tx: Tx, id: number): Promise<AppError> {
  const found = await findNotice(tx, { id });
  const nameOf = (person: Parameters<typeof fullNameOf>[0]) =>
    (person && fullNameOf(person)) || 'Someone else';
  const messages = {
    open: () => 'This notice is still open. Review it again.',
    dismissed: () => `${nameOf(found?.decider)} has already dismissed this notice.`,
    upheld: () => `${nameOf(found?.decider)} has already taken this resource down.`,
    countered: () => 'The seller has filed a counter-notice in the meantime. Read it first.',
    put_back: () =>
      found?.closer
        ? `${nameOf(found.closer)} has already restored it.`
        : 'The waiting period has ended, and the resource was restored.',
    kept_down: () =>
      found?.closer
        ? `${nameOf(found.closer)} has already rejected the counter-notice.`
        : 'No counter-notice was filed in time, so this notice is closed.',
  };
  return new AppError('conflict', messages[found?.state ?? 'open']());
}

const AT_ONCE = 100;

/** After the deadline, restores countered resources and closes unanswered notices. Safe to repeat. */
export async function closeNoticesRunOut(ctx: AppContext): Promise<void> {
  const now = ctx.clock.now();
  const failures: unknown[] = [];
  for (let hasMore = true; hasMore;) {
    const due = await listNoticesRunOut(ctx.db, { now, limit: AT_ONCE });
    for (const { id, state } of due) {
      // One failure must not block the others.
      await closeRunOut(ctx, { id, isCountered: state === 'countered' }).catch((error: unknown) =>
        failures.push(error),
      );
    }
    hasMore = due.length === AT_ONCE && failures.length === 0;
  }
  if (failures.length > 0) throw failures[0];
}

async function closeRunOut(
  ctx: AppContext,
  { id, isCountered }: { id: number; isCountered: boolean },
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const parties = await findNoticeParties(tx, { id });
    const reported = parties && (await lockReported(tx, parties));
    if (!parties || !reported) return;
    const now = ctx.clock.now();
    const move = { parties, reported, actor: null, reason: null, now };
    if (isCountered) {
      if (await putBack(ctx, tx, move, { dueBy: now })) await writeDown(ctx, tx, 'notice.put-back', move);
    } else if (await updateNoticeState(tx, { id, move: 'run-out', dueBy: now }, { closedAt: now })) {
      await queueCounterNoticeRejectedMail(ctx, tx, { parties, reason: null });
      await writeDown(ctx, tx, 'notice.run-out', move);
    }
  });
}

export const closeNoticesJob = defineJob({
  name: 'notices.close',
  data: z.object({}),
  cron: '*/10 * * * *',
  run: (ctx) => closeNoticesRunOut(ctx),
});
