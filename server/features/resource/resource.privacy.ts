// Personal data of downloads: which resources a user downloaded, and the copies stamped with their name. Download counts
// do not change when a user is erased.
import { asc, eq, inArray, or } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { licenceStamps, resourceDownloads, resources } from '#server/db/schema/resource.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';
import { pruneStamps } from './resource-stamp.service.ts';
import { pruneViewers } from './resource.service.ts';

export const resourcePersonalData: PersonalData = {
  tables: [resourceDownloads, licenceStamps],
  collect: { downloads: collectDownloads, copiesWithYourName: collectStampedCopies },
  async erase(_ctx, tx, subject) {
    await tx.delete(resourceDownloads).where(isOwnDownload(subject));
    await tx.delete(licenceStamps).where(isOwnStamp(subject));
  },
  async prune(ctx) {
    await pruneStamps(ctx);
    await pruneViewers(ctx);
  },
};

const isOwnDownload = ({ userId, orderIds }: DataSubject) =>
  or(eq(resourceDownloads.userId, userId), inArray(resourceDownloads.orderId, [...orderIds]));

const isOwnStamp = ({ userId, orderIds }: DataSubject) =>
  or(eq(licenceStamps.userId, userId), inArray(licenceStamps.orderId, [...orderIds]));

async function collectDownloads(db: DbOrTx, subject: DataSubject) {
  const { resourceId, day } = resourceDownloads;
  return db
    .select({ resourceId, title: resources.title, day })
    .from(resourceDownloads)
    .innerJoin(resources, eq(resources.id, resourceId))
    .where(isOwnDownload(subject))
    .orderBy(asc(day), asc(resourceId));
}

async function collectStampedCopies(db: DbOrTx, subject: DataSubject) {
  const { fileId, createdAt } = licenceStamps;
  return db.select({ fileId, createdAt }).from(licenceStamps).where(isOwnStamp(subject)).orderBy(asc(fileId));
}
