// The files of a seller's resource: attached from uploads, named, ordered, removed. Published files aren't touched; changes
// go to a copy, the next version, which is part of the draft until it is published.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  copyFiles,
  deleteResourceFileRow,
  type FilesOf,
  findResourceFile,
  insertResourceFile,
  listFilesOf,
  orderFiles,
  type OwnRow,
  resetFailedPreviews,
  cleanUpResourceFilesJob,
  updateFile,
  updateOwnResource,
} from '#server/features/resource/resource-changes.service.ts';
import { queueCreatePreviews } from '#server/features/resource/resource-preview.service.ts';
import { attachUpload } from '#server/features/upload/upload.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { OwnResource } from '#shared/features/authoring/authoring.contract.ts';
import { isOnceSold } from '#shared/features/resource/resource.states.ts';
import { MAX_FILES_OF_RESOURCE } from '#shared/features/upload/upload.rules.ts';
import { lockOwn, lockToChange } from './own-resource-access.ts';
import { getOwnResource } from './own-resources.service.ts';
import { saveFilesToDraft } from './resource-draft-changes.ts';
import { toFileName, toLabel, typeOfContent } from './resource-text.ts';

/** The version that changes go to: the current one, or the next one if the resource has been on sale. */
async function versionToChange(tx: Tx, row: OwnRow): Promise<FilesOf> {
  const current = { resourceId: row.id, version: row.version };
  if (!isOnceSold(row)) return current;
  const next = { ...current, version: row.version + 1 };
  if ((await listFilesOf(tx, next)).length === 0) await copyFiles(tx, { from: current, to: next });
  return next;
}

type Taken = { uploadIds: string[]; label?: string; isTypeChosen?: boolean };

/** Call it with the resource locked, so simultaneous additions see each other. */
export async function attachFiles(
  ctx: AppContext,
  tx: Tx,
  viewer: Viewer,
  row: OwnRow,
  { uploadIds, label = '', isTypeChosen = false }: Taken,
): Promise<void> {
  if (uploadIds.length === 0) return;
  const of = await versionToChange(tx, row);
  const there = await listFilesOf(tx, of);
  if (there.length + uploadIds.length > MAX_FILES_OF_RESOURCE) throw tooMany();
  const types: string[] = [];
  for (const [at, uploadId] of uploadIds.entries()) {
    const { storageKey, contentType, ...facts } = await attachUpload(tx, {
      userId: viewer.id,
      uploadId,
      purpose: 'resource-file',
    });
    const position = (there.at(-1)?.position ?? -1) + 1 + at;
    await insertResourceFile(tx, {
      ...of,
      ...facts,
      storageKey,
      contentType,
      position,
      label: toLabel(label),
    });
    types.push(contentType);
  }
  // Unless the seller chose a type, the first file decides it.
  const [first = ''] = types;
  const isDecided = isTypeChosen || there.length > 0 || row.type !== 'document';
  await touch(ctx, tx, row, isDecided ? {} : { type: typeOfContent(first) });
}

function tooMany(): AppError {
  return new AppError(
    'conflict',
    `A resource can have at most ${MAX_FILES_OF_RESOURCE} files. Remove one first.`,
  );
}

async function touch(
  ctx: AppContext,
  tx: Tx,
  row: OwnRow,
  change: { type?: OwnRow['type'] } = {},
): Promise<void> {
  const owned = { id: row.id, sellerId: row.sellerId };
  if (isOnceSold(row)) await saveFilesToDraft(ctx, tx, row);
  else await updateOwnResource(tx, owned, { ...change, updatedAt: ctx.clock.now() });
  await queueCreatePreviews(ctx, tx, row.id);
}

export async function addResourceFile(
  ctx: AppContext,
  viewer: Viewer,
  { id, uploadId, label }: { id: number; uploadId: string; label: string },
): Promise<OwnResource> {
  await inTransaction(ctx.db, async (tx) => {
    const row = await lockToChange(tx, viewer, id);
    await attachFiles(ctx, tx, viewer, row, { uploadIds: [uploadId], label });
  });
  return getOwnResource(ctx, viewer, id);
}

