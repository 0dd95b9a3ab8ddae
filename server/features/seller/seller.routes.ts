// Binds the shop windows of sellers, and following them.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/seller/seller.contract.ts';
import {
  followSeller,
  getMySeller,
  findSellerBySlug,
  getSeller,
  listSellers,
  unfollowSeller,
} from './seller.service.ts';

export function registerSellerRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listSellers, ({ query }) => listSellers(ctx, query));
  bindContract(app, ctx, contract.getSeller, ({ params }) => getSeller(ctx, params.id));
  bindContract(app, ctx, contract.findSellerBySlug, ({ params }) => findSellerBySlug(ctx, params.slug));
  bindContract(app, ctx, contract.getMySeller, ({ viewer, params }) => getMySeller(ctx, viewer, params.id));
  bindContract(app, ctx, contract.followSeller, ({ viewer, params }) => followSeller(ctx, viewer, params.id));
  bindContract(app, ctx, contract.unfollowSeller, ({ viewer, params }) =>
    unfollowSeller(ctx, viewer, params.id),
  );
}
