// Binds the wishlist.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/wishlist/wishlist.contract.ts';
import { listWishlistItems, removeWishlistItem, addWishlistItem } from './wishlist.service.ts';

export function registerWishlistRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listWishlistItems, ({ viewer }) => listWishlistItems(ctx, viewer));
  bindContract(app, ctx, contract.addWishlistItem, ({ viewer, params }) =>
    addWishlistItem(ctx, viewer, params),
  );
  bindContract(app, ctx, contract.removeWishlistItem, ({ viewer, params }) =>
    removeWishlistItem(ctx, viewer, params),
  );
}
