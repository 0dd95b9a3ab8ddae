// What selling and looking after sellers leave of one person in SQL: read for their own file, and forgotten with their
// account.
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { resourceDrafts } from '#server/db/schema/resource-draft.ts';
import { resourceEvents, resources, resourceVersions, rightsNotices } from '#server/db/schema/resource.ts';
import { storeNotes, stores } from '#server/db/schema/seller.ts';
import { uploads } from '#server/db/schema/upload.ts';
import { STATES_SELLERS_SEE } from '#shared/features/moderation/rights-notice.states.ts';

type Whose = { userId: number };

/** What took down something of theirs, and what they answered; neither who reported it nor in which words. */
export async function readTakedowns(db: DbOrTx, { userId }: Whose) {
  const { id, resourceId, reason, state, decidedAt, decisionReason } = rightsNotices;
  const { counterBody, counteredAt, closedAt, closeReason } = rightsNotices;
  return db
    .select({
      id,
      resourceId,
      title: resources.title,
      reason,
      state,
      decidedAt,
      decisionReason,
      counterBody,
      counteredAt,
      closedAt,
      closeReason,
    })
    .from(rightsNotices)
    .innerJoin(resources, eq(resources.id, resourceId))
    .where(and(eq(resources.sellerId, userId), inArray(state, [...STATES_SELLERS_SEE])))
    .orderBy(asc(id));
}

/** That they answered, and when, stays with the notice; the words go. */
export async function emptyCounterNotices(tx: Tx, { userId }: Whose): Promise<void> {
  const theirs = tx.select({ id: resources.id }).from(resources).where(eq(resources.sellerId, userId));
  await tx
    .update(rightsNotices)
    .set({ counterBody: '' })
    .where(and(inArray(rightsNotices.resourceId, theirs), sql`${rightsNotices.counterBody} is not null`));
}

/** What happened to what they sell, in the words that were written to them; who of the staff it was is not theirs. */
export async function readResourceEvents(db: DbOrTx, { userId }: Whose) {
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

export async function readResourceVersions(db: DbOrTx, { userId }: Whose) {
  const { resourceId, number, note, publishedAt } = resourceVersions;
  return db
    .select({ resourceId, title: resources.title, number, note, publishedAt })
    .from(resourceVersions)
    .innerJoin(resources, eq(resources.id, resourceId))
    .where(eq(resources.sellerId, userId))
    .orderBy(asc(resourceId), asc(number));
}

/** What they changed about things on sale and never published; nobody else has seen it. */
export async function readResourceDrafts(db: DbOrTx, { userId }: Whose) {
  const { resourceId, fields, isCoverChanged, discardedAt, updatedAt } = resourceDrafts;
  return db
    .select({ resourceId, title: resources.title, fields, isCoverChanged, discardedAt, updatedAt })
    .from(resourceDrafts)
    .innerJoin(resources, eq(resources.id, resourceId))
    .where(eq(resources.sellerId, userId))
    .orderBy(asc(resourceId));
}

export async function deleteResourceDrafts(tx: Tx, { userId }: Whose): Promise<void> {
  const theirs = tx.select({ id: resources.id }).from(resources).where(eq(resources.sellerId, userId));
  await tx.delete(resourceDrafts).where(inArray(resourceDrafts.resourceId, theirs));
}

/** Takes their own pictures off their shop and what is in it; answers where those lie. The drawn ones show again. */
export async function takePicturesOff(tx: Tx, { userId, now }: Whose & { now: Date }): Promise<string[]> {
  const { rows } = await tx.execute<{ key: string }>(sql`
    with mine as (
      select cover_key as key from ${resources} where seller_id = ${userId} and cover_key is not null
      union select banner_key from ${stores} where user_id = ${userId} and banner_key is not null
      union select d.cover_key from ${resourceDrafts} d join ${resources} r on r.id = d.resource_id
        where r.seller_id = ${userId} and d.cover_key is not null
    ), bare as (
      update ${resources} set cover_key = null, updated_at = ${now.toISOString()}
      where seller_id = ${userId} and cover_key is not null
    ), plain as (
      update ${stores} set banner_key = null where user_id = ${userId} and banner_key is not null
    )
    select key from mine`);
  return rows.map(({ key }) => key);
}

/** That they wrote notes, and when. The words are the school's, about somebody else. */
export async function readNotesWritten(db: DbOrTx, { userId }: Whose) {
  const { sellerId, createdAt } = storeNotes;
  return db
    .select({ sellerId, createdAt })
    .from(storeNotes)
    .where(eq(storeNotes.authorId, userId))
    .orderBy(asc(storeNotes.id));
}

/** What they wrote about others stays without their name; what others wrote about them goes. */
export async function forgetNotes(tx: Tx, { userId }: Whose): Promise<void> {
  await tx.delete(storeNotes).where(eq(storeNotes.sellerId, userId));
  await tx.update(storeNotes).set({ authorId: null }).where(eq(storeNotes.authorId, userId));
}

export async function readUploads(db: DbOrTx, { userId }: Whose) {
  const { name, purpose, bytes, state, refusedReason, contentType, createdAt } = uploads;
  return db
    .select({ name, purpose, bytes, state, refusedReason, contentType, createdAt })
    .from(uploads)
    .where(eq(uploads.userId, userId))
    .orderBy(asc(createdAt), asc(uploads.id));
}

/** Names go at once; the bytes nothing has taken over with the next round of the job that sweeps uploads. */
export async function abandonUploads(tx: Tx, { userId }: Whose): Promise<void> {
  await tx
    .update(uploads)
    .set({ name: 'file', touchedAt: new Date(0) })
    .where(eq(uploads.userId, userId));
}