type FileChange = {
  name?: string | undefined;
  label?: string | undefined;
  isPreviewed?: boolean | undefined;
  position?: number | undefined;
};

export async function updateResourceFile(
  ctx: AppContext,
  viewer: Viewer,
  { id, fileId, ...change }: FileChange & { id: number; fileId: number },
): Promise<OwnResource> {
  await inTransaction(ctx.db, async (tx) => {
    const row = await lockToChange(tx, viewer, id);
    const file = await fileToChange(tx, row, fileId);
    await applyChange(tx, { resourceId: row.id, version: file.version }, file, change);
    await touch(ctx, tx, row);
  });
  return getOwnResource(ctx, viewer, id);
}

type File = NonNullable<Awaited<ReturnType<typeof findResourceFile>>>;

async function applyChange(
  tx: Tx,
  of: FilesOf,
  file: File,
  { name, label, isPreviewed, position }: FileChange,
): Promise<void> {
  await updateFile(tx, file, {
    ...(name !== undefined && { name: toFileName(name, file.name) }),
    ...(label !== undefined && { label: toLabel(label) }),
    ...(isPreviewed !== undefined && { isPreviewed, previewState: 'waiting', previewProblem: null }),
  });
  if (position === undefined) return;
  const others = (await listFilesOf(tx, of)).map((one) => one.id).filter((one) => one !== file.id);
  await orderFiles(tx, of, others.toSpliced(position, 0, file.id));
}

export async function deleteResourceFile(
  ctx: AppContext,
  viewer: Viewer,
  { id, fileId }: { id: number; fileId: number },
): Promise<OwnResource> {
  await inTransaction(ctx.db, async (tx) => {
    const row = await lockToChange(tx, viewer, id);
    const file = await fileToChange(tx, row, fileId);
    const of = { resourceId: row.id, version: file.version };
    const files = await listFilesOf(tx, of);
    if (isOnceSold(row) && files.length === 1) {
      throw new AppError(
        'conflict',
        'A version needs at least one file. Add the new one first, then remove this one.',
      );
    }
    await deleteResourceFileRow(tx, file);
    const left = files.filter((one) => one.id !== file.id);
    await orderFiles(
      tx,
      of,
      left.map((one) => one.id),
    );
    const gone = files.find((one) => one.id === file.id);
    if (gone) await ctx.jobs.send(tx, cleanUpResourceFilesJob, { keys: [gone.storageKey] });
    await touch(ctx, tx, row);
  });
  return getOwnResource(ctx, viewer, id);
}

async function getFile(tx: Tx, row: OwnRow, fileId: number): Promise<File> {
  const file = await findResourceFile(tx, { id: fileId, resourceId: row.id });
  if (!file || file.version < row.version) throw new AppError('not_found', 'This file doesn’t exist.');
  return file;
}

/** The file itself, or its copy in the next version if the resource has been on sale. */
async function fileToChange(tx: Tx, row: OwnRow, fileId: number): Promise<File> {
  const file = await getFile(tx, row, fileId);
  if (!isOnceSold(row) || file.version > row.version) return file;
  const next = { resourceId: row.id, version: row.version + 1 };
  if ((await listFilesOf(tx, next)).length > 0) {
    throw new AppError('conflict', 'This file is on sale. Change its copy in the next version instead.');
  }
  await versionToChange(tx, row);
  const twin = (await listFilesOf(tx, next)).find(({ position }) => position === file.position);
  if (!twin) throw new AppError('not_found', 'This file doesn’t exist.');
  return { ...twin, version: next.version };
}

export async function retryPreviews(ctx: AppContext, viewer: Viewer, id: number): Promise<OwnResource> {
  await inTransaction(ctx.db, async (tx) => {
    await lockOwn(tx, viewer, id);
    await resetFailedPreviews(tx, { resourceId: id });
    await queueCreatePreviews(ctx, tx, id);
  });
  return getOwnResource(ctx, viewer, id);
}
