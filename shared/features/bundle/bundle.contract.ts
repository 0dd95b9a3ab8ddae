// Bundles: read by everyone, made by sellers of what is theirs, and by staff of anything on sale.
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
  summary: 'Bundles on sale, newest first; those with one thing, or of one seller',
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
  summary: 'One bundle, with what is in it',
  access: 'public',
  params: idParams,
  response: bundleSchema,
  errors: ['not_found'],
});

/** Apart from the bundle itself, whose page is the same for everyone. */
export const getBundleAccess = defineContract({
  method: 'GET',
  path: '/api/bundles/:id/mine',
  summary: 'What of it I have already, and what the rest costs me',
  access: 'signed-in',
  params: idParams,
  response: z.object({
    /** I sell it. */
    isMine: z.boolean(),
    /** All of it. */
    isOwned: z.boolean(),
    /** `resource-7`, `course-3`. */
    ownedKeys: z.array(z.string()),
    /** Those of them I paid for, so that they count toward the bundle. */
    deductedKeys: z.array(z.string()),
    /** Less what I paid for them. */
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
  summary: 'My own bundles in every state',
  access: 'signed-in',
  query: listQuery,
  response: bundlePage,
  errors: ['forbidden'],
});

export const listOwnBundleItems = defineContract({
  method: 'GET',
  path: '/api/my/bundle-things',
  summary: 'What I can put into a bundle: what I sell and teach and is on sale; the first twenty',
  access: 'signed-in',
  query: itemsQuery,
  response: z.array(bundlePartSchema),
  errors: ['forbidden'],
});

export const createOwnBundle = defineContract({
  method: 'POST',
  path: '/api/my/bundles',
  summary: 'Begin a bundle: a draft',
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
  summary: 'One of my bundles, with everything its form needs',
});

export const updateOwnBundle = defineContract({
  ...sellersOne,
  method: 'PUT',
  path: '/api/my/bundles/:id',
  summary: 'Save it. What is on sale is live at once and must stay whole',
  body: savedBody,
});

export const publishOwnBundle = defineContract({
  ...sellersOne,
  method: 'POST',
  path: '/api/my/bundles/:id/publish',
  summary: 'Put it on sale, or back on sale',
});

export const archiveOwnBundle = defineContract({
  ...sellersOne,
  method: 'POST',
  path: '/api/my/bundles/:id/archive',
  summary: 'Take it off sale; whoever bought it keeps what was in it',
});

export const deleteOwnBundle = defineContract({
  method: 'DELETE',
  path: '/api/my/bundles/:id',
  summary: 'Throw away a draft',
  access: 'signed-in',
  params: idParams,
  errors: ['not_found', 'conflict'],
});

export const listStaffBundles = defineContract({
  method: 'GET',
  path: '/api/admin/bundles',
  summary: 'Bundles in every state: those of the house, or those of sellers',
  access: { permission: 'curriculum.manage' },
  query: listQuery.extend({ by: z.enum(['house', 'sellers']).default('house') }),
  response: bundlePage,
});

export const listStaffBundleItems = defineContract({
  method: 'GET',
  path: '/api/admin/bundle-things',
  summary: 'What staff can put into a bundle: everything on sale; the first twenty',
  access: { permission: 'curriculum.manage' },
  query: itemsQuery,
  response: z.array(bundlePartSchema),
});

export const createStaffBundle = defineContract({
  method: 'POST',
  path: '/api/admin/bundles',
  summary: 'Begin a bundle of the house: a draft',
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
  summary: 'One bundle of the house, with everything its form needs',
});

export const updateStaffBundle = defineContract({
  ...staffsOne,
  method: 'PUT',
  path: '/api/admin/bundles/:id',
  summary: 'Save a bundle of the house',
  body: savedBody,
});

export const publishStaffBundle = defineContract({
  ...staffsOne,
  method: 'POST',
  path: '/api/admin/bundles/:id/publish',
  summary: 'Put a bundle of the house on sale',
});

export const archiveStaffBundle = defineContract({
  ...staffsOne,
  method: 'POST',
  path: '/api/admin/bundles/:id/archive',
  summary: 'Take a bundle of the house off sale',
});

export const deleteStaffBundle = defineContract({
  method: 'DELETE',
  path: '/api/admin/bundles/:id',
  summary: 'Throw away a draft of the house',
  access: { permission: 'curriculum.manage' },
  params: idParams,
  errors: ['not_found', 'conflict'],
});
