// Binds the keeping of coupons: all of them by staff, their own by sellers.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import {
  createCoupon,
  createOwnCoupon,
  listCoupons,
  listCouponThings,
  listOwnCoupons,
  listOwnCouponThings,
  switchCoupon,
  switchOwnCoupon,
  updateCoupon,
  updateOwnCoupon,
} from '#shared/features/coupon/coupon-desk.contract.ts';
import {
  addCoupon,
  changeCoupon,
  listForDesk,
  offerThings,
  turnCoupon,
  type CouponDesk,
} from './coupon-desk.service.ts';

const staff = (viewer: Viewer): CouponDesk => ({ viewer, as: 'staff' });
const seller = (viewer: Viewer): CouponDesk => ({ viewer, as: 'seller' });

export function registerCouponDeskRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, listCoupons, ({ viewer, query }) => listForDesk(ctx, staff(viewer), query));
  bindContract(app, ctx, listOwnCoupons, ({ viewer, query }) => listForDesk(ctx, seller(viewer), query));
  bindContract(app, ctx, createCoupon, ({ viewer, body }) => addCoupon(ctx, staff(viewer), body));
  bindContract(app, ctx, createOwnCoupon, ({ viewer, body }) => addCoupon(ctx, seller(viewer), body));
  bindContract(app, ctx, updateCoupon, ({ viewer, params, body }) =>
    changeCoupon(ctx, staff(viewer), params.id, body),
  );
  bindContract(app, ctx, updateOwnCoupon, ({ viewer, params, body }) =>
    changeCoupon(ctx, seller(viewer), params.id, body),
  );
  bindContract(app, ctx, switchCoupon, ({ viewer, params, body }) =>
    turnCoupon(ctx, staff(viewer), params.id, body.isActive),
  );
  bindContract(app, ctx, switchOwnCoupon, ({ viewer, params, body }) =>
    turnCoupon(ctx, seller(viewer), params.id, body.isActive),
  );
  bindContract(app, ctx, listCouponThings, ({ viewer, query }) => offerThings(ctx, staff(viewer), query));
  bindContract(app, ctx, listOwnCouponThings, ({ viewer, query }) => offerThings(ctx, seller(viewer), query));
}
