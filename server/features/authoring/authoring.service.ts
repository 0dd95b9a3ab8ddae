// A seller begins a resource, fills it in, gives it a cover, copies it, throws it away.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { forgetDrawnCover, giveDrawnCover } from '#server/features/cover/cover.service.ts';
import {
  copyFiles,
  deleteOwnResource,
  findOwnResource,
  insertResource,
  insertResourceEvent,
  listFilesOf,
  moveOwnResource,
  type NewResource,
  type OwnChange,
  type OwnRow,
  saveOwnResource,
  tidyResourceFilesJob,
  updateOwnResource,
} from '#server/features/resource/resource-changes.service.ts';
import { sendMakePreviews, tidyPreviewsJob } from '#server/features/resource/resource-preview.service.ts';
import { takeUpload } from '#server/features/upload/upload.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { OwnBulkAction, OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import { submissionProblems, UNTITLED } from '#shared/features/authoring/authoring.rules.ts';
import { type ResourceChanges, TITLE_MAX } from '#shared/features/authoring/authoring.schema.ts';
import { coverSubjectOf } from '#shared/features/cover/cover.rules.ts';
import {
  isOnceSold,
  RESOURCE_MOVES,
  RESOURCE_STATE_LABELS,
  type ResourceEventKind,
  type SELLER_MOVES,
} from '#shared/features/resource/resource.states.ts';
import { takeFiles } from './authoring-files.service.ts';
import { listStorageKeys, wasResourceHad } from './authoring.queries.ts';
import {
  changedElsewhere,
  lockMine,
  lockToChange,
  requireKnown,
  requireMineAndOpen,
  requireOpenShop,
} from './own-resource-access.ts';
import { getOwn } from './own-resources.service.ts';
import { letGoOfCover, saveCoverToDraft, saveToDraft } from './resource-draft-changes.ts';
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

/** Saves what has changed, if nobody has saved since. What is or was on sale keeps it as a draft until it is published. */
export async function saveChanges(
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
    if (before.revision !== revision) throw changedElsewhere();
    await requireKnown(tx, given, before);
    const change = { ...toColumns(given), updatedAt: ctx.clock.now() };
    const isSaved = await saveOwnResource(tx, { id, sellerId: viewer.id, revision }, change);
    if (!isSaved) throw changedElsewhere();
    if (given.danceStyle !== undefined && given.danceStyle !== before.danceStyle) {
      await giveDrawnCover(tx, { subject: coverSubjectOf.resource(id), style: given.danceStyle });
    }
  });
  return getOwn(ctx, viewer, id);
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
    const coverKey = taken?.storageKey ?? null;
    if (isOnceSold(before)) {
      await saveCoverToDraft(ctx, tx, before, coverKey);
      return;
    }
    await updateOwnResource(tx, { id, sellerId: viewer.id }, { coverKey, updatedAt: ctx.clock.now() });
    if (before.coverKey) await letGoOfCover(ctx, tx, before.coverKey);
  });
  return getOwn(ctx, viewer, id);
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

export type SellerMove = (typeof SELLER_MOVES)[number];

const EVENTS = {
  submit: 'submitted',
  withdraw: 'withdrawn',
  archive: 'archived',
  restore: 'restored',
} as const satisfies Record<SellerMove, ResourceEventKind>;

const REFUSALS: Readonly<Record<SellerMove, string>> = {
  submit: 'cannot be sent for review',
  withdraw: 'cannot be taken back from review',
  archive: 'cannot be archived',
  restore: 'cannot be put back on sale',
};

export async function moveOwn(
  ctx: AppContext,
  viewer: Viewer,
  { id, move }: { id: number; move: SellerMove },
): Promise<OwnResource> {
  await moveInTransaction(ctx, viewer, id, move);
  return getOwn(ctx, viewer, id);
}

function moveInTransaction(ctx: AppContext, viewer: Viewer, id: number, move: SellerMove): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    if (move === 'submit' || move === 'restore') await requireMineAndOpen(tx, viewer, id);
    const row = await lockMine(tx, viewer, id);
    const { from, to } = RESOURCE_MOVES[move];
    if (!(from as readonly string[]).includes(row.state)) throw notFrom(row, move);
    if (move === 'submit') await requireReady(tx, row);
    if (move === 'restore' && row.takenDownAt) throw takenDown();
    const now = ctx.clock.now();
    const change: OwnChange = { ...(move === 'submit' && { submittedAt: now, stateReason: null }) };
    const isMoved = await moveOwnResource(
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
  });
}

async function requireReady(tx: Tx, row: OwnRow): Promise<void> {
  const files = await listFilesOf(tx, { resourceId: row.id, version: row.version });
  const problems = submissionProblems({ ...row, fileCount: files.length });
  if (problems.length === 0) return;
  const message = `Before it can be reviewed: ${problems.map((problem) => problem.message).join(' ')}`;
  throw new AppError('unprocessable', message, problems);
}

function notFrom({ state }: OwnRow, move: SellerMove): AppError {
  return new AppError(
    'conflict',
    `This is ${RESOURCE_STATE_LABELS[state].toLowerCase()} now, so it ${REFUSALS[move]}. Load the page again to see how it stands.`,
  );
}

function takenDown(): AppError {
  return new AppError(
    'conflict',
    'This was taken down after a rights notice. Answer the notice; until it is settled it cannot be put back on sale.',
  );
}

/** Each by itself: one that is refused leaves the others done. */
export async function changeSeveral(
  ctx: AppContext,
  viewer: Viewer,
  { ids, action }: { ids: number[]; action: OwnBulkAction },
) {
  const done: number[] = [];
  const refused: { id: number; title: string; message: string }[] = [];
  for (const id of new Set(ids)) {
    const row = await findOwnResource(ctx.db, { id, sellerId: viewer.id });
    try {
      await (action === 'delete' ? throwAway(ctx, viewer, id) : moveInTransaction(ctx, viewer, id, action));
      done.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ id, title: row?.title ?? '', message: error.message });
    }
  }
  return { done, refused };
}
