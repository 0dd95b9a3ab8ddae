// A seller's own shop: what it says of itself, and what waits for its keeper.
import type { AppContext } from '#server/context.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { cleanUpCoverJob, createDrawnCover } from '#server/features/cover/cover.service.ts';
import { attachUpload } from '#server/features/upload/upload.service.ts';
import { AppError } from '#shared/errors.ts';
import type { OwnStore } from '#shared/features/seller/own-store.contract.ts';
import type { StoreBody } from '#shared/features/seller/own-store.schema.ts';
import { freeSlug, slugOf } from '#shared/features/seller/slug.rules.ts';
import { bannerUrlOf } from './seller.service.ts';
import {
  listSlugsLike,
  findOwnStore,
  listWaitingRows,
  lockOwnStore,
  updateStore,
  type OwnStoreRow,
  hasShop,
  insertShop,
} from './seller-own.queries.ts';
import type { Tx } from '#server/db/client.ts';
import { coverSubjectOf } from '#shared/features/cover/cover.rules.ts';

const WAITING_SHOWN = 20;

export function noShop(): AppError {
  return new AppError(
    'not_found',
    'You have no shop yet. Apply to sell, and it opens when you are approved.',
  );
}

function toOwnStore({ bannerKey, updatedAt, ...store }: OwnStoreRow): OwnStore {
  return { ...store, bannerUrl: bannerKey && bannerUrlOf({ id: store.id, updatedAt }) };
}

/** The picture of before goes once nothing shows it. */
export async function setOwnBanner(
  ctx: AppContext,
  viewer: Viewer,
  { uploadId }: { uploadId: string | null },
): Promise<OwnStore> {
  const userId = viewer.id;
  const store = await inTransaction(ctx.db, async (tx) => {
    const before = await lockOwnStore(tx, { userId });
    if (!before) throw noShop();
    const taken = uploadId === null ? null : await attachUpload(tx, { userId, uploadId, purpose: 'banner' });
    if (before.bannerKey) await ctx.jobs.send(tx, cleanUpCoverJob, { key: before.bannerKey });
    return updateStore(tx, { userId, bannerKey: taken?.storageKey ?? null, updatedAt: ctx.clock.now() });
  });
  if (!store) throw noShop();
  return toOwnStore(store);
}

export async function getOwnStore(ctx: AppContext, viewer: Viewer): Promise<OwnStore> {
  const store = await findOwnStore(ctx.db, { userId: viewer.id });
  if (!store) throw noShop();
  return toOwnStore(store);
}

export async function updateOwnStore(ctx: AppContext, viewer: Viewer, body: StoreBody): Promise<OwnStore> {
  try {
    const store = await updateStore(ctx.db, { userId: viewer.id, ...body, updatedAt: ctx.clock.now() });
    if (!store) throw noShop();
    return toOwnStore(store);
  } catch (error) {
    if (violatedConstraint(error) !== 'stores_slug') throw error;
    const free = freeSlug(body.slug, await listSlugsLike(ctx.db, { slug: body.slug }));
    const message = `Another shop has the short name “${body.slug}”. “${free}” is free.`;
    throw new AppError('conflict', message, [{ path: 'slug', message }]);
  }
}

export async function listOwnWaiting(ctx: AppContext, viewer: Viewer) {
  await getOwnStore(ctx, viewer);
  const { rows, total } = await listWaitingRows(ctx.db, {
    userId: viewer.id,
    now: ctx.clock.now(),
    limit: WAITING_SHOWN,
  });
  const items = rows.map(({ at, dueAt, ...row }) => ({
    ...row,
    at: at.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
  }));
  return { items, total };
}

/** Leaves an existing seller as is. If the name is taken, the slug gets a number. */
export async function openShop(
  ctx: AppContext,
  tx: Tx,
  { userId, name }: { userId: number; name: string },
): Promise<void> {
  const wanted = slugOf(name);
  const now = ctx.clock.now();
  while (!(await hasShop(tx, { userId }))) {
    const slug = freeSlug(wanted, await listSlugsLike(tx, { slug: wanted }));
    if (await insertShop(tx, { userId, name, slug, createdAt: now, updatedAt: now })) {
      await createDrawnCover(tx, { subject: coverSubjectOf.seller(userId), style: 'Other' });
    }
  }
}
