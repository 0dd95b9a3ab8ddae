// A seller's own resources: create, edit, cover, duplicate, delete, and change of state.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { deleteDrawnCover, createDrawnCover } from '#server/features/cover/cover.service.ts';
import {
  copyFiles,
  deleteOwnResource,
  findOwnResource,
  insertResource,
  insertResourceEvent,
  listFilesOf,
  updateOwnResourceState,
  type NewResource,
  type OwnChange,
  type OwnRow,
  saveOwnResource,
  cleanUpResourceFilesJob,
  updateOwnResource,
} from '#server/features/resource/resource-changes.service.ts';
import {
  queueCreatePreviews,
  cleanUpPreviewsJob,
} from '#server/features/resource/resource-preview.service.ts';
import { attachUpload } from '#server/features/upload/upload.service.ts';
import { renderMarkdown } from '#server/markdown.ts';
import { publishStaffQueueEvent } from '#server/platform/live-event.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { OwnBulkAction, OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import { submissionProblems, UNTITLED } from '#shared/features/authoring/authoring.rules.ts';
import { type ResourceChanges, TITLE_MAX } from '#shared/features/authoring/authoring.schema.ts';
import { coverSubjectOf } from '#shared/features/cover/cover.rules.ts';
import {
  isOnceSold,
  RESOURCE_TRANSITIONS,
  RESOURCE_STATE_LABELS,
  type ResourceEventKind,
  type SELLER_TRANSITIONS,
} from '#shared/features/resource/resource.states.ts';
import { attachFiles } from './authoring-files.service.ts';
import { listStorageKeys, hasResourceBeenSold } from './authoring.queries.ts';
import {
  changedElsewhere,
  lockOwn,
  lockToChange,
  requireExistingChoices,
  requireOwnAndActive,
  requireActiveSeller,
} from './own-resource-access.ts';
import { getOwnResource } from './own-resources.service.ts';
import { releaseCover, saveCoverToDraft, saveToDraft } from './resource-draft-changes.ts';
import { toColumns } from './resource-text.ts';

const BEGUN = {
  title: UNTITLED,
  description: '',
  type: 'document',
  danceStyle: 'Other',
  ageGroups: ['All Ages'],
  level: 'Mixed Levels',
  priceCents: 0,
} satisfies Partial<NewResource>;

export async function createResource(
  ctx: AppContext,
  viewer: Viewer,
  { uploadIds, ...given }: ResourceChanges & { uploadIds: string[] },
): Promise<OwnResource> {
  const id = await inTransaction(ctx.db, async (tx) => {
    await requireActiveSeller(tx, viewer);
    await requireExistingChoices(tx, given);
    const made = await insertDraft(ctx, tx, viewer, { ...BEGUN, ...toColumns(given) });
    const isTypeChosen = given.type !== undefined;
    await attachFiles(ctx, tx, viewer, await lockOwn(tx, viewer, made), { uploadIds, isTypeChosen });
    return made;
  });
  return getOwnResource(ctx, viewer, id);
}

type Begun = Omit<NewResource, 'sellerId' | 'createdAt' | 'updatedAt'>;

async function insertDraft(
  ctx: AppContext,
  tx: Tx,
  viewer: Viewer,
  values: Begun,
  details: Record<string, unknown> = {},
): Promise<number> {
  const now = ctx.clock.now();
  const { id } = await insertResource(tx, { ...values, sellerId: viewer.id, createdAt: now, updatedAt: now });
  await createDrawnCover(tx, { subject: coverSubjectOf.resource(id), style: values.danceStyle });
  await insertResourceEvent(tx, {
    resourceId: id,
    actorId: viewer.id,
    kind: 'created',
    details,
    createdAt: now,
  });
  return id;
}

