// Binds what officers do with sellers.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  addSellerNote,
  deleteSellerNote,
  getSellerForStaff,
  listSellersForStaff,
  restoreSeller,
  suspendSeller,
} from '#shared/features/seller/seller-staff.contract.ts';
import {
  addNote,
  getSellerOfSchool,
  listSellersOfSchool,
  removeNote,
  restoreShop,
  suspendShop,
} from './seller-staff.service.ts';

export function registerSellerStaffRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listSellersForStaff, ({ viewer, query }) => listSellersOfSchool(ctx, viewer, query));
  bindContract(app, ctx, getSellerForStaff, ({ viewer, params }) => getSellerOfSchool(ctx, viewer, params));
  bindContract(app, ctx, suspendSeller, ({ viewer, params, body }) =>
    suspendShop(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, restoreSeller, ({ viewer, params }) => restoreShop(ctx, viewer, params.id));
  bindContract(app, ctx, addSellerNote, ({ viewer, params, body }) =>
    addNote(ctx, viewer, { ...params, ...body }),
  );
  bindContract(app, ctx, deleteSellerNote, ({ viewer, params }) => removeNote(ctx, viewer, params));
}
