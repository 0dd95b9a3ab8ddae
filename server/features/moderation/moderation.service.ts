// Officers' decisions about resources. If two decide at once, the second learns who was first. Every decision is in the
// resource's history and the audit log, and is emailed to the seller.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { noSuchItem } from '#server/features/entitlement/item-access.service.ts';
import {
  insertResourceEvent,
  listResourceEvents,
  lockStaffResource,
  markReviewed,
  updateResourceState,
  updateFeatured,
} from '#server/features/resource/resource-changes.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import { decisionJob, holdDecision, newBatch } from '#server/platform/decision.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import {
  MODERATION_ACTIONS,
  type ModerationAction,
  NOTHING_TO_SELL,
} from '#shared/features/moderation/moderation.schema.ts';
import {
  RESOURCE_TRANSITIONS,
  RESOURCE_STATE_LABELS,
  type ResourceEventKind,
  type ResourceState,
} from '#shared/features/resource/resource.states.ts';
import { fullNameOf } from '#shared/names.ts';
import type { HeldDecision } from '#shared/features/site/site.schema.ts';
import { decisionMail } from './moderation.mails.ts';
import { findStateOf, hasFiles, holdSellerOf, listTitles } from './moderation.queries.ts';

export type Decision = {
  action: ModerationAction;
  reason?: string | undefined;
  revision?: number | undefined;
  isFeatured?: boolean | undefined;
};

export type Outcome = { id: number; title: string; state: ResourceState };

const EVENT_OF = {
  approve: 'approved',
  reject: 'rejected',
  'request-changes': 'changes_requested',
  archive: 'archived',
  restore: 'restored',
} as const satisfies Record<string, ResourceEventKind>;

type Held = NonNullable<Awaited<ReturnType<typeof holdSellerOf>>>;

type Actor = { id: number };

/** Takes effect after ten seconds unless undone. Whatever would refuse it is checked now. */
export async function decideResource(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
  given: Decision,
  batch?: string,
): Promise<Outcome & { decision: HeldDecision }> {
  const before = await findStateOf(ctx.db, { id });
  if (!before) throw noSuchItem('resource');
  // Pin the revision, so a change by the seller within these ten seconds stops the decision.
  const decision = { ...given, revision: given.revision ?? before.revision };
  const held = await holdDecision(ctx, viewer, {
    kind: 'resource',
    subjectId: id,
    action: `resource.${decision.action}`,
    input: { title: before.title, ...decision },
    ...(batch && { batch }),
    job: applyResourceDecisionJob,
    rehearse: (tx) => perform(ctx, tx, viewer, id, decision),
  });
  return { ...held.outcome, decision: held.decision };
}

export const applyResourceDecisionJob = decisionJob(
  'resource',
  z.object({
    action: z.enum(MODERATION_ACTIONS),
    reason: z.string().optional(),
    revision: z.int(),
    isFeatured: z.boolean().optional(),
  }),
  (ctx, tx, { actor, subjectId, input }) => perform(ctx, tx, actor, subjectId, input),
);

async function perform(
  ctx: AppContext,
  tx: Tx,
  actor: Actor,
  id: number,
  decision: Decision,
): Promise<Outcome> {
  const held = await holdSellerOf(tx, { id });
  if (!held) throw noSuchItem('resource');
  if (held.sellerId === actor.id) {
    throw new AppError('forbidden', 'This is your own resource. A colleague has to decide.');
  }
  if (decision.action === 'seen') return lookedAt(ctx, tx, actor, { id, held, revision: decision.revision });
  const { siteName } = await getSettings({ db: tx });
  return move(ctx, tx, actor, { id, held, decision, siteName });
}

async function lookedAt(
  ctx: AppContext,
  tx: Tx,
  viewer: Actor,
  { id, held, revision }: { id: number; held: Held; revision: number | undefined },
): Promise<Outcome> {
  const seen = await markReviewed(tx, { id, revision });
  if (!seen) {
    const now = await findStateOf(tx, { id });
    throw now && revision !== undefined && now.revision !== revision
      ? changedMeanwhile()
      : new AppError('conflict', 'A colleague has already reviewed this change.');
  }
  await insertResourceEvent(tx, {
    resourceId: id,
    actorId: viewer.id,
    kind: 'seen',
    createdAt: ctx.clock.now(),
  });
  await recordAudit(ctx, tx, {
    actor: viewer,
    action: 'resource.seen',
    subject: ['resource', id],
    userId: held.sellerId,
    details: { title: held.title },
  });
  return seen;
}

type Moving = { id: number; held: Held; decision: Decision; siteName: string };

