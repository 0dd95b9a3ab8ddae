// The files of one version of a resource as its seller changes them, in SQL. The resource is locked by whoever calls.
import { and, asc, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { resourceFiles } from '#server/db/schema/resource.ts';

/** Of one resource. */
export type FilesOf = { resourceId: number; version: number };

const isOf = ({ resourceId, version }: FilesOf) =>
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
    .where(isOf(of))
    .orderBy(asc(resourceFiles.position));
}

export async function insertFile(tx: Tx, values: Omit<typeof resourceFiles.$inferInsert, 'id'>) {
  await tx.insert(resourceFiles).values(values);
}

/** The same bytes in the same order, in another version or another resource. */
export async function copyFiles(tx: Tx, { from, to }: { from: FilesOf; to: FilesOf }): Promise<void> {
  const rows = await tx.select().from(resourceFiles).where(isOf(from));
  if (rows.length === 0) return;
  await tx.insert(resourceFiles).values(rows.map(({ id: _id, ...row }) => ({ ...row, ...to })));
}

export async function findFile(db: DbOrTx, { id, resourceId }: { id: number; resourceId: number }) {
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

export async function deleteFile(tx: Tx, { id }: { id: number }): Promise<void> {
  await tx.delete(resourceFiles).where(eq(resourceFiles.id, id));
}

/** All of one version; answers where they lay. */
export async function deleteFilesOf(tx: Tx, of: FilesOf): Promise<string[]> {
  const deleted = await tx.delete(resourceFiles).where(isOf(of)).returning({ key: resourceFiles.storageKey });
  return deleted.map(({ key }) => key);
}

/** More than there are files, so that no two are in one place on the way. */
const ASIDE = 1000;

/** In the order of `ids`, which are all of them. */
export async function orderFiles(tx: Tx, of: FilesOf, ids: number[]): Promise<void> {
  await tx
    .update(resourceFiles)
    .set({ position: sql`${resourceFiles.position} + ${ASIDE}` })
    .where(isOf(of));
  await tx.execute(sql`update resource_files f set position = given.at - 1
    from unnest(${sql.param(ids)}::int[]) with ordinality as given(id, at) where f.id = given.id`);
}

/** Those whose preview failed are tried again. */
export async function resetFailedPreviews(tx: Tx, { resourceId }: { resourceId: number }): Promise<void> {
  await tx
    .update(resourceFiles)
    .set({ previewState: 'waiting', previewProblem: null })
    .where(and(eq(resourceFiles.resourceId, resourceId), eq(resourceFiles.previewState, 'failed')));
}

/** Any resource has it: a copy has the same files. */
export async function isStoredFileKept(db: DbOrTx, { key }: { key: string }): Promise<boolean> {
  return (await db.$count(resourceFiles, eq(resourceFiles.storageKey, key))) > 0;
}