/** Saves changes unless someone else has saved since `revision`. Published resources save to a draft. */
export async function updateResource(
  ctx: AppContext,
  viewer: Viewer,
  { id, revision, ...given }: ResourceChanges & { id: number; revision: number },
): Promise<OwnResource> {
  await inTransaction(ctx.db, async (tx) => {
    const before = await lockToChange(tx, viewer, id);
    if (isOnceSold(before)) {
      await saveToDraft(ctx, tx, before, { revision, given });
      return;
    }
    await requireExistingChoices(tx, given, before);
    const change = { ...toColumns(given), updatedAt: ctx.clock.now() };
    const isSaved = await saveOwnResource(tx, { id, sellerId: viewer.id, revision }, change);
    if (!isSaved) throw changedElsewhere();
    if (given.danceStyle !== undefined && given.danceStyle !== before.danceStyle) {
      await createDrawnCover(tx, { subject: coverSubjectOf.resource(id), style: given.danceStyle });
    }
  });
  return getOwnResource(ctx, viewer, id);
}

export async function setResourceCover(
  ctx: AppContext,
  viewer: Viewer,
  { id, uploadId }: { id: number; uploadId: string | null },
): Promise<OwnResource> {
  await inTransaction(ctx.db, async (tx) => {
    const before = await lockToChange(tx, viewer, id);
    const taken =
      uploadId === null ? null : await attachUpload(tx, { userId: viewer.id, uploadId, purpose: 'cover' });
    const coverKey = taken?.storageKey ?? null;
    if (isOnceSold(before)) {
      await saveCoverToDraft(ctx, tx, before, coverKey);
      return;
    }
    await updateOwnResource(tx, { id, sellerId: viewer.id }, { coverKey, updatedAt: ctx.clock.now() });
    if (before.coverKey) await releaseCover(ctx, tx, before.coverKey);
  });
  return getOwnResource(ctx, viewer, id);
}

/** Stored files are shared with the original and deleted when no resource uses them. */
export async function duplicateResource(ctx: AppContext, viewer: Viewer, id: number): Promise<OwnResource> {
  const copy = await inTransaction(ctx.db, async (tx) => {
    await requireOwnAndActive(tx, viewer, id);
    const { version, ...from } = await lockOwn(tx, viewer, id);
    const { categoryId, description, type, danceStyle, ageGroups, level, tags } = from;
    const { priceCents, licence, coverKey, bpm, metre } = from;
    const fields = { categoryId, description, type, danceStyle, ageGroups, level, tags };
    const title = copiedTitle(from.title);
    const values = { ...fields, title, priceCents, licence, coverKey, bpm, metre };
    const made = await insertDraft(ctx, tx, viewer, values, { copyOf: id });
    await copyFiles(tx, { from: { resourceId: id, version }, to: { resourceId: made, version: 1 } });
    await queueCreatePreviews(ctx, tx, made);
    return made;
  });
  return getOwnResource(ctx, viewer, copy);
}

function copiedTitle(title: string): string {
  return `${Array.from(title)
    .slice(0, TITLE_MAX - 7)
    .join('')} (copy)`;
}

/** Only resources that were never on sale can be deleted. */
export async function deleteResource(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const row = await lockToChange(tx, viewer, id);
    if (isOnceSold(row) || row.publishedAt || (await hasResourceBeenSold(tx, { id }))) {
      throw new AppError(
        'conflict',
        'This resource has been on sale, so it can’t be deleted. Archive it instead.',
      );
    }
    const { files, previews } = await listStorageKeys(tx, { resourceId: id });
    await deleteOwnResource(tx, { id, sellerId: viewer.id });
    await deleteDrawnCover(tx, { subject: coverSubjectOf.resource(id) });
    if (files.length > 0) await ctx.jobs.send(tx, cleanUpResourceFilesJob, { keys: files });
    if (previews.length > 0) await ctx.jobs.send(tx, cleanUpPreviewsJob, { keys: previews });
    if (row.coverKey) await releaseCover(ctx, tx, row.coverKey);
  });
}

export type SellerTransition = (typeof SELLER_TRANSITIONS)[number];

