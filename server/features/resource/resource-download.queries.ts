// Downloadable files, download counts and licence stamps, in SQL.
import { and, asc, eq, inArray, isNull, lt, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { licenceStamps, resourceDownloads, resourceFiles, resources } from '#server/db/schema/resource.ts';
import { isOfCurrentVersion } from './resource-files.queries.ts';

const fileColumns = {
  id: resourceFiles.id,
  name: resourceFiles.name,
  label: resourceFiles.label,
  contentType: resourceFiles.contentType,
  bytes: resourceFiles.bytes,
};

export async function listFilesToDownload(db: DbOrTx, { resourceIds }: { resourceIds: readonly number[] }) {
  return db
    .select({ ...fileColumns, resourceId: resourceFiles.resourceId })
    .from(resourceFiles)
    .innerJoin(resources, isOfCurrentVersion)
    .where(inArray(resourceFiles.resourceId, [...resourceIds]))
    .orderBy(asc(resourceFiles.resourceId), asc(resourceFiles.position));
}

/** With the storage key, which never leaves the server. */
export async function findFileToDownload(db: DbOrTx, { id }: { id: number }) {
  const { resourceId, storageKey, sha256 } = resourceFiles;
  const [row] = await db
    .select({ ...fileColumns, resourceId, storageKey, sha256 })
    .from(resourceFiles)
    .innerJoin(resources, isOfCurrentVersion)
    .where(eq(resourceFiles.id, id));
  return row ?? null;
}

/** One statement, so rows and count always agree: only the first download of a day is counted. */
export async function countDownload(
  db: DbOrTx,
  {
    resourceId,
    userId,
    orderId,
    day,
  }: { resourceId: number; userId: number | null; orderId: number | null; day: string },
): Promise<void> {
  await db.execute(sql`
    with counted as (
      insert into ${resourceDownloads} (resource_id, user_id, order_id, day)
      values (${resourceId}, ${userId}, ${orderId}, ${day})
      on conflict do nothing returning 1
    )
    update ${resources} set download_count = download_count + 1
    where id = ${resourceId} and exists (select 1 from counted)`);
}

/** Either a user or a guest order, never both. */
type StampHolder = { fileId: number; userId: number | null; orderId: number | null };

const isStampOf = ({ fileId, userId, orderId }: StampHolder) =>
  and(
    eq(licenceStamps.fileId, fileId),
    userId === null ? isNull(licenceStamps.userId) : eq(licenceStamps.userId, userId),
    orderId === null ? isNull(licenceStamps.orderId) : eq(licenceStamps.orderId, orderId),
  );

/** Without the tail itself, which most ranges of a download don't need. */
export async function findStamp(db: DbOrTx, whose: StampHolder) {
  const { mark, tailBytes, refusal, createdAt } = licenceStamps;
  const [row] = await db
    .select({ mark, tailBytes, refusal, createdAt })
    .from(licenceStamps)
    .where(isStampOf(whose));
  return row ?? null;
}

export async function findTail(
  db: DbOrTx,
  { mark, ...whose }: StampHolder & { mark: string },
): Promise<Buffer | null> {
  const [row] = await db
    .select({ tail: licenceStamps.tail })
    .from(licenceStamps)
    .where(and(isStampOf(whose), eq(licenceStamps.mark, mark)));
  return row?.tail ?? null;
}

export async function upsertStamp(db: DbOrTx, values: typeof licenceStamps.$inferInsert): Promise<void> {
  const { fileId: _file, userId: _user, orderId: _order, ...set } = values;
  await db
    .insert(licenceStamps)
    .values(values)
    .onConflictDoUpdate({ target: [licenceStamps.fileId, licenceStamps.userId, licenceStamps.orderId], set });
}

export async function deleteStampsBefore(db: DbOrTx, { time }: { time: Date }): Promise<void> {
  await db.delete(licenceStamps).where(lt(licenceStamps.createdAt, time));
}
