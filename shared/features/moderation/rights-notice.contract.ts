// Rights notices: what officers decide, and what sellers answer. Who reported something is told to officers alone;
// sellers read what kind of complaint it is and the officers' reason.
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

/** Someone who has deleted their account is “Former member”. */
const person = z.object({ id: z.int(), name: z.string() });

const noticeRow = z.object({
  id: z.int(),
  state: z.enum(NOTICE_STATES),
  reason: z.enum(REPORT_REASONS),
  isUrgent: z.boolean(),
  /** Its beginning in a list, whole on its own. */
  body: z.string(),
  createdAt: z.string(),
  dueAt: z.string(),
  /** Somebody waits, and the time is over. */
  isOverdue: z.boolean(),
  resource,
  seller: person,
  reporter: person,
  /** More notices about the same resource. */
  otherCount: z.int(),
});
export type NoticeRow = z.output<typeof noticeRow>;

const noticeDetail = noticeRow.extend({
  reporterEmail: z.string(),
  /** How often this person has reported something, this time included. */
  reporterNoticeCount: z.int(),
  salesCount: z.int(),
  /** First dismissed or upheld … */
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  decisionReason: z.string().nullable(),
  counterBody: z.string().nullable(),
  counteredAt: z.string().nullable(),
  /** … then put back or kept down; `closedBy` is null where the time was over. */
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
  /** What the person asking can do with it now. */
  decisions: z.array(z.enum(NOTICE_DECISIONS)),
  /** Why somebody else must decide it. */
  refusal: z.string().nullable(),
});
export type NoticeDetail = z.output<typeof noticeDetail>;

export const listNotices = defineContract({
  method: 'GET',
  path: '/api/rights-notices',
  summary: 'Rights notices in one state: private data first, then by deadline',
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
  summary: 'One rights notice, with everything officers know about it',
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
  /** As it will be when the decision takes effect, ten seconds from now. */
  response: noticeDetail.extend({ decision: heldDecisionSchema }),
  errors: ['not_found', 'conflict', 'forbidden'],
} as const;

export const dismissNotice = defineContract({
  ...decision,
  path: '/api/rights-notices/:id/dismiss',
  summary: 'Nothing is wrong: the reporter is told why',
});
export const upholdNotice = defineContract({
  ...decision,
  path: '/api/rights-notices/:id/uphold',
  summary: 'Take the resource down; seller and reporter are told why. Whoever has it keeps it',
});
export const acceptCounterNotice = defineContract({
  ...decision,
  path: '/api/rights-notices/:id/put-back',
  summary: 'Put the resource back, unless another notice keeps it down',
});
export const rejectCounterNotice = defineContract({
  ...decision,
  path: '/api/rights-notices/:id/keep-down',
  summary: 'Keep the resource down in spite of the counter-notice',
});

const ownNotice = z.object({
  id: z.int(),
  state: z.enum(STATES_SELLERS_SEE),
  reason: z.enum(REPORT_REASONS),
  resource,
  /** Why it was taken down, in the officers' words. */
  decisionReason: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** Until then a counter-notice can be filed; after one, the day it goes back on sale. */
  dueAt: z.string(),
  canCounter: z.boolean(),
  /** Whether it goes back on sale at `dueAt` without another word. */
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
  summary: 'Rights notices that took down resources of the caller; those that can still be answered first',
  access: 'signed-in',
  query: z.object(pageQuery),
  /** `waiting`: how many can still be answered. */
  response: pageOf(ownNotice).extend({ waiting: z.int() }),
});

export const counterNotice = defineContract({
  method: 'POST',
  path: '/api/my/notices/:id/counter',
  summary: 'File the one counter-notice there can be, before the deadline',
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
  summary: 'A rights notice: tell staff that something is wrong with this resource',
  access: 'signed-in',
  params: idParams,
  body: reportBody,
  errors: ['not_found', 'conflict'],
  rateLimit: { points: 20, seconds: 3600 },
});
