// Endpoints for public seller pages, following, sellers' own settings, and staff.
import * as contract from '#shared/features/seller/seller.contract.ts';
import * as ownSellerContract from '#shared/features/seller/own-seller.contract.ts';
import * as sellerStaffContract from '#shared/features/seller/seller-staff.contract.ts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  followSeller,
  getSellerFollow,
  findSellerBySlug,
  getSeller,
  listSellers,
  unfollowSeller,
} from './seller.service.ts';
import { exportOwnStats, getOwnStats } from './seller-stats.service.ts';
import { setOwnBanner, updateOwnSeller, getOwnSeller, listOwnTasks } from './seller-own.service.ts';
import {
  createSellerNote,
  getStaffSeller,
  listStaffSellers,
  deleteSellerNote,
  restoreSeller,
  suspendSeller,
} from './seller-staff.service.ts';

export function registerSellerRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listSellers, ({ query }) => listSellers(ctx, query));
  bindContract(app, ctx, contract.getSeller, ({ params }) => getSeller(ctx, params.id));
  bindContract(app, ctx, contract.findSellerBySlug, ({ params }) => findSellerBySlug(ctx, params.slug));
  bindContract(app, ctx, contract.getSellerFollow, ({ viewer, params }) =>
    getSellerFollow(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.followSeller, ({ viewer, params }) => followSeller(ctx, viewer, params.id));
  bindContract(app, ctx, contract.unfollowSeller, ({ viewer, params }) =>
    unfollowSeller(ctx, viewer, params.id),
  );
}

export function registerOwnSellerRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, ownSellerContract.getOwnSeller, ({ viewer }) => getOwnSeller(ctx, viewer));
  bindContract(app, ctx, ownSellerContract.updateOwnSeller, ({ viewer, body }) =>
    updateOwnSeller(ctx, viewer, body),
  );
  bindContract(app, ctx, ownSellerContract.setOwnBanner, ({ viewer, body }) =>
    setOwnBanner(ctx, viewer, body),
  );
  bindContract(app, ctx, ownSellerContract.listOwnTasks, ({ viewer }) => listOwnTasks(ctx, viewer));
  bindContract(app, ctx, ownSellerContract.getOwnStats, ({ viewer, query }) =>
    getOwnStats(ctx, viewer, query),
  );
  bindContract(app, ctx, ownSellerContract.exportOwnStats, ({ viewer, query }) =>
    exportOwnStats(ctx, viewer, query),
  );
}

export function registerSellerStaffRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, sellerStaffContract.listStaffSellers, ({ viewer, query }) =>
    listStaffSellers(ctx, viewer, query),
  );
  bindContract(app, ctx, sellerStaffContract.getStaffSeller, ({ viewer, params }) =>
    getStaffSeller(ctx, viewer, params),
  );
  bindContract(app, ctx, sellerStaffContract.suspendSeller, ({ viewer, params, body }) =>
    suspendSeller(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, sellerStaffContract.restoreSeller, ({ viewer, params }) =>
    restoreSeller(ctx, viewer, params.id),
  );
  bindContract(app, ctx, sellerStaffContract.createSellerNote, ({ viewer, params, body }) =>
    createSellerNote(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, sellerStaffContract.deleteSellerNote, ({ viewer, params }) =>
    deleteSellerNote(ctx, viewer, params),
  );
}
