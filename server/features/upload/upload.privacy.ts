// Personal data of uploads. File names go at once; unattached files with the next cleanup job.
import { asc, eq } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { uploads } from '#server/db/schema/upload.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

export const uploadPersonalData: PersonalData = {
  tables: [uploads],
  collect: { uploads: collectUploads },
  async erase(_ctx, tx, { userId }) {
    await tx
      .update(uploads)
      .set({ name: 'file', touchedAt: new Date(0) })
      .where(eq(uploads.userId, userId));
  },
};

async function collectUploads(db: DbOrTx, { userId }: DataSubject) {
  const { name, purpose, bytes, state, refusedReason, contentType, createdAt } = uploads;
  return db
    .select({ name, purpose, bytes, state, refusedReason, contentType, createdAt })
    .from(uploads)
    .where(eq(uploads.userId, userId))
    .orderBy(asc(createdAt), asc(uploads.id));
}
