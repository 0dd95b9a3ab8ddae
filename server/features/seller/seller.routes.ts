// Binds the shop windows of sellers, and following them.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  findSellerBySlug,
  followSeller,
  getMySeller,
  getSeller,
  listSellers,
  unfollowSeller,
} from '#shared/features/seller/seller.contract.ts';
import {
  follow,
  getMyStandingWithSeller,
  getSellerNumber,
  getShopWindow,
  listSellerPage,
  unfollow,
} from './seller.service.ts';

export function registerSellerRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listSellers, ({ query }) => listSellerPage(ctx, query));
  bindContract(app, ctx, getSeller, ({ params }) => getShopWindow(ctx, params.id));
  bindContract(app, ctx, findSellerBySlug, ({ params }) => getSellerNumber(ctx, params.slug));
  bindContract(app, ctx, getMySeller, ({ viewer, params }) =>
    getMyStandingWithSeller(ctx, viewer, params.id),
  );
  bindContract(app, ctx, followSeller, ({ viewer, params }) => follow(ctx, viewer, params.id));
  bindContract(app, ctx, unfollowSeller, ({ viewer, params }) => unfollow(ctx, viewer, params.id));
}
