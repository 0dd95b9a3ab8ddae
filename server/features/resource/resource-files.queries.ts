// The files and previews of a resource, in SQL. Storage keys stay on the server.
import { and, asc, desc, eq, gte, inArray, notExists, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { resourceFiles, resourcePreviews, resources } from '#server/db/schema/resource.ts';

/** Files of a higher version are unpublished: only the seller and officers see them. */
export const isOfCurrentVersion = and(
  eq(resources.id, resourceFiles.resourceId),
  eq(resources.version, resourceFiles.version),
);

type Ours = 'id' | 'resourceId' | 'position';
export type NewFile = Omit<typeof resourceFiles.$inferInsert, Ours>;
export type NewPreview = Omit<typeof resourcePreviews.$inferInsert, Ours>;

/**
 * Of its current version, in the given order. Call with the resource locked: two writers at once would assign the same
 * positions.
 */
export async function insertFiles(
  tx: Tx,
  { resourceId, files }: { resourceId: number; files: NewFile[] },
): Promise<void> {
  if (files.length === 0) return;
  const version = sql`(select ${resources.version} from ${resources} where ${resources.id} = ${resourceId})`;
  await tx
    .insert(resourceFiles)
    .values(files.map((file, position) => ({ version, ...file, resourceId, position })));
}

/** Locks the resource for changes to its files and previews. False if it doesn't exist. */
export async function lockResourceRow(tx: Tx, { id }: { id: number }): Promise<boolean> {
  const rows = await tx
    .select({ id: resources.id })
    .from(resources)
    .where(eq(resources.id, id))
    .for('no key update');
  return rows.length > 0;
}

export async function hasFiles(db: DbOrTx, { resourceId }: { resourceId: number }): Promise<boolean> {
  return (await db.$count(resourceFiles, eq(resourceFiles.resourceId, resourceId))) > 0;
}

/** With storage keys, for the server only. Unpublished files have `isCurrent` false. */
export async function listStoredFiles(db: DbOrTx, { resourceId }: { resourceId: number }) {
  return db
    .select({
      id: resourceFiles.id,
      name: resourceFiles.name,
      storageKey: resourceFiles.storageKey,
      bytes: resourceFiles.bytes,
      isPreviewed: resourceFiles.isPreviewed,
      isCurrent: sql<boolean>`${resourceFiles.version} = ${resources.version}`,
    })
    .from(resourceFiles)
    .innerJoin(resources, eq(resources.id, resourceFiles.resourceId))
    .where(and(eq(resourceFiles.resourceId, resourceId), gte(resourceFiles.version, resources.version)))
    .orderBy(asc(resourceFiles.version), asc(resourceFiles.position));
}

export type FileOutcome = {
  id: number;
  /** The setting when the preview was created; if it has changed since, the result is discarded. */
  isPreviewed: boolean;
  previewState: 'made' | 'none' | 'failed';
  previewProblem: string | null;
  /** Failed for a temporary reason, not because of the file. */
  isPassing: boolean;
};

/** Records the preview result of each file, as its seller sees it. */
export async function recordOutcomes(tx: Tx, outcomes: readonly FileOutcome[]): Promise<void> {
  for (const { id, isPreviewed, previewState, previewProblem } of outcomes) {
    await tx
      .update(resourceFiles)
      .set({ previewState, previewProblem })
      .where(and(eq(resourceFiles.id, id), eq(resourceFiles.isPreviewed, isPreviewed)));
  }
}

export async function findPreviewFile(
  db: DbOrTx,
  { resourceId, previewId }: { resourceId: number; previewId: number },
): Promise<{ storageKey: string; contentType: string } | null> {
  const [row] = await db
    .select({ storageKey: resourcePreviews.storageKey, contentType: resourcePreviews.contentType })
    .from(resourcePreviews)
    .where(and(eq(resourcePreviews.id, previewId), eq(resourcePreviews.resourceId, resourceId)));
  return row?.storageKey && row.contentType
    ? { storageKey: row.storageKey, contentType: row.contentType }
    : null;
}

/** Returns the storage keys of the previous previews. */
export async function replacePreviews(
  tx: Tx,
  { resourceId, previews }: { resourceId: number; previews: NewPreview[] },
): Promise<string[]> {
  const removed = await tx
    .delete(resourcePreviews)
    .where(eq(resourcePreviews.resourceId, resourceId))
    .returning({ storageKey: resourcePreviews.storageKey });
  if (previews.length > 0) {
    await tx
      .insert(resourcePreviews)
      .values(previews.map((preview, position) => ({ ...preview, resourceId, position })));
  }
  return removed.flatMap(({ storageKey }) => storageKey ?? []);
}

export async function isPreviewKept(db: DbOrTx, { storageKey }: { storageKey: string }): Promise<boolean> {
  return (await db.$count(resourcePreviews, eq(resourcePreviews.storageKey, storageKey))) > 0;
}

/** Resources with one of these titles and no files, the most visible first. */
export async function listWithoutFiles(
  db: DbOrTx,
  { titles }: { titles: readonly string[] },
): Promise<{ id: number; title: string }[]> {
  const filesOfIt = db
    .select({ one: sql`1` })
    .from(resourceFiles)
    .where(eq(resourceFiles.resourceId, resources.id));
  return db
    .select({ id: resources.id, title: resources.title })
    .from(resources)
    .where(and(sql`${resources.title} = any(${sql.param(titles)}::text[])`, notExists(filesOfIt)))
    .orderBy(
      desc(resources.isListed),
      desc(resources.isFeatured),
      desc(eq(resources.priceCents, 0)),
      asc(resources.id),
    );
}

/** Moves files to another version, which must have none. */
export async function renumberFiles(
  tx: Tx,
  { resourceId, from, to }: { resourceId: number; from: number; to: number },
): Promise<void> {
  await tx
    .update(resourceFiles)
    .set({ version: to })
    .where(and(eq(resourceFiles.resourceId, resourceId), eq(resourceFiles.version, from)));
}

/** The columns that distinguish the files of two versions. */
export async function listComparedFiles(
  db: DbOrTx,
  { resourceId, versions }: { resourceId: number; versions: readonly number[] },
) {
  const { version, storageKey, name, label, isPreviewed } = resourceFiles;
  return db
    .select({ version, key: storageKey, name, label, isPreviewed })
    .from(resourceFiles)
    .where(and(eq(resourceFiles.resourceId, resourceId), inArray(version, [...versions])))
    .orderBy(version, resourceFiles.position);
}

/**
 * Copies labels, order and preview settings of the prepared files to the same files on sale. Those keep their ids, so
 * that links stay valid. The prepared ones must be deleted already or next.
 */
export async function copyFileTexts(
  tx: Tx,
  { resourceId, from, to }: { resourceId: number; from: number; to: number },
): Promise<void> {
  // Move positions out of the way first, so no two collide.
  await tx.execute(sql`update resource_files set position = position + 1000
    where resource_id = ${resourceId} and version = ${to}`);
  await tx.execute(sql`update resource_files live set position = next.position, name = next.name, label = next.label,
      is_previewed = next.is_previewed, preview_state = next.preview_state, preview_problem = next.preview_problem
    from resource_files next
    where live.resource_id = ${resourceId} and live.version = ${to}
      and next.resource_id = ${resourceId} and next.version = ${from} and next.storage_key = live.storage_key`);
}

/** Of one resource. */
export type FilesOf = { resourceId: number; version: number };

const isOfVersion = ({ resourceId, version }: FilesOf) =>
  and(eq(resourceFiles.resourceId, resourceId), eq(resourceFiles.version, version));

export async function listFilesOf(db: DbOrTx, of: FilesOf) {
  return db
    .select({
      id: resourceFiles.id,
      name: resourceFiles.name,
      storageKey: resourceFiles.storageKey,
      position: resourceFiles.position,
    })
    .from(resourceFiles)
    .where(isOfVersion(of))
    .orderBy(asc(resourceFiles.position));
}

export async function insertResourceFile(tx: Tx, values: Omit<typeof resourceFiles.$inferInsert, 'id'>) {
  await tx.insert(resourceFiles).values(values);
}

/** Copies the rows to another version or resource; the stored files are shared. */
export async function copyFiles(tx: Tx, { from, to }: { from: FilesOf; to: FilesOf }): Promise<void> {
  const rows = await tx.select().from(resourceFiles).where(isOfVersion(from));
  if (rows.length === 0) return;
  await tx.insert(resourceFiles).values(rows.map(({ id: _id, ...row }) => ({ ...row, ...to })));
}

export async function findResourceFile(db: DbOrTx, { id, resourceId }: { id: number; resourceId: number }) {
  const [row] = await db
    .select({
      id: resourceFiles.id,
      version: resourceFiles.version,
      position: resourceFiles.position,
      name: resourceFiles.name,
    })
    .from(resourceFiles)
    .where(and(eq(resourceFiles.id, id), eq(resourceFiles.resourceId, resourceId)));
  return row ?? null;
}

type FileChange = Partial<
  Pick<
    typeof resourceFiles.$inferInsert,
    'name' | 'label' | 'isPreviewed' | 'previewState' | 'previewProblem'
  >
>;

export async function updateFile(tx: Tx, { id }: { id: number }, change: FileChange): Promise<void> {
  if (Object.keys(change).length > 0)
    await tx.update(resourceFiles).set(change).where(eq(resourceFiles.id, id));
}

export async function deleteResourceFileRow(tx: Tx, { id }: { id: number }): Promise<void> {
  await tx.delete(resourceFiles).where(eq(resourceFiles.id, id));
}

/** Deletes the files of a version and returns their storage keys. */
export async function deleteFilesOf(tx: Tx, of: FilesOf): Promise<string[]> {
  const deleted = await tx
    .delete(resourceFiles)
    .where(isOfVersion(of))
    .returning({ key: resourceFiles.storageKey });
  return deleted.map(({ key }) => key);
}

/** Larger than any position, so no two files collide while they are renumbered. */
const ASIDE = 1000;

/** Sets positions in the order of `ids`, which must be complete. */
export async function orderFiles(tx: Tx, of: FilesOf, ids: number[]): Promise<void> {
  await tx
    .update(resourceFiles)
    .set({ position: sql`${resourceFiles.position} + ${ASIDE}` })
    .where(isOfVersion(of));
  await tx.execute(sql`update resource_files f set position = given.at - 1
    from unnest(${sql.param(ids)}::int[]) with ordinality as given(id, at) where f.id = given.id`);
}

/** Queues failed previews for another attempt. */
export async function resetFailedPreviews(tx: Tx, { resourceId }: { resourceId: number }): Promise<void> {
  await tx
    .update(resourceFiles)
    .set({ previewState: 'waiting', previewProblem: null })
    .where(and(eq(resourceFiles.resourceId, resourceId), eq(resourceFiles.previewState, 'failed')));
}

/** Duplicated resources share stored files. */
export async function isStoredFileInUse(db: DbOrTx, { key }: { key: string }): Promise<boolean> {
  return (await db.$count(resourceFiles, eq(resourceFiles.storageKey, key))) > 0;
}
