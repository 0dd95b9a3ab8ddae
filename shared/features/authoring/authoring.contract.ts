// A seller's own resources, from draft to new versions. Other users get “not found”.

import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { resourceFilters } from '#shared/features/catalogue/catalogue.schema.ts';
import { previewSchema } from '#shared/features/resource/resource.schema.ts';
import { RESOURCE_EVENT_KINDS, RESOURCE_STATES } from '#shared/features/resource/resource.states.ts';
import { idParams, idText } from '#shared/id.schema.ts';
import { lineOfText } from '#shared/line-of-text.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { resourceChanges, resourceFields } from './authoring.schema.ts';

const fileParams = idParams.extend({ fileId: idText });
/**
 * Increases with every save, or with every change of the draft once it has been on sale. A stale tab gets
 * `conflict`.
 */
const revision = z.int().min(0);

export const ownFileSchema = z.object({
  id: z.int(),
  /** Higher than the resource's version while it is being prepared. */
  version: z.int(),
  name: z.string(),
  label: z.string(),
  contentType: z.string(),
  bytes: z.int(),
  pages: z.int().nullable(),
  seconds: z.int().nullable(),
  isPreviewed: z.boolean(),
  previewState: z.enum(['waiting', 'made', 'none', 'failed']),
  previewProblem: z.string().nullable(),
});

export const resourceEventSchema = z.object({
  id: z.int(),
  kind: z.enum(RESOURCE_EVENT_KINDS),
  label: z.string(),
  /** “The curriculum team” for sellers, the officer's name for staff. */
  by: z.string(),
  reason: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
});

export const resourceChangeSchema = z.object({
  field: z.string(),
  label: z.string(),
  before: z.string(),
  after: z.string(),
});

/** Everything the form needs, including unpublished changes. */
export const ownResourceSchema = z.object({
  id: z.int(),
  revision,
  state: z.enum(RESOURCE_STATES),
  stateReason: z.string().nullable(),
  isListed: z.boolean(),
  isTakenDown: z.boolean(),
  version: z.int(),
  /** What publishing would change; null if there are no changes. */
  unpublished: z
    .object({
      changes: z.array(resourceChangeSchema),
      /** The files differ, so buyers are emailed a note. */
      isNewVersion: z.boolean(),
    })
    .nullable(),
  ...resourceFields,
  /** Null for the drawn cover. */
  coverUrl: z.string().nullable(),
  imageUrl: z.string(),
  files: z.array(ownFileSchema),
  previews: z.array(previewSchema),
  events: z.array(resourceEventSchema),
  /** What is missing before it can be submitted, by field. */
  problems: z.array(z.object({ path: z.string(), message: z.string() })),
  createdAt: z.string(),
  updatedAt: z.string(),
  publishedAt: z.string().nullable(),
});
export type OwnResource = z.output<typeof ownResourceSchema>;

const OWN_SORTS = ['updated', 'title', 'sales', 'price'] as const;

export const listOwnResources = defineContract({
  method: 'GET',
  path: '/api/my/resources',
  summary: 'List the viewer’s own resources in every state',
  access: 'signed-in',
  query: z.object({
    q: resourceFilters.q,
    state: z.enum(RESOURCE_STATES).optional(),
    sort: z.enum(OWN_SORTS).default('updated'),
    ...pageQuery,
  }),
  response: pageOf(
    z.object({
      id: z.int(),
      title: z.string(),
      type: z.string(),
      danceStyle: z.string(),
      price: z.string(),
      thumbnailUrl: z.string(),
      state: z.enum(RESOURCE_STATES),
      stateReason: z.string().nullable(),
      isListed: z.boolean(),
      isTakenDown: z.boolean(),
      hasUnpublishedChanges: z.boolean(),
      failedPreviews: z.int(),
      salesCount: z.int(),
      downloadCount: z.int(),
      rating: z.number().nullable(),
      reviewCount: z.int(),
      updatedAt: z.string(),
    }),
  ).extend({ counts: z.record(z.enum(['all', ...RESOURCE_STATES]), z.int()) }),
  errors: ['forbidden'],
});

export const createResource = defineContract({
  method: 'POST',
  path: '/api/resources',
  summary: 'Create a resource as a draft',
  access: 'signed-in',
  body: resourceChanges.extend({ uploadIds: z.array(z.string().max(100)).max(20).default([]) }),
  response: ownResourceSchema,
  status: 201,
  errors: ['forbidden', 'conflict', 'not_found', 'unprocessable'],
});

export const getOwnResource = defineContract({
  method: 'GET',
  path: '/api/my/resources/:id',
  summary: 'Get one of the viewer’s own resources',
  access: 'signed-in',
  params: idParams,
  response: ownResourceSchema,
  errors: ['not_found'],
});

export const updateResource = defineContract({
  method: 'PATCH',
  path: '/api/resources/:id',
  summary: 'Update a resource; changes to one on sale are saved as a draft',
  access: 'signed-in',
  params: idParams,
  body: resourceChanges.extend({ revision }),
  response: ownResourceSchema,
  errors: ['not_found', 'conflict', 'unprocessable'],
});

