// The curriculum store: /api/resources and /api/curriculum are two names for one thing (spec §7).
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams, idText } from '#shared/id.schema.ts';
import { myItemSchema, resourceCardSchema, resourceDetailSchema } from './resource.schema.ts';

export const listFeaturedResources = defineContract({
  method: 'GET',
  path: '/api/resources/featured',
  summary: 'Up to twelve featured resources; a bare array',
  access: 'public',
  response: z.array(resourceCardSchema),
});

export const listResourcesByIds = defineContract({
  method: 'GET',
  path: '/api/resources/by-ids',
  summary:
    'Up to 24 resources by number, in that order, for recently viewed ones; those not on sale are left out',
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
  summary: 'One resource. Its seller and staff see it in every state, everyone else when it is on sale',
});

export const getCurriculumItem = defineContract({
  ...one,
  path: '/api/curriculum/:id',
  summary: 'The same as /api/resources/{id}',
});

export const listRelatedResources = defineContract({
  method: 'GET',
  path: '/api/resources/:id/related',
  summary: 'Up to eight resources that go well with this one; a bare array',
  access: 'public',
  params: idParams,
  response: z.array(resourceCardSchema),
  errors: ['not_found'],
});

export const getResourceAccess = defineContract({
  method: 'GET',
  path: '/api/resources/:id/mine',
  summary: 'How this resource stands to the person asking',
  access: 'signed-in',
  params: idParams,
  response: myItemSchema,
  errors: ['not_found'],
});

export const claimFreeResource = defineContract({
  method: 'POST',
  path: '/api/resources/:id/claim',
  summary: 'Take a free resource; taking it again changes nothing',
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
  summary: 'Links to the files, each for five minutes and for this person alone; needs an entitlement',
});

export const getCurriculumDownloads = defineContract({
  ...downloads,
  path: '/api/curriculum/:id/download',
  summary: 'The same as /api/resources/{id}/download',
});

export const listResourceVersions = defineContract({
  method: 'GET',
  path: '/api/resources/:id/versions',
  summary: 'What its seller said of each new version, the newest first; for whoever may see the resource',
  access: 'public',
  params: idParams,
  response: z.array(z.object({ number: z.int(), note: z.string(), publishedAt: z.string() })),
  errors: ['not_found'],
});

export const countResourceView = defineContract({
  method: 'POST',
  path: '/api/resources/:id/views',
  summary:
    'Counts a view when the page is shown: once a day per visitor, without storing who; sellers, staff and bots are not counted',
  access: 'public',
  params: idParams,
  errors: ['not_found'],
  rateLimit: { points: 120, seconds: 60 },
});
