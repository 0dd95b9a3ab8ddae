// Endpoints for managing coupons: staff all of them, sellers their own.
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { bindContract } from '#server/http/bind-contract.ts';
import * as contract from '#shared/features/coupon/coupon-management.contract.ts';
import * as service from './coupon-management.service.ts';

export function registerCouponManagementRoutes(app: FastifyInstance, ctx: AppContext): void {
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
  bindContract(app, ctx, contract.setCouponActive, ({ viewer, params, body }) =>
    service.setCouponActive(ctx, viewer, params.id, body.isActive),
  );
  bindContract(app, ctx, contract.setOwnCouponActive, ({ viewer, params, body }) =>
    service.setOwnCouponActive(ctx, viewer, params.id, body.isActive),
  );
  bindContract(app, ctx, contract.listCouponItems, ({ viewer, query }) =>
    service.listCouponItems(ctx, viewer, query),
  );
  bindContract(app, ctx, contract.listOwnCouponItems, ({ viewer, query }) =>
    service.listOwnCouponItems(ctx, viewer, query),
  );
}
