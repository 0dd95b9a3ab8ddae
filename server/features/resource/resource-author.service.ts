// A seller begins a resource, fills it in, gives it a cover, copies it, throws it away.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Viewer } from '#server/features/account/session.service.ts';
import { forgetDrawnCover, giveDrawnCover } from '#server/features/cover/cover.service.ts';
import { tidyOwnCoverJob } from '#server/features/cover/own-cover.service.ts';
import { takeUpload } from '#server/features/upload/upload.service.ts';
import { AppError } from '#shared/errors.ts';
import type { OwnResource } from '#shared/features/resource/author.contract.ts';
import { submissionProblems, UNTITLED } from '#shared/features/resource/author.rules.ts';
import { TITLE_MAX, type ResourceChanges } from '#shared/features/resource/author.schema.ts';
import { coverSubjectOf } from '#shared/features/resource/resource.rules.ts';
import { takeFiles } from './resource-author-files.service.ts';
import { tidyResourceFilesJob } from './resource-author-files.jobs.ts';
import { copyFiles, listFilesOf } from './resource-author-files.queries.ts';
import {
  isOnceSold,
  lockMine,
  lockToChange,
  requireMineAndOpen,
  requireOpenShop,
} from './resource-author-guard.ts';
import { toColumns } from './resource-author-text.ts';
import { insertResourceEvent } from './resource-events.queries.ts';
import {
  deleteOwnResource,
  findStyle,
  insertResource,
  isResourceCategory,
  listStorageKeys,
  saveOwnResource,
  updateOwnResource,
  wasResourceHad,
  type NewResource,
  type OwnRow,
} from './resource-own.queries.ts';
import { getOwn } from './resource-own.service.ts';
import { sendMakePreviews, tidyPreviewsJob } from './resource-preview.jobs.ts';

const BEGUN = {
  title: UNTITLED,
  description: '',
  type: 'document',
  danceStyle: 'Other',
  ageGroups: ['All Ages'],
  level: 'Mixed Levels',
  priceCents: 0,
} satisfies Partial<NewResource>;

export async function createDraft(
  ctx: AppContext,
  viewer: Viewer,
  { uploadIds, ...given }: ResourceChanges & { uploadIds: string[] },
): Promise<OwnResource> {
  const id = await inTransaction(ctx.db, async (tx) => {
    await requireOpenShop(tx, viewer);
    await requireKnown(tx, given);
    const made = await insertDraft(ctx, tx, viewer, { ...BEGUN, ...toColumns(given) });
    const isTypeChosen = given.type !== undefined;
    await takeFiles(ctx, tx, viewer, await lockMine(tx, viewer, made), { uploadIds, isTypeChosen });
    return made;
  });
  return getOwn(ctx, viewer, id);
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
  await giveDrawnCover(tx, { subject: coverSubjectOf.resource(id), style: values.danceStyle });
  await insertResourceEvent(tx, {
    resourceId: id,
    actorId: viewer.id,
    kind: 'created',
    details,
    createdAt: now,
  });
  return id;
}

/** Saves what has changed, if nobody has saved since; on sale it is live at once, and officers look at it later. */
export async function saveChanges(
  ctx: AppContext,
  viewer: Viewer,
  { id, revision, ...given }: ResourceChanges & { id: number; revision: number },
): Promise<OwnResource> {
  await inTransaction(ctx.db, async (tx) => {
    const before = await lockToChange(tx, viewer, id);
    if (before.revision !== revision) throw changedElsewhere();
    await requireKnown(tx, given, before);
    const now = ctx.clock.now();
    const change = { ...toColumns(given), updatedAt: now };
    const after = { ...before, ...change };
    if (isOnceSold(before)) await requireComplete(tx, after);
    const isSaved = await saveOwnResource(
      tx,
      { id, sellerId: viewer.id, revision },
      { ...change, ...(isOnceSold(before) && { isChangedSinceReview: true }) },
    );
    if (!isSaved) throw changedElsewhere();
    if (after.danceStyle !== before.danceStyle) {
      await giveDrawnCover(tx, { subject: coverSubjectOf.resource(id), style: after.danceStyle });
    }
    if (after.priceCents !== before.priceCents) await notePrice(tx, before, after.priceCents, now);
  });
  return getOwn(ctx, viewer, id);
}

function notePrice(tx: Tx, { id, sellerId, priceCents }: OwnRow, to: number, createdAt: Date) {
  const details = { from: priceCents, to };
  return insertResourceEvent(tx, {
    resourceId: id,
    actorId: sellerId,
    kind: 'price_changed',
    details,
    createdAt,
  });
}

