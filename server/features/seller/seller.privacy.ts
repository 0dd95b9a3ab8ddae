// Personal data of sellers: their public page, followers, and staff notes about them.
import { asc, eq, or, sql } from '#server/db/drizzle.ts';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { resources } from '#server/db/schema/resource.ts';
import { sellerFollows, sellerNotes, sellers } from '#server/db/schema/seller.ts';
import { cleanUpCoverJob } from '#server/features/cover/cover.service.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

export const sellerPersonalData: PersonalData = {
  tables: [sellers, sellerFollows, sellerNotes],
  collect: { shop: collectSeller, sellersFollowed: collectFollows, notesAboutSellers: collectNotesWritten },
  async erase(ctx, tx, { userId, now }) {
    await closeSeller(ctx, tx, { userId, now });
    await tx
      .delete(sellerFollows)
      .where(or(eq(sellerFollows.userId, userId), eq(sellerFollows.sellerId, userId)));
    // Notes about them go; notes they wrote about other sellers stay, without their name.
    await tx.delete(sellerNotes).where(eq(sellerNotes.sellerId, userId));
    await tx.update(sellerNotes).set({ authorId: null }).where(eq(sellerNotes.authorId, userId));
  },
};

/**
 * A suspended seller has nothing on sale (a trigger enforces it). The resources stay for the users who have them. The
 * random slug is one nobody can have claimed.
 */
async function closeSeller(
  ctx: AppContext,
  tx: Tx,
  { userId, now }: { userId: number; now: Date },
): Promise<void> {
  const [seller] = await tx
    .select({ bannerKey: sellers.bannerKey })
    .from(sellers)
    .where(eq(sellers.userId, userId));
  await tx
    .update(sellers)
    .set({
      name: 'Former seller',
      slug: sql`'former-' || ${sellers.userId} || '-' || left(gen_random_uuid()::text, 8)`,
      tagline: '',
      about: '',
      policies: '',
      vacationNote: '',
      bannerKey: null,
      state: 'suspended',
      suspendedReason: null,
      updatedAt: now,
    })
    .where(eq(sellers.userId, userId));
  if (seller?.bannerKey) await ctx.jobs.send(tx, cleanUpCoverJob, { key: seller.bannerKey });
}

/** What other users bought and wrote there belongs to them. */
async function collectSeller(db: DbOrTx, { userId }: DataSubject) {
  const { name, slug, tagline, about, policies, vacationNote, state, suspendedReason, createdAt } = sellers;
  const [seller] = await db
    .select({ name, slug, tagline, about, policies, vacationNote, state, suspendedReason, createdAt })
    .from(sellers)
    .where(eq(sellers.userId, userId));
  if (!seller) return null;
  const items = await db
    .select({
      id: resources.id,
      title: resources.title,
      description: resources.description,
      tags: resources.tags,
      priceCents: resources.priceCents,
      currency: resources.currency,
      state: resources.state,
      stateReason: resources.stateReason,
      salesCount: resources.salesCount,
      downloadCount: resources.downloadCount,
      createdAt: resources.createdAt,
    })
    .from(resources)
    .where(eq(resources.sellerId, userId))
    .orderBy(asc(resources.id));
  return { ...seller, items };
}

async function collectFollows(db: DbOrTx, { userId }: DataSubject) {
  return db
    .select({ sellerId: sellerFollows.sellerId, shop: sellers.name, createdAt: sellerFollows.createdAt })
    .from(sellerFollows)
    .innerJoin(sellers, eq(sellers.userId, sellerFollows.sellerId))
    .where(eq(sellerFollows.userId, userId))
    .orderBy(asc(sellerFollows.createdAt), asc(sellerFollows.sellerId));
}

/** That they wrote notes, and when. The text belongs to the platform and is about someone else. */
async function collectNotesWritten(db: DbOrTx, { userId }: DataSubject) {
  const { sellerId, createdAt } = sellerNotes;
  return db
    .select({ sellerId, createdAt })
    .from(sellerNotes)
    .where(eq(sellerNotes.authorId, userId))
    .orderBy(asc(sellerNotes.id));
}
