// A seller's own settings and tasks.
import type { AppContext } from '#server/context.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { cleanUpCoverJob, createDrawnCover } from '#server/features/cover/cover.service.ts';
import { attachUpload } from '#server/features/upload/upload.service.ts';
import { AppError } from '#shared/errors.ts';
import type { OwnSeller } from '#shared/features/seller/own-seller.contract.ts';
import type { SellerBody } from '#shared/features/seller/own-seller.schema.ts';
import { freeSlug, slugOf } from '#shared/features/seller/slug.rules.ts';
import { bannerUrlOf } from './seller.service.ts';
import {
  listSlugsLike,
  findOwnSeller,
  listWaitingRows,
  lockOwnSeller,
  updateSeller,
  type OwnSellerRow,
  isSeller,
  insertSeller,
} from './seller-own.queries.ts';
import type { Tx } from '#server/db/client.ts';
import { coverSubjectOf } from '#shared/features/cover/cover.rules.ts';

const WAITING_SHOWN = 20;

export function notASeller(): AppError {
  return new AppError('not_found', 'You’re not a seller yet. Apply to sell first.');
}

function toOwnSeller({ bannerKey, updatedAt, ...seller }: OwnSellerRow): OwnSeller {
  return { ...seller, bannerUrl: bannerKey && bannerUrlOf({ id: seller.id, updatedAt }) };
}

/** The previous banner is deleted once nothing shows it. */
export async function setOwnBanner(
  ctx: AppContext,
  viewer: Viewer,
  { uploadId }: { uploadId: string | null },
): Promise<OwnSeller> {
  const userId = viewer.id;
  const seller = await inTransaction(ctx.db, async (tx) => {
    const before = await lockOwnSeller(tx, { userId });
    if (!before) throw notASeller();
    const taken = uploadId === null ? null : await attachUpload(tx, { userId, uploadId, purpose: 'banner' });
    if (before.bannerKey) await ctx.jobs.send(tx, cleanUpCoverJob, { key: before.bannerKey });
    return updateSeller(tx, { userId, bannerKey: taken?.storageKey ?? null, updatedAt: ctx.clock.now() });
  });
  if (!seller) throw notASeller();
  return toOwnSeller(seller);
}

export async function getOwnSeller(ctx: AppContext, viewer: Viewer): Promise<OwnSeller> {
  const seller = await findOwnSeller(ctx.db, { userId: viewer.id });
  if (!seller) throw notASeller();
  return toOwnSeller(seller);
}

export async function updateOwnSeller(ctx: AppContext, viewer: Viewer, body: SellerBody): Promise<OwnSeller> {
  try {
    const seller = await updateSeller(ctx.db, { userId: viewer.id, ...body, updatedAt: ctx.clock.now() });
    if (!seller) throw notASeller();
    return toOwnSeller(seller);
  } catch (error) {
    if (violatedConstraint(error) !== 'sellers_slug') throw error;
    const free = freeSlug(body.slug, await listSlugsLike(ctx.db, { slug: body.slug }));
    const message = `Another seller uses the short name “${body.slug}”. “${free}” is free.`;
    throw new AppError('conflict', message, [{ path: 'slug', message }]);
  }
}

export async function listOwnTasks(ctx: AppContext, viewer: Viewer) {
  await getOwnSeller(ctx, viewer);
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
export async function createSeller(
  ctx: AppContext,
  tx: Tx,
  { userId, name }: { userId: number; name: string },
): Promise<void> {
  const preferred = slugOf(name);
  const now = ctx.clock.now();
  while (!(await isSeller(tx, { userId }))) {
    const slug = freeSlug(preferred, await listSlugsLike(tx, { slug: preferred }));
    if (await insertSeller(tx, { userId, name, slug, createdAt: now, updatedAt: now })) {
      await createDrawnCover(tx, { subject: coverSubjectOf.seller(userId), style: 'Other' });
    }
  }
}
