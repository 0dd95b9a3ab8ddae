// Unpublished changes of a published resource: published all at once, discarded, or restored after that.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  type CoverFile,
  getUnpublishedCover,
  createDrawnCover,
} from '#server/features/cover/cover.service.ts';
import { noSuchItem } from '#server/features/entitlement/item-access.service.ts';
import {
  findOwnResource,
  insertResourceEvent,
  listFilesOf,
  lockResourceRow,
  type OwnRow,
  renumberFiles,
  saveOwnResource,
} from '#server/features/resource/resource-changes.service.ts';
import { defineJob } from '#server/jobs/job.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import { publishProblems, type ResourceChange } from '#shared/features/authoring/authoring.rules.ts';
import { coverSubjectOf } from '#shared/features/cover/cover.rules.ts';
import { isOnceSold } from '#shared/features/resource/resource.states.ts';
import { findDraft, upsertDraft } from './authoring.queries.ts';
import {
  changedElsewhere,
  lockToChange,
  requireExistingChoices,
  requireOwnAndActive,
} from './own-resource-access.ts';
import { getOwnResource } from './own-resources.service.ts';
import {
  compareWithLive,
  DISCARDED_VERSION,
  EMPTY,
  discardDraft,
  releaseCover,
  getUnpublishedChanges,
  type Unpublished,
} from './resource-draft-changes.ts';
import { publishFiles } from './resource-version.service.ts';

type Publishing = { id: number; revision: number; note?: string | undefined };

/** Publishes all changes or none, and only what the seller has seen: a draft changed in another tab is refused. */
export async function publishChanges(
  ctx: AppContext,
  viewer: Viewer,
  { id, revision, note }: Publishing,
): Promise<OwnResource> {
  await inTransaction(ctx.db, async (tx) => {
    await requireOwnAndActive(tx, viewer, id);
    const live = await lockToChange(tx, viewer, id);
    const unpublished = await getUnpublishedChanges(tx, live);
    requirePublishable(live, unpublished, revision);
    const difference = await compareWithLive(tx, live, unpublished);
    if (difference.changes.length === 0) {
      throw new AppError('conflict', 'There are no unpublished changes.');
    }
    await requireExistingChoices(tx, unpublished.draft?.fields ?? {}, live);
    await requireComplete(tx, live, unpublished.row);
    await applyFields(ctx, tx, live, unpublished, difference.changes);
    if (difference.hasFiles) await publishFiles(ctx, tx, live, { ...difference, note });
    await upsertDraft(tx, { resourceId: id, ...EMPTY, updatedAt: ctx.clock.now() });
  });
  return getOwnResource(ctx, viewer, id);
}

function requirePublishable(live: OwnRow, { revision }: Unpublished, seen: number): void {
  if (!isOnceSold(live)) {
    throw new AppError('conflict', 'This resource isn’t on sale yet. Submit it for review to publish it.');
  }
  if (live.takenDownAt) {
    throw new AppError(
      'conflict',
      'This resource was taken down after a rights notice, so changes can’t be published.',
    );
  }
  if (revision !== seen) {
    throw new AppError(
      'conflict',
      'These changes were edited elsewhere, perhaps in another tab. Nothing was published. Review the latest changes, then publish them.',
    );
  }
}

/** A resource on sale must stay complete. */
async function requireComplete(tx: Tx, live: OwnRow, after: OwnRow): Promise<void> {
  const versions = [live.version + 1, live.version];
  const [next = [], onSale = []] = await Promise.all(
    versions.map((version) => listFilesOf(tx, { resourceId: live.id, version })),
  );
  const fileCount = next.length || onSale.length;
  const problems = publishProblems({ ...after, fileCount }, live);
  if (problems.length === 0) return;
  const message = `Before this can be published: ${problems.map((problem) => problem.message).join(' ')}`;
  throw new AppError('unprocessable', message, problems);
}

