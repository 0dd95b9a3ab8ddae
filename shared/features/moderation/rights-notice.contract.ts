// Rights notices: reports, decisions and counter-notices. Only officers see who reported something;
// sellers see the kind of complaint and the officers' reason.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { RESOURCE_STATES } from '#shared/features/resource/resource.states.ts';
import { reasonBody } from '#shared/reason.schema.ts';
import { idParams } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { heldDecisionSchema } from '#shared/features/site/site.schema.ts';
import { counterBody, reportBody } from './rights-notice.schema.ts';
import {
  NOTICE_DECISIONS,
  NOTICE_STATES,
  REPORT_REASONS,
  STATES_SELLERS_SEE,
} from './rights-notice.states.ts';

const resource = z.object({
  id: z.int(),
  title: z.string(),
  type: z.string(),
  price: z.string(),
  thumbnailUrl: z.string(),
  state: z.enum(RESOURCE_STATES),
  isTakenDown: z.boolean(),
});

/** “Former member” if they deleted their account. */
const person = z.object({ id: z.int(), name: z.string() });

const noticeRow = z.object({
  id: z.int(),
  state: z.enum(NOTICE_STATES),
  reason: z.enum(REPORT_REASONS),
  isUrgent: z.boolean(),
  /** An excerpt in lists. */
  body: z.string(),
  createdAt: z.string(),
  dueAt: z.string(),
  /** The deadline has passed. */
  isOverdue: z.boolean(),
  resource,
  seller: person,
  reporter: person,
  /** Other notices about the same resource. */
  otherCount: z.int(),
});
export type NoticeRow = z.output<typeof noticeRow>;

const noticeDetail = noticeRow.extend({
  reporterEmail: z.string(),
  /** Reports by this user, including this one. */
  reporterNoticeCount: z.int(),
  salesCount: z.int(),
  /** Dismissed or upheld. */
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  decisionReason: z.string().nullable(),
  counterBody: z.string().nullable(),
  counteredAt: z.string().nullable(),
  /** Restored or kept down; `closedBy` is null if the deadline decided. */
  closedBy: z.string().nullable(),
  closedAt: z.string().nullable(),
  closeReason: z.string().nullable(),
  others: z.array(
    z.object({
      id: z.int(),
      state: z.enum(NOTICE_STATES),
      reason: z.enum(REPORT_REASONS),
      reporter: person,
      createdAt: z.string(),
    }),
  ),
  /** What the viewer can decide now. */
  decisions: z.array(z.enum(NOTICE_DECISIONS)),
  /** Why the viewer can't decide. */
  refusal: z.string().nullable(),
});
export type NoticeDetail = z.output<typeof noticeDetail>;

export const listNotices = defineContract({
  method: 'GET',
  path: '/api/rights-notices',
  summary: 'List rights notices in a state, private data first',
  access: { permission: 'curriculum.manage' },
  query: z.object({ state: z.enum(NOTICE_STATES).default('open'), ...pageQuery }),
  response: pageOf(noticeRow).extend({
    counts: z.record(z.enum(NOTICE_STATES), z.int()),
    overdue: z.record(z.enum(NOTICE_STATES), z.int()),
  }),
});

export const getNotice = defineContract({
  method: 'GET',
  path: '/api/rights-notices/:id',
  summary: 'Get a rights notice',
  access: { permission: 'curriculum.manage' },
  params: idParams,
  response: noticeDetail,
  errors: ['not_found'],
});

const decision = {
  method: 'POST',
  access: { permission: 'curriculum.manage' },
  params: idParams,
  body: reasonBody,
  /** The notice once the decision takes effect, in ten seconds. */
  response: noticeDetail.extend({ decision: heldDecisionSchema }),
  errors: ['not_found', 'conflict', 'forbidden'],
} as const;

export const dismissNotice = defineContract({
  ...decision,
  path: '/api/rights-notices/:id/dismiss',
  summary: 'Dismiss a rights notice and email the reporter the reason',
});
export const upholdNotice = defineContract({
  ...decision,
  path: '/api/rights-notices/:id/uphold',
  summary: 'Uphold a rights notice and take the resource down',
});
export const acceptCounterNotice = defineContract({
  ...decision,
  path: '/api/rights-notices/:id/put-back',
  summary: 'Accept a counter-notice and restore the resource',
});
export const rejectCounterNotice = defineContract({
  ...decision,
  path: '/api/rights-notices/:id/keep-down',
  summary: 'Reject a counter-notice',
});

const ownNotice = z.object({
  id: z.int(),
  state: z.enum(STATES_SELLERS_SEE),
  reason: z.enum(REPORT_REASONS),
  resource,
  /** The officers' reason for the takedown. */
  decisionReason: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** Deadline for a counter-notice; after one, the day it goes back on sale. */
  dueAt: z.string(),
  canCounter: z.boolean(),
  /** Whether it goes back on sale automatically at `dueAt`. */
  isRestoredAutomatically: z.boolean(),
  counterBody: z.string().nullable(),
  counteredAt: z.string().nullable(),
  closedAt: z.string().nullable(),
  closeReason: z.string().nullable(),
});
export type OwnNotice = z.output<typeof ownNotice>;

export const listOwnNotices = defineContract({
  method: 'GET',
  path: '/api/my/notices',
  summary: 'List rights notices against the viewer’s resources',
  access: 'signed-in',
  query: z.object(pageQuery),
  /** `waiting`: how many can still be countered. */
  response: pageOf(ownNotice).extend({ waiting: z.int() }),
});

export const counterNotice = defineContract({
  method: 'POST',
  path: '/api/my/notices/:id/counter',
  summary: 'File a counter-notice',
  access: 'signed-in',
  params: idParams,
  body: counterBody,
  response: ownNotice,
  errors: ['not_found', 'conflict'],
  rateLimit: { points: 20, seconds: 3600 },
});

export const reportResource = defineContract({
  method: 'POST',
  path: '/api/resources/:id/report',
  summary: 'Report a resource',
  access: 'signed-in',
  params: idParams,
  body: reportBody,
  errors: ['not_found', 'conflict'],
  rateLimit: { points: 20, seconds: 3600 },
});
