// A seller's own shop: what it says of itself, and what waits for its keeper.
import type { AppContext } from '#server/context.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { cleanUpCoverJob } from '#server/features/cover/cover.service.ts';
import { attachUpload } from '#server/features/upload/upload.service.ts';
import { AppError } from '#shared/errors.ts';
import type { OwnStore } from '#shared/features/seller/own-store.contract.ts';
import type { StoreBody } from '#shared/features/seller/own-store.schema.ts';
import { freeSlug } from '#shared/features/seller/slug.rules.ts';
import { bannerUrlOf } from './seller-banner.ts';
import { listSlugsLike } from './seller-opening.queries.ts';
import {
  findOwnStore,
  listWaitingRows,
  lockOwnStore,
  updateStore,
  type OwnStoreRow,
} from './seller-own.queries.ts';

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
