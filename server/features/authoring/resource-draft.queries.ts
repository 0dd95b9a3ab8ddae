// Unpublished changes of published resources, in SQL. The resource is locked by whoever writes.
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { categories } from '#server/db/schema/category.ts';
import { resourceDrafts, type DraftFields } from '#server/db/schema/resource-draft.ts';
import { resourceFiles } from '#server/db/schema/resource.ts';

export type DraftRow = typeof resourceDrafts.$inferSelect;

export async function findDraft(
  db: DbOrTx,
  { resourceId }: { resourceId: number },
): Promise<DraftRow | null> {
  const [row] = await db.select().from(resourceDrafts).where(eq(resourceDrafts.resourceId, resourceId));
  return row ?? null;
}

export type DraftChange = {
  fields?: DraftFields;
  isCoverChanged?: boolean;
  coverKey?: string | null;
  discardedAt?: Date | null;
  updatedAt: Date;
};

/** Begins the draft where there is none, and counts the change; answers the new number. */
export async function writeDraft(
  tx: Tx,
  { resourceId, ...change }: DraftChange & { resourceId: number },
): Promise<number> {
  const [row] = await tx
    .insert(resourceDrafts)
    .values({ resourceId, ...change })
    .onConflictDoUpdate({
      target: resourceDrafts.resourceId,
      set: { ...change, revision: sql`${resourceDrafts.revision} + 1` },
    })
    .returning({ revision: resourceDrafts.revision });
  if (!row) throw new Error('The draft was not written.');
  return row.revision;
}

/** The files of one version become those of another, which has none. */
export async function renumberFiles(
  tx: Tx,
  { resourceId, from, to }: { resourceId: number; from: number; to: number },
): Promise<void> {
  await tx
    .update(resourceFiles)
    .set({ version: to })
    .where(and(eq(resourceFiles.resourceId, resourceId), eq(resourceFiles.version, from)));
}

/** What sets one version's files apart from another's. */
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
 * Words, order and previews of the files being prepared, given to the same files on sale. Those keep their numbers, so
 * that links to them stay good. The prepared ones must be gone or about to go.
 */
export async function copyFileWords(
  tx: Tx,
  { resourceId, from, to }: { resourceId: number; from: number; to: number },
): Promise<void> {
  // Out of the way first: no two may stand in one place on the way.
  await tx.execute(sql`update resource_files set position = position + 1000
    where resource_id = ${resourceId} and version = ${to}`);
  await tx.execute(sql`update resource_files live set position = next.position, name = next.name, label = next.label,
      is_previewed = next.is_previewed, preview_state = next.preview_state, preview_problem = next.preview_problem
    from resource_files next
    where live.resource_id = ${resourceId} and live.version = ${to}
      and next.resource_id = ${resourceId} and next.version = ${from} and next.storage_key = live.storage_key`);
}

export async function findCategoryNames(
  db: DbOrTx,
  { ids }: { ids: readonly number[] },
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .where(inArray(categories.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
