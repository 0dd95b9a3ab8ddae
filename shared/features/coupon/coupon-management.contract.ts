// Managing coupons: staff all of them, sellers their own.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { couponFieldsSchema, couponItemSchema, couponSchema } from './coupon.schema.ts';
import { COUPON_STATES } from './coupon.states.ts';

export type { Coupon, CouponFields, CouponItem as CouponNamed } from './coupon.schema.ts';

const listQuery = z.object({
  q: z.string().trim().max(100).optional(),
  standing: z.enum(COUPON_STATES).optional(),
  ...pageQuery,
});
const counts = z.record(z.enum(['all', ...COUPON_STATES]), z.int());
const couponPage = pageOf(couponSchema).extend({ counts });

const staff = { access: { permission: 'coupons.manage' } } as const;

export const listCoupons = defineContract({
  ...staff,
  method: 'GET',
  path: '/api/admin/coupons',
  summary: 'List all coupons with uses and revenue, newest first',
  query: listQuery.extend({ of: z.enum(['house', 'sellers']).optional() }),
  response: couponPage,
});

export const createCoupon = defineContract({
  ...staff,
  method: 'POST',
  path: '/api/admin/coupons',
  summary: 'Create a platform coupon',
  body: couponFieldsSchema,
  response: couponSchema,
  errors: ['conflict', 'unprocessable'],
});

export const updateCoupon = defineContract({
  ...staff,
  method: 'PUT',
  path: '/api/admin/coupons/:id',
  summary: 'Update a coupon; its value is fixed once it was used',
  params: idParams,
  body: couponFieldsSchema,
  response: couponSchema,
  errors: ['not_found', 'conflict', 'unprocessable'],
});

const switchBody = z.object({ isActive: z.boolean() });

export const setCouponActive = defineContract({
  ...staff,
  method: 'POST',
  path: '/api/admin/coupons/:id/switch',
  summary: 'Activate or deactivate a coupon',
  params: idParams,
  body: switchBody,
  response: couponSchema,
  errors: ['not_found'],
});

const itemsQuery = z.object({ q: z.string().trim().max(100).optional() });

export const listCouponItems = defineContract({
  ...staff,
  method: 'GET',
  path: '/api/admin/coupon-things',
  summary: 'List items on sale and sellers that a coupon can be limited to',
  query: itemsQuery,
  response: z.object({
    things: z.array(couponItemSchema),
    sellers: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
});

export const listOwnCoupons = defineContract({
  method: 'GET',
  path: '/api/seller/coupons',
  summary: 'List the viewer’s coupons with uses and revenue, newest first',
  access: 'signed-in',
  query: listQuery,
  response: couponPage,
  errors: ['forbidden'],
});

export const createOwnCoupon = defineContract({
  method: 'POST',
  path: '/api/seller/coupons',
  summary: 'Create a coupon for the viewer’s own items',
  access: 'signed-in',
  body: couponFieldsSchema,
  response: couponSchema,
  errors: ['forbidden', 'conflict', 'unprocessable'],
});

export const updateOwnCoupon = defineContract({
  method: 'PUT',
  path: '/api/seller/coupons/:id',
  summary: 'Update one of the viewer’s coupons; its value is fixed once it was used',
  access: 'signed-in',
  params: idParams,
  body: couponFieldsSchema,
  response: couponSchema,
  errors: ['forbidden', 'not_found', 'conflict', 'unprocessable'],
});

export const setOwnCouponActive = defineContract({
  method: 'POST',
  path: '/api/seller/coupons/:id/switch',
  summary: 'Activate or deactivate one of the viewer’s coupons',
  access: 'signed-in',
  params: idParams,
  body: switchBody,
  response: couponSchema,
  errors: ['forbidden', 'not_found'],
});

export const listOwnCouponItems = defineContract({
  method: 'GET',
  path: '/api/seller/coupon-things',
  summary: 'List the viewer’s items that a coupon can be limited to',
  access: 'signed-in',
  query: itemsQuery,
  response: z.object({ things: z.array(couponItemSchema) }),
  errors: ['forbidden'],
});
