// Public seller pages, and following them.
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { inStyleOrder } from '#server/features/style/style.service.ts';
import { listLiveBadges, listLiveBadgesOf } from '#server/features/certificate/live-badge.service.ts';
import { badgesOf } from './seller-badges.ts';
import {
  countSellers,
  deleteFollow,
  findFollowing,
  findSeller,
  findSellerId,
  insertFollow,
  listOpenSellers,
  listSellerRows,
} from './seller.queries.ts';
import { coverSubjectOf, coverUrl } from '#shared/features/cover/cover.rules.ts';

function noSuchSeller(): AppError {
  return new AppError('not_found', 'This seller isn’t available. The store may have closed.');
}

type SellerFilter = { certifiedIn?: number | undefined };

export async function listSellers(ctx: AppContext, { page, ...asked }: SellerFilter & { page: number }) {
  const filter = { ...asked, now: ctx.clock.now() };
  const [total, rows] = await Promise.all([
    countSellers(ctx.db, filter),
    listSellerRows(ctx.db, { ...filter, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  const ids = rows.map(({ id }) => id);
  const badges = await listLiveBadges(ctx, ids);
  const items = rows.map((row) => ({ ...row, certifications: badges.get(row.id) ?? [] }));
  return { items, total, page, pageSize: PAGE_SIZE };
}

export async function getSeller(ctx: AppContext, id: number) {
  const seller = await findSeller(ctx.db, { id });
  if (!seller) throw noSuchSeller();
  const { createdAt, ratingSum: _sum, roles: _roles, danceStyles, bannerKey, updatedAt, ...shown } = seller;
  return {
    ...shown,
    bannerUrl: bannerKey && bannerUrlOf({ id, updatedAt }),
    danceStyles: await inStyleOrder(ctx, danceStyles),
    badges: badgesOf(seller, ctx.clock.now()),
    certifications: await listLiveBadgesOf(ctx, id),
    since: createdAt.toISOString(),
  };
}

/** The id is the canonical address: a slug may change and later belong to someone else. */
export async function findSellerBySlug(ctx: AppContext, slug: string): Promise<{ id: number }> {
  const id = await findSellerId(ctx.db, { slug });
  if (id === null) throw noSuchSeller();
  return { id };
}

export async function getSellerFollow(ctx: AppContext, viewer: Viewer, id: number) {
  const found = await findFollowing(ctx.db, { sellerId: id, userId: viewer.id });
  if (!found) throw noSuchSeller();
  return { isMine: viewer.id === id, ...found };
}

export async function followSeller(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  const { isMine } = await getSellerFollow(ctx, viewer, id);
  if (isMine) throw new AppError('conflict', 'You can’t follow your own store.');
  await insertFollow(ctx.db, { sellerId: id, userId: viewer.id, createdAt: ctx.clock.now() });
}

/** Works for suspended sellers too. */
export async function unfollowSeller(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  await deleteFollow(ctx.db, { sellerId: id, userId: viewer.id });
}

/** For the sitemap. */
export function listSellersOnSale(ctx: AppContext, { limit }: { limit: number }) {
  return listOpenSellers(ctx.db, { limit });
}

const WIDTH = 1280;

/** The timestamp keeps browsers from showing the previous picture. */
export function bannerUrlOf({ id, updatedAt }: { id: number; updatedAt: Date }): string {
  return `${coverUrl(coverSubjectOf.seller(id), 'band', WIDTH)}?t=${updatedAt.getTime()}`;
}
