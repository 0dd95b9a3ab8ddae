// The files of a resource and what may be seen of them beforehand, in SQL. Where they lie stays on the server.
import { and, asc, desc, eq, gte, notExists, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { resourceFiles, resourcePreviews, resources } from '#server/db/schema/resource.ts';

/** Files of a higher version are being prepared: nobody but their seller and officers sees them. */
export const isOfCurrentVersion = and(
  eq(resources.id, resourceFiles.resourceId),
  eq(resources.version, resourceFiles.version),
);

type Ours = 'id' | 'resourceId' | 'position';
export type NewFile = Omit<typeof resourceFiles.$inferInsert, Ours>;
export type NewPreview = Omit<typeof resourcePreviews.$inferInsert, Ours>;

/** Of its current version, in the order given. To be called with the resource locked: two who write at once would count on each other's. */
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

/** Until the transaction ends, nobody else writes files or previews of it. False: there is no such resource. */
export async function lockResource(tx: Tx, { id }: { id: number }): Promise<boolean> {
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

/** For the server's own use: with the place each lies in. Those being prepared come with `isCurrent` false. */
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
  /** As it was when the preview was made: changed since, it is made again. */
  isPreviewed: boolean;
  previewState: 'made' | 'none' | 'failed';
  previewProblem: string | null;
  /** Failed, but not because of the file. */
  isPassing: boolean;
};

/** What became of each file's preview, as its seller sees it. */
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

/** Answers where the previews lay that were there before. */
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

/** Of those with one of these titles: which have no file, the ones people meet first before the others. */
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