export const deleteResource = defineContract({
  method: 'DELETE',
  path: '/api/resources/:id',
  summary: 'Delete a resource that was never on sale',
  access: 'signed-in',
  params: idParams,
  errors: ['not_found', 'conflict'],
});

export const addResourceFile = defineContract({
  method: 'POST',
  path: '/api/resources/:id/files',
  summary: 'Attach an upload to a resource',
  access: 'signed-in',
  params: idParams,
  body: z.object({ uploadId: z.string().max(100), label: lineOfText.max(120).default('') }),
  response: ownResourceSchema,
  status: 201,
  errors: ['not_found', 'conflict', 'unprocessable'],
});

export const updateResourceFile = defineContract({
  method: 'PATCH',
  path: '/api/resources/:id/files/:fileId',
  summary: 'Rename a file, move it, or turn its preview on or off',
  access: 'signed-in',
  params: fileParams,
  body: z.object({
    /** The extension never changes. */
    name: lineOfText.min(1).max(200).optional(),
    label: lineOfText.max(120).optional(),
    isPreviewed: z.boolean().optional(),
    /** Position in the list, from 0. */
    position: z.int().min(0).max(19).optional(),
  }),
  response: ownResourceSchema,
  errors: ['not_found', 'conflict'],
});

export const deleteResourceFile = defineContract({
  method: 'DELETE',
  path: '/api/resources/:id/files/:fileId',
  summary: 'Remove a file from a resource',
  access: 'signed-in',
  params: fileParams,
  response: ownResourceSchema,
  errors: ['not_found', 'conflict'],
});

export const setResourceCover = defineContract({
  method: 'PUT',
  path: '/api/resources/:id/cover',
  summary: 'Set an uploaded picture as the cover; null restores the drawn one',
  access: 'signed-in',
  params: idParams,
  body: z.object({ uploadId: z.string().max(100).nullable() }),
  response: ownResourceSchema,
  errors: ['not_found', 'conflict', 'unprocessable'],
});

export const retryPreviews = defineContract({
  method: 'POST',
  path: '/api/resources/:id/previews/retry',
  summary: 'Create the previews of a resource again',
  access: 'signed-in',
  params: idParams,
  response: ownResourceSchema,
  errors: ['not_found'],
  rateLimit: { points: 30, seconds: 3600 },
});

const move = {
  method: 'POST',
  access: 'signed-in',
  params: idParams,
  response: ownResourceSchema,
  errors: ['not_found', 'conflict', 'forbidden', 'unprocessable'],
} as const;

export const submitResource = defineContract({
  ...move,
  path: '/api/resources/:id/submit',
  summary: 'Submit a resource for review',
});
export const withdrawResource = defineContract({
  ...move,
  path: '/api/resources/:id/withdraw',
  summary: 'Withdraw a resource from review',
});
export const archiveResource = defineContract({
  ...move,
  path: '/api/resources/:id/archive',
  summary: 'Archive a resource; buyers keep their copies',
});
export const restoreResource = defineContract({
  ...move,
  path: '/api/resources/:id/restore',
  summary: 'Put an archived resource back on sale',
});
export const duplicateResource = defineContract({
  ...move,
  path: '/api/resources/:id/duplicate',
  summary: 'Duplicate a resource as a new draft',
  status: 201,
});
export const publishChanges = defineContract({
  ...move,
  path: '/api/resources/:id/changes/publish',
  summary: 'Publish all unpublished changes; new files make a new version',
  body: z.object({
    /** The revision the seller saw. */
    revision,
    /** Required if the files differ. */
    note: z.string().trim().max(1000).optional(),
  }),
});

export const discardChanges = defineContract({
  method: 'DELETE',
  path: '/api/resources/:id/changes',
  summary: 'Discard the unpublished changes',
  access: 'signed-in',
  params: idParams,
  body: z.object({ revision }),
  response: ownResourceSchema,
  errors: ['not_found', 'conflict'],
});

export const restoreChanges = defineContract({
  ...move,
  path: '/api/resources/:id/changes/restore',
  summary: 'Restore discarded changes if nothing has changed since',
  body: z.object({ revision }),
});

const OWN_BULK = ['submit', 'withdraw', 'archive', 'restore', 'delete'] as const;
export type OwnBulkAction = (typeof OWN_BULK)[number];

export const updateOwnResources = defineContract({
  method: 'POST',
  path: '/api/my/resources/bulk',
  summary: 'Change several resources; each succeeds or reports why not',
  access: 'signed-in',
  body: z.object({ ids: z.array(z.int().min(1)).min(1).max(100), action: z.enum(OWN_BULK) }),
  response: z.object({
    done: z.array(z.int()),
    refused: z.array(z.object({ id: z.int(), title: z.string(), message: z.string() })),
  }),
  errors: ['forbidden'],
});

export const previewDescription = defineContract({
  method: 'POST',
  path: '/api/descriptions/preview',
  summary: 'Render a description as its page will show it',
  access: 'signed-in',
  body: z.object({ text: resourceFields.description }),
  response: z.object({ html: z.string() }),
  rateLimit: { points: 600, seconds: 600 },
});