const EVENTS = {
  submit: 'submitted',
  withdraw: 'withdrawn',
  archive: 'archived',
  restore: 'restored',
} as const satisfies Record<SellerTransition, ResourceEventKind>;

const REFUSALS: Readonly<Record<SellerTransition, string>> = {
  submit: 'can’t be submitted for review',
  withdraw: 'can’t be withdrawn from review',
  archive: 'can’t be archived',
  restore: 'can’t be put back on sale',
};

export const submitResource = (ctx: AppContext, viewer: Viewer, id: number) =>
  changeState(ctx, viewer, id, 'submit');
export const withdrawResource = (ctx: AppContext, viewer: Viewer, id: number) =>
  changeState(ctx, viewer, id, 'withdraw');
export const archiveResource = (ctx: AppContext, viewer: Viewer, id: number) =>
  changeState(ctx, viewer, id, 'archive');
export const restoreResource = (ctx: AppContext, viewer: Viewer, id: number) =>
  changeState(ctx, viewer, id, 'restore');

async function changeState(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
  transition: SellerTransition,
): Promise<OwnResource> {
  await moveInTransaction(ctx, viewer, id, transition);
  return getOwnResource(ctx, viewer, id);
}

function moveInTransaction(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
  move: SellerTransition,
): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    if (move === 'submit' || move === 'restore') await requireOwnAndActive(tx, viewer, id);
    const row = await lockOwn(tx, viewer, id);
    const { from, to } = RESOURCE_TRANSITIONS[move];
    if (!(from as readonly string[]).includes(row.state)) throw notFrom(row, move);
    if (move === 'submit') await requireReady(tx, row);
    if (move === 'restore' && row.takenDownAt) throw takenDown();
    const now = ctx.clock.now();
    const change: OwnChange = { ...(move === 'submit' && { submittedAt: now, stateReason: null }) };
    const isMoved = await updateOwnResourceState(
      tx,
      { id, sellerId: viewer.id, from },
      { ...change, state: to, updatedAt: now },
    );
    if (!isMoved) throw notFrom(row, move);
    await insertResourceEvent(tx, {
      resourceId: id,
      actorId: viewer.id,
      kind: EVENTS[move],
      createdAt: now,
    });
    await publishStaffQueueEvent(ctx, tx);
  });
}

async function requireReady(tx: Tx, row: OwnRow): Promise<void> {
  const files = await listFilesOf(tx, { resourceId: row.id, version: row.version });
  const problems = submissionProblems({ ...row, fileCount: files.length });
  if (problems.length === 0) return;
  const message = `Before it can be reviewed: ${problems.map((problem) => problem.message).join(' ')}`;
  throw new AppError('unprocessable', message, problems);
}

function notFrom({ state }: OwnRow, move: SellerTransition): AppError {
  return new AppError(
    'conflict',
    `This is ${RESOURCE_STATE_LABELS[state].toLowerCase()} now, so it ${REFUSALS[move]}. Reload the page to see the latest.`,
  );
}

function takenDown(): AppError {
  return new AppError(
    'conflict',
    'This resource was taken down after a rights notice. It can’t go back on sale until the notice is settled.',
  );
}

/** Each resource on its own: a refusal doesn't affect the others. */
export async function updateOwnResources(
  ctx: AppContext,
  viewer: Viewer,
  { ids, action }: { ids: number[]; action: OwnBulkAction },
) {
  const done: number[] = [];
  const refused: { id: number; title: string; message: string }[] = [];
  for (const id of new Set(ids)) {
    const row = await findOwnResource(ctx.db, { id, sellerId: viewer.id });
    try {
      await (action === 'delete'
        ? deleteResource(ctx, viewer, id)
        : moveInTransaction(ctx, viewer, id, action));
      done.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ id, title: row?.title ?? '', message: error.message });
    }
  }
  return { done, refused };
}

/** The description as its page will show it. */
export function previewDescription(text: string): { html: string } {
  return { html: renderMarkdown(text) };
}
