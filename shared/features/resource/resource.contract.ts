// Resources. /api/resources and /api/curriculum are two names for the same endpoints (spec §7).
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { EVERY_RESOURCE } from '#shared/staff-access.ts';
import { idParams, idText } from '#shared/id.schema.ts';
import { myItemSchema, resourceCardSchema, resourceDetailSchema } from './resource.schema.ts';

export const listFeaturedResources = defineContract({
  method: 'GET',
  path: '/api/resources/featured',
  summary: 'List up to twelve featured resources',
  access: 'public',
  response: z.array(resourceCardSchema),
});

export const listResourcesByIds = defineContract({
  method: 'GET',
  path: '/api/resources/by-ids',
  summary: 'List up to 24 resources by id, in the given order',
  access: 'public',
  query: z.object({
    ids: z.preprocess(
      (given) => (typeof given === 'string' ? given : '').split(',').filter(Boolean),
      z.array(idText).max(24),
    ),
  }),
  response: z.array(resourceCardSchema),
});

const one = {
  method: 'GET',
  access: 'public',
  params: idParams,
  response: resourceDetailSchema,
  errors: ['not_found'],
} as const;

export const getResource = defineContract({
  ...one,
  path: '/api/resources/:id',
  further: EVERY_RESOURCE,
  summary: 'Get a resource; sellers and staff see every state',
});

export const getCurriculumItem = defineContract({
  ...one,
  path: '/api/curriculum/:id',
  further: EVERY_RESOURCE,
  summary: 'Same as /api/resources/{id}',
});

export const listRelatedResources = defineContract({
  method: 'GET',
  path: '/api/resources/:id/related',
  summary: 'List up to eight related resources',
  access: 'public',
  params: idParams,
  response: z.array(resourceCardSchema),
  errors: ['not_found'],
});

export const getResourceAccess = defineContract({
  method: 'GET',
  path: '/api/resources/:id/mine',
  summary: 'Get the viewer’s relationship to a resource',
  access: 'signed-in',
  params: idParams,
  response: myItemSchema,
  errors: ['not_found'],
});

export const claimFreeResource = defineContract({
  method: 'POST',
  path: '/api/resources/:id/claim',
  summary: 'Claim a free resource; safe to repeat',
  access: 'signed-in',
  params: idParams,
  response: myItemSchema,
  errors: ['not_found', 'payment_required', 'forbidden'],
});

const downloads = {
  method: 'GET',
  access: 'signed-in',
  params: idParams,
  response: z.object({
    expiresAt: z.string(),
    files: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        label: z.string(),
        contentType: z.string(),
        bytes: z.int(),
        url: z.string(),
      }),
    ),
  }),
  errors: ['not_found', 'payment_required'],
} as const;

export const getResourceDownloads = defineContract({
  ...downloads,
  path: '/api/resources/:id/download',
  further: EVERY_RESOURCE,
  summary: 'Get personal download links, valid for five minutes',
});

export const getCurriculumDownloads = defineContract({
  ...downloads,
  path: '/api/curriculum/:id/download',
  further: EVERY_RESOURCE,
  summary: 'Same as /api/resources/{id}/download',
});

export const listResourceVersions = defineContract({
  method: 'GET',
  path: '/api/resources/:id/versions',
  summary: 'List the versions of a resource with their notes, newest first',
  access: 'public',
  params: idParams,
  response: z.array(z.object({ number: z.int(), note: z.string(), publishedAt: z.string() })),
  errors: ['not_found'],
});

export const countResourceView = defineContract({
  method: 'POST',
  path: '/api/resources/:id/views',
  summary: 'Count a view, once a day per visitor',
  access: 'public',
  params: idParams,
  errors: ['not_found'],
  rateLimit: { points: 120, seconds: 60 },
});
