// Samples of what sellers have, for the access table: `own` is sold by the caller, or bought by them where that counts.
import { randomUUID } from 'node:crypto';
import { resourceDrafts } from '#server/db/schema/authoring.ts';
import { resourceFiles } from '#server/db/schema/resource.ts';
import { createBundle, createCoupon, createEntitlement, createResource } from '#server/seed/factories.ts';
import { aCategoryId, arrivedUpload, DESCRIPTION } from '../server/author-tools.ts';
import type { TestContext } from '../server/test-database.ts';
import { asSeller, idOf, sellerFor, strangerOf } from './sample-tools.ts';
import type { Caller, MakeObject, Objects } from './sample-types.ts';

type ResourceValues = NonNullable<Parameters<typeof createResource>[1]>;

/** Complete but for its files, so that it can be submitted and published. */
const resourceOf = async (ctx: TestContext, owner: Caller, values: ResourceValues = {}): Promise<number> => {
  const sellerId = await asSeller(ctx, owner);
  const categoryId = await aCategoryId(ctx);
  return (await createResource(ctx.db, { sellerId, description: DESCRIPTION, categoryId, ...values })).id;
};

/** Nothing is in storage: what it contains does not matter. */
async function addFile(ctx: TestContext, resourceId: number): Promise<number> {
  const file = { name: 'plan.txt', label: 'Plan', contentType: 'text/plain', bytes: 10, sha256: 'none' };
  const [row] = await ctx.db
    .insert(resourceFiles)
    .values({ ...file, resourceId, position: 0, storageKey: `test/${randomUUID()}` })
    .returning({ id: resourceFiles.id });
  return row?.id ?? 0;
}

/** On sale for nothing. */
const aResource: MakeObject = (ctx, owner) => resourceOf(ctx, owner, { priceCents: 0 });

/** Only its seller and staff see it. */
const aDraft: MakeObject = (ctx, owner) => resourceOf(ctx, owner, { state: 'draft' });

const aFinishedDraft: MakeObject = async (ctx, owner) => {
  const id = await resourceOf(ctx, owner, { state: 'draft' });
  await addFile(ctx, id);
  return id;
};

const withFile = async (ctx: Parameters<MakeObject>[0], id: number) => {
  await addFile(ctx, id);
  return id;
};

const aSubmitted: MakeObject = async (ctx, owner) =>
  withFile(ctx, await resourceOf(ctx, owner, { state: 'in_review', submittedAt: ctx.clock.now() }));

const anArchived: MakeObject = async (ctx, owner) =>
  withFile(ctx, await resourceOf(ctx, owner, { state: 'archived' }));

const aFile: MakeObject = async (ctx, owner) => {
  const id = await resourceOf(ctx, owner, { state: 'draft' });
  return { params: { id, fileId: await addFile(ctx, id) } };
};

const aDraftAndUpload: MakeObject = async (ctx, owner, caller) => {
  const { id: uploadId } = await arrivedUpload(ctx, caller.id);
  return { params: { id: await resourceOf(ctx, owner, { state: 'draft' }) }, body: { uploadId } };
};

/** On sale, with another title that is not published yet, or that was discarded. */
const withChanges =
  (isDiscarded: boolean): MakeObject =>
  async (ctx, owner) => {
    const id = await resourceOf(ctx, owner);
    await addFile(ctx, id);
    const now = ctx.clock.now();
    const [draft] = await ctx.db
      .insert(resourceDrafts)
      .values({
        resourceId: id,
        fields: { title: 'Eleven warm-ups' },
        discardedAt: isDiscarded ? now : null,
        updatedAt: now,
      })
      .returning({ revision: resourceDrafts.revision });
    return { params: { id }, body: { revision: draft?.revision } };
  };

/** Somebody else's; the owner has it, so they may review it. */
const aResourceBought: MakeObject = async (ctx, { id: userId }) => {
  const { id } = await createResource(ctx.db);
  await createEntitlement(ctx.db, { userId, itemType: 'resource', itemId: id });
  return id;
};

const aSeller: MakeObject = asSeller;

const aSellerSlug: MakeObject = async (ctx, owner) => {
  await asSeller(ctx, owner);
  return owner.username;
};

const aSuspendedSeller: MakeObject = async (ctx, owner) => {
  const id = await asSeller(ctx, owner);
  await ctx.pool.query(
    `update sellers set state = 'suspended', suspended_reason = 'Copied pages' where user_id = $1`,
    [id],
  );
  return id;
};

/** Written by the caller, who can only delete their own. */
const aSellerNote: MakeObject = async (ctx, owner, caller) => {
  const id = await asSeller(ctx, owner);
  const noteId = await idOf(
    ctx,
    `insert into seller_notes (seller_id, author_id, body, created_at) values ($1, $2, 'Answers late.', now()) returning id`,
    [id, caller.id],
  );
  return { params: { id, noteId } };
};

