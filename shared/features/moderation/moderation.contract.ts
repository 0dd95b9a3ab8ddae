// Review queue, staff view of resources, and officers' decisions.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { ownFileSchema, resourceEventSchema } from '#shared/features/authoring/authoring.contract.ts';
import { resourceFilters } from '#shared/features/catalogue/catalogue.schema.ts';
import { resourceCardSchema, resourceDetailSchema } from '#shared/features/resource/resource.schema.ts';
import { RESOURCE_STATES } from '#shared/features/resource/resource.states.ts';
import { SELLER_STATES } from '#shared/features/seller/slug.rules.ts';
import { idParams, idSchema } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { RESOURCE_TYPES } from '#shared/vocabulary.ts';
import { heldDecisionSchema } from '#shared/features/site/site.schema.ts';
import {
  MODERATION_ACTIONS,
  moderationReason,
  QUEUE_TABS,
  REASON_MISSING,
  STAFF_RESOURCE_SORTS,
  UPDATED_WITHIN,
  withReason,
} from './moderation.schema.ts';

const access = { permission: 'curriculum.manage' } as const;

/** `?style=Tap&style=Jazz` */
const several = <T extends z.ZodType>(value: T) =>
  z
    .preprocess(
      (given) => (given === undefined || Array.isArray(given) ? given : [given]),
      z.array(value).max(40),
    )
    .optional();

const staffFilters = {
  q: resourceFilters.q,
  state: z.enum(RESOURCE_STATES).optional(),
  style: several(z.string().max(40)),
  type: several(z.enum(RESOURCE_TYPES)),
  /** Changed within this many days. */
  updated: z.enum(UPDATED_WITHIN).optional(),
  sort: z.enum(STAFF_RESOURCE_SORTS).default('updated'),
};

export const staffResourceSchema = resourceCardSchema.extend({
  state: z.enum(RESOURCE_STATES),
  isListed: z.boolean(),
  isTakenDown: z.boolean(),
  /** The viewer sells it, so someone else has to decide. */
  isMine: z.boolean(),
  /** A decision that can still be undone; `state` is what it will become. */
  isPending: z.boolean(),
  salesCount: z.int(),
  updatedAt: z.string(),
});
export type StaffResource = z.output<typeof staffResourceSchema>;

export const listStaffResources = defineContract({
  method: 'GET',
  path: '/api/curriculum-all',
  summary: 'List resources in every state',
  access,
  query: z.object({ ...staffFilters, ...pageQuery }),
  response: pageOf(staffResourceSchema).extend({
    /** Per tab, with the same search and filters. */
    counts: z.record(z.enum(['all', ...RESOURCE_STATES]), z.int()),
    /** Options of the style filter. */
    styles: z.array(z.string()),
  }),
});

export const exportStaffResources = defineContract({
  method: 'GET',
  path: '/api/moderation/resources.csv',
  summary: 'Export resources as CSV',
  access,
  query: z.object(staffFilters),
  download: 'text/csv',
});

export const getModerationCounts = defineContract({
  method: 'GET',
  path: '/api/moderation/counts',
  summary: 'Count the resources waiting for review',
  access,
  response: z.object({ waiting: z.int(), changed: z.int() }),
});

export const queueItemSchema = z.object({
  id: z.int(),
  title: z.string(),
  type: z.enum(RESOURCE_TYPES),
  danceStyle: z.string(),
  price: z.string(),
  thumbnailUrl: z.string(),
  sellerName: z.string(),
  /** When it was submitted, or last changed. */
  since: z.string(),
  isMine: z.boolean(),
  /** It has been reviewed before. */
  isAgain: z.boolean(),
});
export type QueueItem = z.output<typeof queueItemSchema>;

export const listReviewQueue = defineContract({
  method: 'GET',
  path: '/api/moderation/queue',
  summary: 'List the fifty resources waiting longest for review',
  access,
  query: z.object({ tab: z.enum(QUEUE_TABS).default('waiting') }),
  response: z.object({
    items: z.array(queueItemSchema),
    counts: z.object({ waiting: z.int(), changed: z.int() }),
  }),
});

export const moderatedResourceSchema = resourceDetailSchema.extend({
  /** Sanitized HTML made from Markdown, as on its page. */
  descriptionHtml: z.string(),
  revision: z.int(),
  version: z.int(),
  stateReason: z.string().nullable(),
  isListed: z.boolean(),
  isTakenDown: z.boolean(),
  isChangedSinceReview: z.boolean(),
  isMine: z.boolean(),
  /** A decision that can still be undone; until then nobody else can decide. */
  pending: z.object({ words: z.string(), isMine: z.boolean() }).nullable(),
  submittedAt: z.string().nullable(),
  publishedAt: z.string().nullable(),
  files: z.array(ownFileSchema),
  /** Newest first. */
  events: z.array(resourceEventSchema),
  record: z.object({
    state: z.enum(SELLER_STATES),
    /** False also while the account itself is suspended. */
    isOpen: z.boolean(),
    since: z.string(),
    published: z.int(),
    rejected: z.int(),
    changesRequested: z.int(),
    openNotices: z.int(),
    upheldNotices: z.int(),
  }),
});
export type ModeratedResource = z.output<typeof moderatedResourceSchema>;

export const getStaffResource = defineContract({
  method: 'GET',
  path: '/api/moderation/resources/:id',
  summary: 'Get a resource with its files, history and the seller’s record',
  access,
  params: idParams,
  response: moderatedResourceSchema,
  errors: ['not_found'],
});

const action = z.enum(MODERATION_ACTIONS);
const outcome = z.object({ id: z.int(), title: z.string(), state: z.enum(RESOURCE_STATES) });

export const decideResource = defineContract({
  method: 'POST',
  path: '/api/moderation/resources/:id/decision',
  summary: 'Decide about a resource; takes effect after ten seconds',
  access,
  params: idParams,
  body: z
    .object({
      action,
      reason: moderationReason.optional(),
      /** The revision the officer saw; a newer one is refused. */
      revision: z.int().min(0).optional(),
      /** With `approve`: feature it as well. */
      isFeatured: z.boolean().default(false),
    })
    .refine(withReason, REASON_MISSING),
  response: outcome.extend({ decision: heldDecisionSchema }),
  errors: ['not_found', 'conflict', 'forbidden'],
});

export const decideResources = defineContract({
  method: 'POST',
  path: '/api/moderation/resources/bulk',
  summary: 'Decide about up to 100 resources; each succeeds or reports why not',
  access,
  body: z
    .object({
      ids: z.array(idSchema).min(1).max(100),
      action,
      reason: moderationReason.optional(),
    })
    .refine(withReason, REASON_MISSING),
  response: z.object({
    done: z.array(z.int()),
    refused: z.array(z.object({ id: z.int(), title: z.string(), message: z.string() })),
    /** Undoes all of them. */
    decision: heldDecisionSchema.nullable(),
  }),
});

export const toggleFeatured = defineContract({
  method: 'POST',
  path: '/api/resources/:id/toggle-featured',
  summary: 'Feature or unfeature a resource',
  access: { permission: 'curriculum.manage' },
  params: idParams,
  response: z.object({ isFeatured: z.boolean() }),
  errors: ['not_found', 'conflict'],
});
