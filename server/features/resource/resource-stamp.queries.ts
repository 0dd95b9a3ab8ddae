// What is added to documents for those who download them, in SQL.
import { and, eq, isNull, lt } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { licenceStamps } from '#server/db/schema/stamp.ts';

/** Of an account or of a guest's order, never of both. */
type Whose = { fileId: number; userId: number | null; orderId: number | null };

const isOf = ({ fileId, userId, orderId }: Whose) =>
  and(
    eq(licenceStamps.fileId, fileId),
    userId === null ? isNull(licenceStamps.userId) : eq(licenceStamps.userId, userId),
    orderId === null ? isNull(licenceStamps.orderId) : eq(licenceStamps.orderId, orderId),
  );

/** Without what is added itself: most parts of a download are not of its end. */
export async function findStamp(db: DbOrTx, whose: Whose) {
  const { mark, tailBytes, refusal, createdAt } = licenceStamps;
  const [row] = await db
    .select({ mark, tailBytes, refusal, createdAt })
    .from(licenceStamps)
    .where(isOf(whose));
  return row ?? null;
}

export async function findTail(
  db: DbOrTx,
  { mark, ...whose }: Whose & { mark: string },
): Promise<Buffer | null> {
  const [row] = await db
    .select({ tail: licenceStamps.tail })
    .from(licenceStamps)
    .where(and(isOf(whose), eq(licenceStamps.mark, mark)));
  return row?.tail ?? null;
}

export async function saveStamp(db: DbOrTx, values: typeof licenceStamps.$inferInsert): Promise<void> {
  const { fileId: _file, userId: _user, orderId: _order, ...set } = values;
  await db
    .insert(licenceStamps)
    .values(values)
    .onConflictDoUpdate({ target: [licenceStamps.fileId, licenceStamps.userId, licenceStamps.orderId], set });
}

export async function deleteStampsBefore(db: DbOrTx, { time }: { time: Date }): Promise<void> {
  await db.delete(licenceStamps).where(lt(licenceStamps.createdAt, time));
}
