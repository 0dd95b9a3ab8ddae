// Binds the keeping of coupons: all of them by staff, their own by sellers.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/coupon/coupon-desk.contract.ts';
import * as service from './coupon-desk.service.ts';

export function registerCouponDeskRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindContract(app, ctx, contract.listCoupons, ({ viewer, query }) =>
    service.listCoupons(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.listOwnCoupons, ({ viewer, query }) =>
    service.listOwnCoupons(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.createCoupon, ({ viewer, body }) =>
    service.createCoupon(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.createOwnCoupon, ({ viewer, body }) =>
    service.createOwnCoupon(ctx, viewer, body),
  );
  bindContract(app, ctx, contract.updateCoupon, ({ viewer, params, body }) =>
    service.updateCoupon(ctx, viewer, params.id, body),
  );
  bindContract(app, ctx, contract.updateOwnCoupon, ({ viewer, params, body }) =>
    service.updateOwnCoupon(ctx, viewer, params.id, body),
  );
  bindContract(app, ctx, contract.switchCoupon, ({ viewer, params, body }) =>
    service.switchCoupon(ctx, viewer, params.id, body.isActive),
  );
  bindContract(app, ctx, contract.switchOwnCoupon, ({ viewer, params, body }) =>
    service.switchOwnCoupon(ctx, viewer, params.id, body.isActive),
  );
  bindContract(app, ctx, contract.listCouponThings, ({ viewer, query }) =>
    service.listCouponThings(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.listOwnCouponThings, ({ viewer, query }) =>
    service.listOwnCouponThings(ctx, viewer, query),
  );
}
