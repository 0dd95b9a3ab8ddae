// Personal data of a seller's resources. Published resources stay for the users who have them; unpublished changes go,
// and so do the covers the seller uploaded.
import { asc, eq, inArray, sql } from '#server/db/drizzle.ts';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { resourceDrafts } from '#server/db/schema/authoring.ts';
import { resourceEvents, resources, resourceVersions } from '#server/db/schema/resource.ts';
import { cleanUpCoverJob } from '#server/features/cover/cover.service.ts';
import { clearSellerCovers } from '#server/features/resource/resource.service.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

export const authoringPersonalData: PersonalData = {
  tables: [resources, resourceDrafts, resourceEvents],
  collect: {
    resourceEvents: collectResourceEvents,
    resourceVersions: collectResourceVersions,
    resourceDrafts: collectResourceDrafts,
  },
  async erase(ctx, tx, { userId, now }) {
    await removeOwnCovers(ctx, tx, { userId, now });
    const ownResources = tx
      .select({ id: resources.id })
      .from(resources)
      .where(eq(resources.sellerId, userId));
    await tx.delete(resourceDrafts).where(inArray(resourceDrafts.resourceId, ownResources));
  },
};

/** What happened to their resources, with the reasons sent to them; not which staff member it was. */
async function collectResourceEvents(db: DbOrTx, { userId }: DataSubject) {
  const { resourceId, kind, reason, details, createdAt } = resourceEvents;
  return db
    .select({
      resourceId,
      title: resources.title,
      kind,
      reason,
      details,
      isByYou: sql<boolean>`${resourceEvents.actorId} is not distinct from ${userId}`,
      createdAt,
    })
    .from(resourceEvents)
    .innerJoin(resources, eq(resources.id, resourceId))
    .where(eq(resources.sellerId, userId))
    .orderBy(asc(resourceEvents.id));
}

async function collectResourceVersions(db: DbOrTx, { userId }: DataSubject) {
  const { resourceId, number, note, publishedAt } = resourceVersions;
  return db
    .select({ resourceId, title: resources.title, number, note, publishedAt })
    .from(resourceVersions)
    .innerJoin(resources, eq(resources.id, resourceId))
    .where(eq(resources.sellerId, userId))
    .orderBy(asc(resourceId), asc(number));
}

async function collectResourceDrafts(db: DbOrTx, { userId }: DataSubject) {
  const { resourceId, fields, isCoverChanged, discardedAt, updatedAt } = resourceDrafts;
  return db
    .select({ resourceId, title: resources.title, fields, isCoverChanged, discardedAt, updatedAt })
    .from(resourceDrafts)
    .innerJoin(resources, eq(resources.id, resourceId))
    .where(eq(resources.sellerId, userId))
    .orderBy(asc(resourceId));
}

/** The drawn covers show again. The files are deleted once no copy of the resource uses them. */
async function removeOwnCovers(
  ctx: AppContext,
  tx: Tx,
  { userId, now }: { userId: number; now: Date },
): Promise<void> {
  const drafts = await tx
    .select({ key: resourceDrafts.coverKey })
    .from(resourceDrafts)
    .innerJoin(resources, eq(resources.id, resourceDrafts.resourceId))
    .where(eq(resources.sellerId, userId));
  const published = await clearSellerCovers(tx, { sellerId: userId, now });
  const keys = new Set([...published, ...drafts.flatMap(({ key }) => key ?? [])]);
  for (const key of keys) await ctx.jobs.send(tx, cleanUpCoverJob, { key });
}
