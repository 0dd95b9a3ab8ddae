// A seller's own settings, tasks and stats. Every operation is scoped to the viewer.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { sellerBody } from './own-seller.schema.ts';
import { SELLER_STATES } from './slug.rules.ts';

export const ownSellerSchema = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  tagline: z.string(),
  about: z.string(),
  policies: z.string(),
  vacationNote: z.string(),
  /** Null: the default banner. */
  bannerUrl: z.string().nullable(),
  state: z.enum(SELLER_STATES),
  suspendedReason: z.string().nullable(),
});
export type OwnSeller = z.output<typeof ownSellerSchema>;

export const getOwnSeller = defineContract({
  method: 'GET',
  path: '/api/my/store',
  summary: 'Get the viewer’s seller settings',
  access: 'signed-in',
  response: ownSellerSchema,
  errors: ['not_found'],
});

export const updateOwnSeller = defineContract({
  method: 'PATCH',
  path: '/api/my/store',
  summary: 'Update the viewer’s seller settings',
  access: 'signed-in',
  body: sellerBody,
  response: ownSellerSchema,
  errors: ['not_found', 'conflict'],
});

export const setOwnBanner = defineContract({
  method: 'PUT',
  path: '/api/my/store/banner',
  summary: 'Set an uploaded picture as the banner; null restores the default',
  access: 'signed-in',
  body: z.object({ uploadId: z.string().max(100).nullable() }),
  response: ownSellerSchema,
  errors: ['not_found', 'conflict', 'unprocessable'],
});

export const WAITING_KINDS = [
  'rights_notice',
  'changes_requested',
  'rejected',
  'failed_preview',
  'unanswered_reviews',
  'old_draft',
] as const;

const waitingSchema = z.object({
  kind: z.enum(WAITING_KINDS),
  resourceId: z.int(),
  title: z.string(),
  /** The officers' reason, what to do about a preview, or the latest review, as written. */
  words: z.string(),
  /** How many of this kind the resource has. */
  count: z.int(),
  /** When the task came up. */
  at: z.string(),
  /** The deadline for a response. */
  dueAt: z.string().nullable(),
  /** Set for rights notices. */
  noticeId: z.int().nullable(),
});
export type SellerTask = z.output<typeof waitingSchema>;

export const listOwnTasks = defineContract({
  method: 'GET',
  path: '/api/my/store/waiting',
  summary: 'List the viewer’s tasks as a seller, most urgent first',
  access: 'signed-in',
  response: z.object({ items: z.array(waitingSchema), total: z.int() }),
  errors: ['not_found'],
});

export const MOST_DAYS = 732;

/** Both days are included; days are UTC days. Default: the last 30 days. */
const range = { from: z.iso.date().optional(), to: z.iso.date().optional() };
const daysAreFine = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined
    ? from === to
    : from <= to && Date.parse(to) - Date.parse(from) < MOST_DAYS * 86_400_000;
const daysText = {
  message: 'Choose an end day on or after the start day, at most two years later',
  path: ['to'],
};

const totals = {
  /** One per visitor, resource and day. */
  views: z.int(),
  sales: z.int(),
  /** Free copies. */
  claims: z.int(),
  downloads: z.int(),
  reviews: z.int(),
};

export const ownStatsSchema = z.object({
  from: z.string(),
  to: z.string(),
  days: z.array(z.object({ day: z.string(), ...totals })),
  total: z.object(totals),
  /** The same number of days before. */
  before: z.object(totals),
  /** All time. */
  rating: z.number().nullable(),
  reviewCount: z.int(),
  followerCount: z.int(),
  /** Whether the seller ever sold anything; sales are hidden until then. */
  hasSold: z.boolean(),
  resources: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      thumbnailUrl: z.string(),
      isListed: z.boolean(),
      ...totals,
      rating: z.number().nullable(),
      reviewCount: z.int(),
      /** Views in twelve equal parts of the range. */
      trend: z.array(z.int()),
    }),
  ),
});
export type OwnStats = z.output<typeof ownStatsSchema>;

export const getOwnStats = defineContract({
  method: 'GET',
  path: '/api/my/store/numbers',
  summary: 'Get the viewer’s views, sales, downloads and reviews by day and by resource',
  access: 'signed-in',
  query: z.object(range).refine(daysAreFine, daysText),
  response: ownStatsSchema,
  errors: ['not_found'],
});

export const exportOwnStats = defineContract({
  method: 'GET',
  path: '/api/my/store/numbers.csv',
  summary: 'Export the stats as CSV, one row per resource or per day',
  access: 'signed-in',
  query: z
    .object({ ...range, by: z.enum(['resource', 'day']).default('resource') })
    .refine(daysAreFine, daysText),
  download: 'text/csv',
  errors: ['not_found'],
});
