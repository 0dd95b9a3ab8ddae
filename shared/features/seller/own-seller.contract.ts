// A seller's own shop: what it says of itself, what waits for its keeper, and its numbers. Each sees their own alone.
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
  /** Null: the drawn banner. */
  bannerUrl: z.string().nullable(),
  state: z.enum(SELLER_STATES),
  suspendedReason: z.string().nullable(),
});
export type OwnSeller = z.output<typeof ownSellerSchema>;

export const getOwnSeller = defineContract({
  method: 'GET',
  path: '/api/my/store',
  summary: 'The caller’s own shop, as its settings show it',
  access: 'signed-in',
  response: ownSellerSchema,
  errors: ['not_found'],
});

export const updateOwnSeller = defineContract({
  method: 'PATCH',
  path: '/api/my/store',
  summary: 'Change what the caller’s shop says of itself',
  access: 'signed-in',
  body: sellerBody,
  response: ownSellerSchema,
  errors: ['not_found', 'conflict'],
});

export const setOwnBanner = defineContract({
  method: 'PUT',
  path: '/api/my/store/banner',
  summary: 'Use an uploaded picture as the shop’s banner; null goes back to the drawn one',
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
  /** The officers' reason, what to do about a preview, the newest review; as it was written. */
  words: z.string(),
  /** How many of these there are for this resource. */
  count: z.int(),
  /** When it came up. */
  at: z.string(),
  /** Until when it can be answered. */
  dueAt: z.string().nullable(),
  /** Of a rights notice: which one. */
  noticeId: z.int().nullable(),
});
export type SellerTask = z.output<typeof waitingSchema>;

export const listOwnTasks = defineContract({
  method: 'GET',
  path: '/api/my/store/waiting',
  summary: 'What waits for the caller as a seller, the most pressing first',
  access: 'signed-in',
  response: z.object({ items: z.array(waitingSchema), total: z.int() }),
  errors: ['not_found'],
});

export const MOST_DAYS = 732;

/** Both days belong to it; days are those of UTC. Without them: the last thirty. */
const range = { from: z.iso.date().optional(), to: z.iso.date().optional() };
const daysAreFine = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined
    ? from === to
    : from <= to && Date.parse(to) - Date.parse(from) < MOST_DAYS * 86_400_000;
const daysText = { message: 'From the earlier day to the later, at most two years', path: ['to'] };

const totals = {
  /** Each person once a day for each resource. */
  views: z.int(),
  sales: z.int(),
  /** Taken for free. */
  claims: z.int(),
  downloads: z.int(),
  reviews: z.int(),
};

export const ownStatsSchema = z.object({
  from: z.string(),
  to: z.string(),
  days: z.array(z.object({ day: z.string(), ...totals })),
  total: z.object(totals),
  /** As many days, just before. */
  before: z.object(totals),
  /** Over all time. */
  rating: z.number().nullable(),
  reviewCount: z.int(),
  followerCount: z.int(),
  /** Whether anything was ever sold: nobody reads a zero where there was nothing to sell with. */
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
      /** Views in twelve even parts of the time asked for. */
      trend: z.array(z.int()),
    }),
  ),
});
export type OwnStats = z.output<typeof ownStatsSchema>;

export const getOwnStats = defineContract({
  method: 'GET',
  path: '/api/my/store/numbers',
  summary:
    'How the caller’s shop did between two days: views, sales, downloads, reviews, by day and by resource',
  access: 'signed-in',
  query: z.object(range).refine(daysAreFine, daysText),
  response: ownStatsSchema,
  errors: ['not_found'],
});

export const exportOwnStats = defineContract({
  method: 'GET',
  path: '/api/my/store/numbers.csv',
  summary: 'The same as CSV: a line for each resource, or for each day',
  access: 'signed-in',
  query: z
    .object({ ...range, by: z.enum(['resource', 'day']).default('resource') })
    .refine(daysAreFine, daysText),
  download: 'text/csv',
  errors: ['not_found'],
});
