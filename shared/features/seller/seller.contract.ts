// Sellers and their public pages.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { liveBadgeSchema } from '#shared/features/certificate/certificate.schema.ts';
import { idParams, idText } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { sellerCardSchema } from '#shared/features/resource/resource.schema.ts';
import { SLUG_FORM } from './slug.rules.ts';

export const listSellers = defineContract({
  method: 'GET',
  path: '/api/sellers',
  summary: 'List sellers with items on sale, best-selling first',
  access: 'public',
  query: z.object({
    ...pageQuery,
    /** Only sellers with a valid certificate of this course. */
    certifiedIn: idText.optional(),
  }),
  response: pageOf(sellerCardSchema.extend({ certifications: z.array(liveBadgeSchema) })),
});

export const getSeller = defineContract({
  method: 'GET',
  path: '/api/sellers/:id',
  summary: 'Get a seller’s public page',
  access: 'public',
  params: idParams,
  response: sellerCardSchema.extend({
    slug: z.string(),
    about: z.string(),
    policies: z.string(),
    /** Empty unless the seller is away. */
    vacationNote: z.string(),
    /** Uploaded by the seller; null: the default banner. */
    bannerUrl: z.string().nullable(),
    danceStyles: z.array(z.string()),
    followerCount: z.int(),
    /** Derived from the stats: `top-rated`, `established`, `prolific`, `certified-instructor`. */
    badges: z.array(z.object({ name: z.string(), label: z.string(), reason: z.string() })),
    /** Certificates that are valid now. */
    certifications: z.array(liveBadgeSchema),
    since: z.string(),
  }),
  errors: ['not_found'],
});

export const findSellerBySlug = defineContract({
  method: 'GET',
  path: '/api/sellers/by-slug/:slug',
  summary: 'Find a seller’s id by slug',
  access: 'public',
  params: z.object({ slug: z.string().toLowerCase().regex(SLUG_FORM) }),
  response: z.object({ id: z.int() }),
  errors: ['not_found'],
});

export const getSellerFollow = defineContract({
  method: 'GET',
  path: '/api/sellers/:id/mine',
  summary: 'Get whether the viewer follows this seller',
  access: 'signed-in',
  params: idParams,
  response: z.object({ isMine: z.boolean(), isFollowing: z.boolean() }),
  errors: ['not_found'],
});

export const followSeller = defineContract({
  method: 'PUT',
  path: '/api/sellers/:id/follow',
  summary: 'Follow a seller; repeating it has no effect',
  access: 'signed-in',
  params: idParams,
  errors: ['not_found', 'conflict'],
});

export const unfollowSeller = defineContract({
  method: 'DELETE',
  path: '/api/sellers/:id/follow',
  summary: 'Unfollow a seller',
  access: 'signed-in',
  params: idParams,
});
