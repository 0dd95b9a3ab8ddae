// Binds the shop windows of sellers, and following them.
import * as contract from '#shared/features/seller/seller.contract.ts';
import * as ownStoreContract from '#shared/features/seller/own-store.contract.ts';
import * as sellerStaffContract from '#shared/features/seller/seller-staff.contract.ts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  followSeller,
  getMySeller,
  findSellerBySlug,
  getSeller,
  listSellers,
  unfollowSeller,
} from './seller.service.ts';
import { exportOwnNumbers, getOwnNumbers } from './seller-numbers.service.ts';
import { setOwnBanner, updateOwnStore, getOwnStore, listOwnWaiting } from './seller-own.service.ts';
import {
  addSellerNote,
  getSellerForStaff,
  listSellersForStaff,
  deleteSellerNote,
  restoreSeller,
  suspendSeller,
} from './seller-staff.service.ts';

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

export function registerOwnStoreRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, ownStoreContract.getOwnStore, ({ viewer }) => getOwnStore(ctx, viewer));
  bindContract(app, ctx, ownStoreContract.updateOwnStore, ({ viewer, body }) =>
    updateOwnStore(ctx, viewer, body),
  );
  bindContract(app, ctx, ownStoreContract.setOwnBanner, ({ viewer, body }) =>
    setOwnBanner(ctx, viewer, body),
  );
  bindContract(app, ctx, ownStoreContract.listOwnWaiting, ({ viewer }) => listOwnWaiting(ctx, viewer));
  bindContract(app, ctx, ownStoreContract.getOwnNumbers, ({ viewer, query }) =>
    getOwnNumbers(ctx, viewer, query),
  );
  bindContract(app, ctx, ownStoreContract.exportOwnNumbers, ({ viewer, query }) =>
    exportOwnNumbers(ctx, viewer, query),
  );
}

export function registerSellerStaffRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, sellerStaffContract.listSellersForStaff, ({ viewer, query }) =>
    listSellersForStaff(ctx, viewer, query),
  );
  bindContract(app, ctx, sellerStaffContract.getSellerForStaff, ({ viewer, params }) =>
    getSellerForStaff(ctx, viewer, params),
  );
  bindContract(app, ctx, sellerStaffContract.suspendSeller, ({ viewer, params, body }) =>
    suspendSeller(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, sellerStaffContract.restoreSeller, ({ viewer, params }) =>
    restoreSeller(ctx, viewer, params.id),
  );
  bindContract(app, ctx, sellerStaffContract.addSellerNote, ({ viewer, params, body }) =>
    addSellerNote(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, sellerStaffContract.deleteSellerNote, ({ viewer, params }) =>
    deleteSellerNote(ctx, viewer, params),
  );
}
