// Binds what officers do with sellers.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/seller/seller-staff.contract.ts';
import {
  addSellerNote,
  getSellerForStaff,
  listSellersForStaff,
  deleteSellerNote,
  restoreSeller,
  suspendSeller,
} from './seller-staff.service.ts';

export function registerSellerStaffRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listSellersForStaff, ({ viewer, query }) =>
    listSellersForStaff(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.getSellerForStaff, ({ viewer, params }) =>
    getSellerForStaff(ctx, viewer, params),
  );
  bindContract(app, ctx, contract.suspendSeller, ({ viewer, params, body }) =>
    suspendSeller(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.restoreSeller, ({ viewer, params }) =>
    restoreSeller(ctx, viewer, params.id),
  );
  bindContract(app, ctx, contract.addSellerNote, ({ viewer, params, body }) =>
    addSellerNote(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, contract.deleteSellerNote, ({ viewer, params }) =>
    deleteSellerNote(ctx, viewer, params),
  );
}