async function applyFields(
  ctx: AppContext,
  tx: Tx,
  live: OwnRow,
  { draft, row }: Unpublished,
  changes: ResourceChange[],
): Promise<void> {
  const now = ctx.clock.now();
  const { id, sellerId, revision } = live;
  const cover = draft?.isCoverChanged ? { coverKey: draft.coverKey } : {};
  const change = { ...draft?.fields, ...cover, isChangedSinceReview: true, updatedAt: now };
  if (!(await saveOwnResource(tx, { id, sellerId, revision }, change))) throw changedElsewhere();
  if (row.danceStyle !== live.danceStyle) {
    await createDrawnCover(tx, { subject: coverSubjectOf.resource(id), style: row.danceStyle });
  }
  if (draft?.isCoverChanged && live.coverKey) await releaseCover(ctx, tx, live.coverKey);
  const event = { resourceId: id, actorId: sellerId, createdAt: now };
  const details = { changes };
  await insertResourceEvent(tx, { ...event, kind: 'changes_published', details });
  if (row.priceCents !== live.priceCents) {
    const prices = { from: live.priceCents, to: row.priceCents };
    await insertResourceEvent(tx, { ...event, kind: 'price_changed', details: prices });
  }
}

type SeenDraft = { id: number; revision: number };

/** Can be undone for a day with `restoreChanges`. Does nothing if there are no changes. */
export function discardChanges(
  ctx: AppContext,
  viewer: Viewer,
  { id, revision }: SeenDraft,
): Promise<OwnResource> {
  return changeDraft(ctx, viewer, id, async (tx, live) => {
    const unpublished = await getUnpublishedChanges(tx, live);
    if (unpublished.revision !== revision) throw changedElsewhere();
    const { changes } = await compareWithLive(tx, live, unpublished);
    if (changes.length === 0) return;
    const draft = await findDraft(tx, { resourceId: id });
    if (draft?.discardedAt) await discardDraft(ctx, tx, draft);
    await renumberFiles(tx, { resourceId: id, from: live.version + 1, to: DISCARDED_VERSION });
    const now = ctx.clock.now();
    const counted = await upsertDraft(tx, { resourceId: id, discardedAt: now, updatedAt: now });
    await queueDeleteDraft(ctx, tx, { resourceId: id, revision: counted });
  });
}

/** Undoes a discard unless something has changed since. */
export function restoreChanges(
  ctx: AppContext,
  viewer: Viewer,
  { id, revision }: SeenDraft,
): Promise<OwnResource> {
  return changeDraft(ctx, viewer, id, async (tx, live) => {
    const draft = await findDraft(tx, { resourceId: id });
    if (!draft?.discardedAt || draft.revision !== revision) {
      throw new AppError('conflict', 'The discarded changes can no longer be restored.');
    }
    await renumberFiles(tx, { resourceId: id, from: DISCARDED_VERSION, to: live.version + 1 });
    await upsertDraft(tx, { resourceId: id, discardedAt: null, updatedAt: ctx.clock.now() });
  });
}

/** Locks the resource, changes its draft, and returns the result. */
async function changeDraft(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
  change: (tx: Tx, live: OwnRow) => Promise<void>,
): Promise<OwnResource> {
  await inTransaction(ctx.db, async (tx) => change(tx, await lockToChange(tx, viewer, id)));
  return getOwnResource(ctx, viewer, id);
}

export async function openDraftCover(ctx: AppContext, viewer: Viewer, id: number): Promise<CoverFile> {
  const live = await findOwnResource(ctx.db, { id, sellerId: viewer.id });
  if (!live) throw noSuchItem('resource');
  const { row } = await getUnpublishedChanges(ctx.db, live);
  const rendition = { shape: 'poster', width: 640, format: 'webp' } as const;
  return getUnpublishedCover(ctx, { subject: coverSubjectOf.resource(id), own: row.coverKey, rendition });
}

/** Far longer than the Undo toast is visible. */
const DELETE_AFTER_SECONDS = 24 * 3600;

export function queueDeleteDraft(ctx: AppContext, tx: Tx, which: { resourceId: number; revision: number }) {
  return ctx.jobs.send(tx, deleteDraftJob, which, { startAfter: DELETE_AFTER_SECONDS });
}

/** Does nothing if the draft was changed or restored since. */
export const deleteDraftJob = defineJob({
  name: 'resource.forget-draft',
  data: z.object({ resourceId: z.int(), revision: z.int() }),
  async run(ctx, { resourceId, revision }) {
    await inTransaction(ctx.db, async (tx) => {
      if (!(await lockResourceRow(tx, { id: resourceId }))) return;
      const draft = await findDraft(tx, { resourceId });
      if (draft?.discardedAt && draft.revision === revision) await discardDraft(ctx, tx, draft);
    });
  },
});