const aSellerHeld: MakeObject = async (ctx, owner) => {
  const id = await asSeller(ctx, owner);
  await ctx.pool.query('insert into payout_holds (user_id, reason, held_at) values ($1, $2, now())', [
    id,
    'A question about a sale',
  ]);
  return id;
};

/** What a bundle at 18.00 can hold: 24.00, sold by this seller. */
async function twoThings(ctx: TestContext, sellerId: number) {
  const items = [];
  for (let at = 0; at < 2; at++) {
    items.push({ itemType: 'resource' as const, itemId: (await createResource(ctx.db, { sellerId })).id });
  }
  return items;
}

/** On sale, by the owner. */
const aBundle: MakeObject = async (ctx, owner) =>
  (await createBundle(ctx.db, { sellerId: await asSeller(ctx, owner) })).id;

const DRAFT = { state: 'draft', publishedAt: null } as const;

const aDraftBundle: MakeObject = async (ctx, owner) =>
  (await createBundle(ctx.db, { sellerId: await asSeller(ctx, owner), ...DRAFT })).id;

const aBundleToChange: MakeObject = async (ctx, owner) => {
  const { id, items } = await createBundle(ctx.db, { sellerId: await asSeller(ctx, owner), ...DRAFT });
  return { params: { id }, body: { items } };
};

const aHouseBundle: MakeObject = async (ctx) => {
  const { id, items } = await createBundle(ctx.db, DRAFT);
  return { params: { id }, body: { items } };
};

const aHouseBundleOnSale: MakeObject = async (ctx) => (await createBundle(ctx.db)).id;

const thingsToBundle: MakeObject = async (ctx, owner) => ({
  body: { items: await twoThings(ctx, await sellerFor(ctx, owner)) },
});

const couponCode = () => `A${randomUUID().slice(0, 12)}`;

const aCoupon: MakeObject = async (ctx) => (await createCoupon(ctx.db, { code: couponCode() })).id;

const anOwnCoupon: MakeObject = async (ctx, owner) =>
  (await createCoupon(ctx.db, { code: couponCode(), sellerId: await asSeller(ctx, owner) })).id;

/** Of the caller, if they sell. */
const aFollower: MakeObject = async (ctx, owner) => {
  const sellerId = await sellerFor(ctx, owner);
  const follower = await strangerOf(ctx);
  await ctx.pool.query('insert into seller_follows (user_id, seller_id, created_at) values ($1, $2, now())', [
    follower.id,
    sellerId,
  ]);
  return {};
};

export const SELLING_OBJECTS: Objects = [
  ['/api/resources/seller/', aSeller],
  ['DELETE /api/resources/:id', aDraft],
  ['POST /api/resources/:id/files', aDraftAndUpload],
  ['/api/resources/:id/files/', aFile],
  ['POST /api/resources/:id/submit', aFinishedDraft],
  ['POST /api/resources/:id/withdraw', aSubmitted],
  ['POST /api/resources/:id/restore', anArchived],
  ['POST /api/resources/:id/changes/publish', withChanges(false)],
  ['POST /api/resources/:id/changes/restore', withChanges(true)],
  ['POST /api/resources/:id/reviews', aResourceBought],
  ['POST /api/curriculum/:id/reviews', aResourceBought],
  ['/api/resources/', aResource],
  ['/api/my/resources/', aResource],
  ['/api/wishlist/', aResource],
  ['/api/curriculum/', aDraft],
  ['/api/moderation/resources/', aSubmitted],
  ['/api/sellers/by-slug/', aSellerSlug],
  ['/api/sellers/', aSeller],
  ['POST /api/admin/sellers/:id/restore', aSuspendedSeller],
  ['POST /api/admin/sellers/:id/payout-release', aSellerHeld],
  ['DELETE /api/admin/sellers/:id/notes/:noteId', aSellerNote],
  ['/api/admin/sellers/', aSeller],
  ['/api/bundles/', aBundle],
  ['POST /api/my/bundles', thingsToBundle],
  ['PUT /api/my/bundles/:id', aBundleToChange],
  ['POST /api/my/bundles/:id/archive', aBundle],
  ['/api/my/bundles/', aDraftBundle],
  ['POST /api/admin/bundles', thingsToBundle],
  ['POST /api/admin/bundles/:id/archive', aHouseBundleOnSale],
  ['/api/admin/bundles/', aHouseBundle],
  ['/api/admin/coupons/', aCoupon],
  ['/api/seller/coupons/', anOwnCoupon],
  ['POST /api/announcements', aFollower],
];
