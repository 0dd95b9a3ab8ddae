// A seller's own resources: begun, filled in, sent for review, kept up. All of it is theirs alone: to anyone else a
// draft is not there.
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
 * Counts the saves; of what is or was on sale, every change of its draft. Of two tabs, the one that is behind is told
 * (`conflict`).
 */
const revision = z.int().min(0);

export const ownFileSchema = z.object({
  id: z.int(),
  /** The version it belongs to; higher than the resource's own while it is being prepared. */
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
  /** Officers are “The curriculum team” to sellers; the person's name to staff. */
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

/** Everything the form needs. Of what is or was on sale: with the unpublished changes, which nobody else sees. */
export const ownResourceSchema = z.object({
  id: z.int(),
  revision,
  state: z.enum(RESOURCE_STATES),
  stateReason: z.string().nullable(),
  isListed: z.boolean(),
  isTakenDown: z.boolean(),
  version: z.int(),
  /** What publishing the changes would change; null: the same is on sale. */
  unpublished: z
    .object({
      changes: z.array(resourceChangeSchema),
      /** Buyers get other files, and are told with a note. */
      isNewVersion: z.boolean(),
    })
    .nullable(),
  ...resourceFields,
  /** Null: the drawn cover. */
  coverUrl: z.string().nullable(),
  imageUrl: z.string(),
  files: z.array(ownFileSchema),
  previews: z.array(previewSchema),
  events: z.array(resourceEventSchema),
  /** What is missing before it can be sent for review, each with the field it belongs to. */
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
  summary: 'The caller’s own resources in every state',
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
  summary: 'Begin a resource: a draft, with any of its fields and files already sent',
  access: 'signed-in',
  body: resourceChanges.extend({ uploadIds: z.array(z.string().max(100)).max(20).default([]) }),
  response: ownResourceSchema,
  status: 201,
  errors: ['forbidden', 'conflict', 'not_found', 'unprocessable'],
});

export const getOwnResource = defineContract({
  method: 'GET',
  path: '/api/my/resources/:id',
  summary: 'One of the caller’s own resources, with everything its form needs',
  access: 'signed-in',
  params: idParams,
  response: ownResourceSchema,
  errors: ['not_found'],
});

export const updateResource = defineContract({
  method: 'PATCH',
  path: '/api/resources/:id',
  summary:
    'Save what has changed. What is or was on sale keeps it as a draft until its changes are published. While it is in review nothing can be changed: withdraw it first',
  access: 'signed-in',
  params: idParams,
  body: resourceChanges.extend({ revision }),
  response: ownResourceSchema,
  errors: ['not_found', 'conflict', 'unprocessable'],
});

export const deleteResource = defineContract({
  method: 'DELETE',
  path: '/api/resources/:id',
  summary: 'Throw away a draft nobody has bought. What was on sale is archived instead',
  access: 'signed-in',
  params: idParams,
  errors: ['not_found', 'conflict'],
});

export const addResourceFile = defineContract({
  method: 'POST',
  path: '/api/resources/:id/files',
  summary: 'Take over an upload. While the resource is on sale the file belongs to its unpublished changes',
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
  summary: 'Rename it, move it, choose whether its beginning may be seen',
  access: 'signed-in',
  params: fileParams,
  body: z.object({
    /** Its ending stays, whatever is given. */
    name: lineOfText.min(1).max(200).optional(),
    label: lineOfText.max(120).optional(),
    isPreviewed: z.boolean().optional(),
    /** From 0: where it stands among the others. */
    position: z.int().min(0).max(19).optional(),
  }),
  response: ownResourceSchema,
  errors: ['not_found', 'conflict'],
});

export const deleteResourceFile = defineContract({
  method: 'DELETE',
  path: '/api/resources/:id/files/:fileId',
  summary: 'Take a file out. While the resource is on sale, that is one of its unpublished changes',
  access: 'signed-in',
  params: fileParams,
  response: ownResourceSchema,
  errors: ['not_found', 'conflict'],
});

export const setResourceCover = defineContract({
  method: 'PUT',
  path: '/api/resources/:id/cover',
  summary: 'Use an uploaded picture as the cover; null goes back to the drawn one',
  access: 'signed-in',
  params: idParams,
  body: z.object({ uploadId: z.string().max(100).nullable() }),
  response: ownResourceSchema,
  errors: ['not_found', 'conflict', 'unprocessable'],
});

export const retryPreviews = defineContract({
  method: 'POST',
  path: '/api/resources/:id/previews/retry',
  summary: 'Make its previews again',
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
  summary: 'Send it for review',
});
export const withdrawResource = defineContract({
  ...move,
  path: '/api/resources/:id/withdraw',
  summary: 'Take it back from review',
});
export const archiveResource = defineContract({
  ...move,
  path: '/api/resources/:id/archive',
  summary: 'Take it off sale; whoever has it keeps it',
});
export const restoreResource = defineContract({
  ...move,
  path: '/api/resources/:id/restore',
  summary: 'Put it back on sale',
});
export const duplicateResource = defineContract({
  ...move,
  path: '/api/resources/:id/duplicate',
  summary: 'A new draft with the same fields and files',
  status: 201,
});
export const publishChanges = defineContract({
  ...move,
  path: '/api/resources/:id/changes/publish',
  summary:
    'Put the unpublished changes on sale, all at once. Other files are a new version: everyone who has the resource is told, with the note',
  body: z.object({
    /** As the seller saw the changes. */
    revision,
    /** Asked for where the files are others. */
    note: z.string().trim().max(1000).optional(),
  }),
});

export const discardChanges = defineContract({
  method: 'DELETE',
  path: '/api/resources/:id/changes',
  summary: 'Discard the unpublished changes; what is on sale stays as it is',
  access: 'signed-in',
  params: idParams,
  body: z.object({ revision }),
  response: ownResourceSchema,
  errors: ['not_found', 'conflict'],
});

export const restoreChanges = defineContract({
  ...move,
  path: '/api/resources/:id/changes/restore',
  summary: 'Take back a discard, as long as nothing was changed since',
  body: z.object({ revision }),
});

const OWN_BULK = ['submit', 'withdraw', 'archive', 'restore', 'delete'] as const;
export type OwnBulkAction = (typeof OWN_BULK)[number];

export const updateOwnResources = defineContract({
  method: 'POST',
  path: '/api/my/resources/bulk',
  summary: 'The same for several; each is done or says why not',
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
  summary: 'A description as its page will show it',
  access: 'signed-in',
  body: z.object({ text: resourceFields.description }),
  response: z.object({ html: z.string() }),
  rateLimit: { points: 600, seconds: 600 },
});