async function move(
  ctx: AppContext,
  tx: Tx,
  viewer: Actor,
  { id, held, decision, siteName }: Moving,
): Promise<Outcome> {
  const { reason = null, revision, isFeatured = false } = decision;
  const action = decision.action as keyof typeof EVENT_OF;
  const { from, to } = RESOURCE_TRANSITIONS[action];
  const now = ctx.clock.now();
  const isKept = action === 'reject' || action === 'request-changes' || action === 'archive';
  const moved = await updateResourceState(tx, {
    id,
    from,
    to,
    revision,
    now,
    reason: isKept ? reason : null,
    isFeatured: action === 'approve' && isFeatured,
  });
  if (!moved) throw await tooLate(tx, viewer, { id, decision });
  // After the update, so “already decided” comes first.
  if (to === 'published') {
    requireOpenSeller(held);
    if (!(await hasFiles(tx, { id }))) throw new AppError('conflict', NOTHING_TO_SELL);
  }
  const event = { resourceId: id, actorId: viewer.id, createdAt: now };
  await insertResourceEvent(tx, { ...event, kind: EVENT_OF[action], reason });
  const audited = { actor: viewer, subject: ['resource', id] as [string, number], userId: held.sellerId };
  await recordAudit(ctx, tx, {
    ...audited,
    action: `resource.${action}`,
    details: { title: held.title, ...(reason && { reason }) },
  });
  if (action === 'approve' && isFeatured) {
    await insertResourceEvent(tx, { ...event, kind: 'featured' });
    await recordAudit(ctx, tx, { ...audited, action: 'resource.feature', details: { title: held.title } });
  }
  if (held.accountState !== 'deleted') {
    const { publicUrl } = ctx.config;
    await queueMail(ctx, tx, {
      kind: 'resource-decision',
      to: held.email,
      link: to === 'published' ? `/curriculum/${id}` : `/curriculum/${id}/edit`,
      ...decisionMail(action, { id, reason, siteName, publicUrl, title: held.title }),
    });
  }
  return moved;
}

function requireOpenSeller({ sellerState, accountState }: Held): void {
  if (sellerState === 'suspended') {
    throw new AppError(
      'conflict',
      'This seller is suspended, so nothing of theirs can go on sale. Restore them first under Seller Management.',
    );
  }
  if (accountState !== 'active') {
    throw new AppError('conflict', 'The seller’s account is suspended, so nothing of theirs can go on sale.');
  }
}

const DONE: Partial<Record<ResourceEventKind, string>> = {
  approved: 'approved this resource',
  rejected: 'rejected this resource',
  changes_requested: 'requested changes to this resource',
  archived: 'archived this resource',
  restored: 'put this resource back on sale',
  withdrawn: 'withdrew this resource from review',
  submitted: 'submitted this resource for review',
};

/** Explains who decided before. */
async function tooLate(
  tx: DbOrTx,
  viewer: Actor,
  { id, decision: { action, revision } }: { id: number; decision: Decision },
): Promise<AppError> {
  const now = await findStateOf(tx, { id });
  if (!now) return noSuchItem('resource');
  const { from, to } = RESOURCE_TRANSITIONS[action as keyof typeof EVENT_OF];
  const isThere = (from as readonly ResourceState[]).includes(now.state);
  if (isThere && to === 'published' && now.takenDownAt !== null) {
    return new AppError(
      'conflict',
      'A rights notice blocks this resource. It can go on sale once the notice is settled.',
    );
  }
  if (isThere && now.revision !== revision) return changedMeanwhile();
  const events = await listResourceEvents(tx, { resourceId: id, limit: 10 });
  const last = events.find(({ kind }) => DONE[kind] !== undefined);
  const isNow = `It is ${RESOURCE_STATE_LABELS[now.state].toLowerCase()} now.`;
  if (!last) return new AppError('conflict', `Nothing was changed. ${isNow}`);
  const who =
    last.actorId === viewer.id ? 'You have' : `${last.actor ? fullNameOf(last.actor) : 'Someone else'} has`;
  return new AppError('conflict', `${who} already ${DONE[last.kind]}. ${isNow}`);
}

function changedMeanwhile(): AppError {
  return new AppError('conflict', 'The seller changed it after you opened it. Review it again first.');
}

/** Decides one after the other; each succeeds or reports why not. They can be undone together. */
export async function decideResources(
  ctx: AppContext,
  viewer: Viewer,
  { ids, ...decision }: Decision & { ids: number[] },
) {
  const unique = [...new Set(ids)];
  const titles = await listTitles(ctx.db, { ids: unique });
  const batch = newBatch();
  let held: HeldDecision | null = null;
  const done: number[] = [];
  const refused: { id: number; title: string; message: string }[] = [];
  for (const id of unique) {
    try {
      held = (await decideResource(ctx, viewer, id, decision, batch)).decision;
      done.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ id, title: titles.get(id) ?? `Number ${id}`, message: error.message });
    }
  }
  return { done, refused, decision: held };
}

export async function toggleFeatured(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
): Promise<{ isFeatured: boolean }> {
  return inTransaction(ctx.db, async (tx) => {
    const resource = await lockStaffResource(tx, { id });
    if (!resource) throw noSuchItem('resource');
    if (resource.sellerId === viewer.id) {
      throw new AppError('forbidden', 'This is your own resource. A colleague has to decide.');
    }
    const isFeatured = !resource.isFeatured;
    // Unfeaturing is always allowed: it may have gone off sale while featured.
    if (isFeatured && !resource.isListed) {
      throw new AppError('conflict', 'Only a resource that is on sale can be featured. Publish it first.');
    }
    await updateFeatured(tx, { id, isFeatured });
    await insertResourceEvent(tx, {
      resourceId: id,
      actorId: viewer.id,
      kind: isFeatured ? 'featured' : 'unfeatured',
      createdAt: ctx.clock.now(),
    });
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: isFeatured ? 'resource.feature' : 'resource.unfeature',
      subject: ['resource', id],
      userId: resource.sellerId,
      details: { title: resource.title },
    });
    return { isFeatured };
  });
}
