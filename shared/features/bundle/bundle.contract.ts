// Bundles: public reads, sellers' own bundles, and the platform's bundles for staff.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams, idText } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { wireMoney } from '#shared/money.schema.ts';
import {
  bundleCardSchema,
  bundleFields,
  bundlePartSchema,
  bundleSchema,
  ownBundleSchema,
} from './bundle.schema.ts';
import { BUNDLE_ITEMS, BUNDLE_STATES } from './bundle.rules.ts';

export const listBundles = defineContract({
  method: 'GET',
  path: '/api/bundles',
  summary: 'List bundles on sale, newest first, by item or seller',
  access: 'public',
  query: z.object({
    itemType: z.enum(BUNDLE_ITEMS).optional(),
    itemId: idText.optional(),
    sellerId: idText.optional(),
    ...pageQuery,
  }),
  response: pageOf(bundleCardSchema),
});

export const getBundle = defineContract({
  method: 'GET',
  path: '/api/bundles/:id',
  summary: 'Get a bundle with its items',
  access: 'public',
  params: idParams,
  response: bundleSchema,
  errors: ['not_found'],
});

/** Separate from the bundle itself, which is the same for everyone and cached. */
export const getBundleAccess = defineContract({
  method: 'GET',
  path: '/api/bundles/:id/mine',
  summary: 'Get the viewer’s price for a bundle and the items they already have',
  access: 'signed-in',
  params: idParams,
  response: z.object({
    /** The viewer sells it. */
    isMine: z.boolean(),
    /** The viewer has every item in it. */
    isOwned: z.boolean(),
    /** `resource-7`, `course-3`. */
    ownedKeys: z.array(z.string()),
    /** Items the viewer paid for, deducted from the price. */
    deductedKeys: z.array(z.string()),
    /** After the deduction. */
    price: wireMoney,
    deducted: wireMoney,
  }),
  errors: ['not_found'],
});

const listQuery = z.object({
  q: z.string().trim().max(100).optional(),
  state: z.enum(BUNDLE_STATES).optional(),
  ...pageQuery,
});

const bundlePage = pageOf(
  bundleCardSchema.extend({
    state: z.enum(BUNDLE_STATES),
    isForSale: z.boolean(),
    salesCount: z.int(),
    updatedAt: z.string(),
  }),
).extend({ counts: z.record(z.enum(['all', ...BUNDLE_STATES]), z.int()) });

const savedBody = bundleFields.extend({ revision: z.int().min(0).max(2_147_483_647) });
const itemsQuery = z.object({ q: z.string().trim().max(100).optional() });

export const listOwnBundles = defineContract({
  method: 'GET',
  path: '/api/my/bundles',
  summary: 'List the viewer’s bundles in every state',
  access: 'signed-in',
  query: listQuery,
  response: bundlePage,
  errors: ['forbidden'],
});

export const listOwnBundleItems = defineContract({
  method: 'GET',
  path: '/api/my/bundle-things',
  summary: 'List up to 20 of the viewer’s items that can go into a bundle',
  access: 'signed-in',
  query: itemsQuery,
  response: z.array(bundlePartSchema),
  errors: ['forbidden'],
});

export const createOwnBundle = defineContract({
  method: 'POST',
  path: '/api/my/bundles',
  summary: 'Create a bundle draft',
  access: 'signed-in',
  body: bundleFields,
  response: ownBundleSchema,
  status: 201,
  errors: ['forbidden', 'unprocessable'],
});

const sellersOne = {
  access: 'signed-in',
  params: idParams,
  response: ownBundleSchema,
  errors: ['not_found', 'conflict', 'forbidden', 'unprocessable'],
} as const;

export const getOwnBundle = defineContract({
  ...sellersOne,
  method: 'GET',
  path: '/api/my/bundles/:id',
  summary: 'Get one of the viewer’s bundles for editing',
});

export const updateOwnBundle = defineContract({
  ...sellersOne,
  method: 'PUT',
  path: '/api/my/bundles/:id',
  summary: 'Update a bundle; changes to a published one are live at once',
  body: savedBody,
});

export const publishOwnBundle = defineContract({
  ...sellersOne,
  method: 'POST',
  path: '/api/my/bundles/:id/publish',
  summary: 'Publish a bundle',
});

export const archiveOwnBundle = defineContract({
  ...sellersOne,
  method: 'POST',
  path: '/api/my/bundles/:id/archive',
  summary: 'Archive a bundle; buyers keep what was in it',
});

export const deleteOwnBundle = defineContract({
  method: 'DELETE',
  path: '/api/my/bundles/:id',
  summary: 'Delete a bundle draft',
  access: 'signed-in',
  params: idParams,
  errors: ['not_found', 'conflict'],
});

export const listStaffBundles = defineContract({
  method: 'GET',
  path: '/api/admin/bundles',
  summary: 'List bundles of the platform or of sellers, in every state',
  access: { permission: 'curriculum.manage' },
  query: listQuery.extend({ by: z.enum(['house', 'sellers']).default('house') }),
  response: bundlePage,
});

export const listStaffBundleItems = defineContract({
  method: 'GET',
  path: '/api/admin/bundle-things',
  summary: 'List up to 20 items on sale that can go into a platform bundle',
  access: { permission: 'curriculum.manage' },
  query: itemsQuery,
  response: z.array(bundlePartSchema),
});

export const createStaffBundle = defineContract({
  method: 'POST',
  path: '/api/admin/bundles',
  summary: 'Create a platform bundle draft',
  access: { permission: 'curriculum.manage' },
  body: bundleFields,
  response: ownBundleSchema,
  status: 201,
  errors: ['unprocessable'],
});

const staffsOne = {
  access: { permission: 'curriculum.manage' },
  params: idParams,
  response: ownBundleSchema,
  errors: ['not_found', 'conflict', 'forbidden', 'unprocessable'],
} as const;

export const getStaffBundle = defineContract({
  ...staffsOne,
  method: 'GET',
  path: '/api/admin/bundles/:id',
  summary: 'Get a platform bundle for editing',
});

export const updateStaffBundle = defineContract({
  ...staffsOne,
  method: 'PUT',
  path: '/api/admin/bundles/:id',
  summary: 'Update a platform bundle',
  body: savedBody,
});

export const publishStaffBundle = defineContract({
  ...staffsOne,
  method: 'POST',
  path: '/api/admin/bundles/:id/publish',
  summary: 'Publish a platform bundle',
});

export const archiveStaffBundle = defineContract({
  ...staffsOne,
  method: 'POST',
  path: '/api/admin/bundles/:id/archive',
  summary: 'Archive a platform bundle',
});

export const deleteStaffBundle = defineContract({
  method: 'DELETE',
  path: '/api/admin/bundles/:id',
  summary: 'Delete a platform bundle draft',
  access: { permission: 'curriculum.manage' },
  params: idParams,
  errors: ['not_found', 'conflict'],
});
