// Binds the wish list.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import { addWish, listWishes, removeWish } from '#shared/features/wishlist/wishlist.contract.ts';
import { getWishlist, unwish, wishFor } from './wishlist.service.ts';

export function registerWishlistRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listWishes, ({ viewer }) => getWishlist(ctx, viewer));
  bindContract(app, ctx, addWish, ({ viewer, params }) => wishFor(ctx, viewer, params));
  bindContract(app, ctx, removeWish, ({ viewer, params }) => unwish(ctx, viewer, params));
}