function changedElsewhere(): AppError {
  return new AppError(
    'conflict',
    'This resource was changed elsewhere, perhaps in another tab. Load the page again to see it, then make your change.',
  );
}

/** What is on sale stays whole. */
async function requireComplete(tx: Tx, after: OwnRow): Promise<void> {
  const files = await listFilesOf(tx, { resourceId: after.id, version: after.version });
  // Things sold before categories were asked for may stay without one.
  const problems = submissionProblems({ ...after, fileCount: files.length }).filter(
    ({ path }) => path === 'title' || path === 'description',
  );
  if (problems.length === 0) return;
  throw new AppError(
    'unprocessable',
    'This is on sale, so it needs its title and its description.',
    problems,
  );
}

/** A style and a category that exist; a style no longer offered stays where it was. */
async function requireKnown(tx: Tx, given: ResourceChanges, before?: OwnRow): Promise<void> {
  const { danceStyle, categoryId } = given;
  if (danceStyle !== undefined && danceStyle !== before?.danceStyle) {
    const style = await findStyle(tx, { name: danceStyle });
    if (!style || style.retiredAt) throw unknownChoice('danceStyle', 'Choose one of the dance styles.');
  }
  if (categoryId !== undefined && categoryId !== null && categoryId !== before?.categoryId) {
    if (!(await isResourceCategory(tx, { id: categoryId }))) {
      throw unknownChoice('categoryId', 'Choose one of the categories.');
    }
  }
}

function unknownChoice(path: string, message: string): AppError {
  return new AppError('validation_failed', message, [{ path, message }]);
}

export async function setCover(
  ctx: AppContext,
  viewer: Viewer,
  { id, uploadId }: { id: number; uploadId: string | null },
): Promise<OwnResource> {
  await inTransaction(ctx.db, async (tx) => {
    const before = await lockToChange(tx, viewer, id);
    const taken =
      uploadId === null ? null : await takeUpload(tx, { userId: viewer.id, uploadId, purpose: 'cover' });
    const change = { coverKey: taken?.storageKey ?? null, updatedAt: ctx.clock.now() };
    const flag = isOnceSold(before) && { isChangedSinceReview: true };
    await updateOwnResource(tx, { id, sellerId: viewer.id }, { ...change, ...flag });
    if (before.coverKey) await letGoOfCover(ctx, tx, before.coverKey);
  });
  return getOwn(ctx, viewer, id);
}

function letGoOfCover(ctx: AppContext, tx: Tx, key: string): Promise<void> {
  return ctx.jobs.send(tx, tidyOwnCoverJob, { key });
}

/** The files are shared, not copied: each is put away when nobody has it any more. */
export async function duplicate(ctx: AppContext, viewer: Viewer, id: number): Promise<OwnResource> {
  const copy = await inTransaction(ctx.db, async (tx) => {
    await requireMineAndOpen(tx, viewer, id);
    const { version, ...from } = await lockMine(tx, viewer, id);
    const { categoryId, description, type, danceStyle, ageGroups, level, tags } = from;
    const { priceCents, licence, coverKey, bpm, metre } = from;
    const fields = { categoryId, description, type, danceStyle, ageGroups, level, tags };
    const title = copiedTitle(from.title);
    const values = { ...fields, title, priceCents, licence, coverKey, bpm, metre };
    const made = await insertDraft(ctx, tx, viewer, values, { copyOf: id });
    await copyFiles(tx, { from: { resourceId: id, version }, to: { resourceId: made, version: 1 } });
    await sendMakePreviews(ctx, tx, made);
    return made;
  });
  return getOwn(ctx, viewer, copy);
}

function copiedTitle(title: string): string {
  return `${Array.from(title)
    .slice(0, TITLE_MAX - 7)
    .join('')} (copy)`;
}

/** What anyone has, or could have bought, stays. */
export async function throwAway(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const row = await lockToChange(tx, viewer, id);
    if (isOnceSold(row) || row.publishedAt || (await wasResourceHad(tx, { id }))) {
      throw new AppError('conflict', 'This has been on sale, so it cannot be deleted. Archive it instead.');
    }
    const { files, previews } = await listStorageKeys(tx, { resourceId: id });
    await deleteOwnResource(tx, { id, sellerId: viewer.id });
    await forgetDrawnCover(tx, { subject: coverSubjectOf.resource(id) });
    if (files.length > 0) await ctx.jobs.send(tx, tidyResourceFilesJob, { keys: files });
    if (previews.length > 0) await ctx.jobs.send(tx, tidyPreviewsJob, { keys: previews });
    if (row.coverKey) await letGoOfCover(ctx, tx, row.coverKey);
  });
}
