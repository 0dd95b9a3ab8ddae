// The staff and officer dashboards.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { queueItemSchema } from '#shared/features/moderation/moderation.contract.ts';
import { REPORT_REASONS } from '#shared/features/moderation/rights-notice.states.ts';
import { SETUP_STEPS } from './setup.rules.ts';
import { RESOURCE_EVENT_KINDS } from '#shared/features/resource/resource.states.ts';

const trend = z.object({
  /** In the chosen days. */
  total: z.int(),
  /** In the same number of days before. */
  before: z.int(),
  series: z.array(z.object({ day: z.string(), value: z.int() })),
});

export const getStaffDashboard = defineContract({
  method: 'GET',
  path: '/api/admin/dashboard',
  summary: 'Get sign-ups, active users and waiting applications, with their trend',
  access: { permission: 'dashboard.view' },
  query: z.object({
    days: z.coerce
      .number()
      .int()
      .refine((days) => [7, 30, 90].includes(days))
      .default(30),
  }),
  response: z.object({
    days: z.int(),
    people: z.int(),
    signUps: trend,
    /** Users per day; `total` counts each user once. */
    activePeople: trend,
    applicationsWaiting: z.int(),
    oldestApplicationAt: z.string().nullable(),
    failedJobs: z.int(),
    /** Payment problems: payments that don't match their orders. */
    paymentsSetAside: z.int(),
    refundRequests: z.int(),
    openDisputes: z.int(),
  }),
});

export const getSiteSetup = defineContract({
  method: 'GET',
  path: '/api/admin/setup',
  summary: 'Get what a new site needs before it can open, and which of it is done',
  access: { permission: 'settings.edit' },
  response: z.object({
    /** Empty on a demo site, which is never opened. */
    steps: z.array(z.object({ key: z.enum(SETUP_STEPS), isDone: z.boolean() })),
    feePoints: z.int(),
  }),
});

export const getOfficerDashboard = defineContract({
  method: 'GET',
  path: '/api/moderation/dashboard',
  summary: "Get open work, thirty-day stats and the viewer's own decisions",
  access: { permission: 'curriculum.manage' },
  response: z.object({
    counts: z.object({ waiting: z.int(), changed: z.int() }),
    /** The oldest of each. */
    waiting: z.array(queueItemSchema),
    changed: z.array(queueItemSchema),
    openNotices: z.int(),
    notices: z.array(
      z.object({
        id: z.int(),
        reason: z.enum(REPORT_REASONS),
        title: z.string(),
        dueAt: z.string(),
        isOverdue: z.boolean(),
      }),
    ),
    applications: z.object({ waiting: z.int(), oldestAt: z.string().nullable() }),
    numbers: z.object({
      days: z.int(),
      decided: z.int(),
      published: z.int(),
      /** From submission to decision; null without decisions. */
      medianHours: z.number().nullable(),
    }),
    decisions: z.array(
      z.object({
        id: z.int(),
        kind: z.enum(RESOURCE_EVENT_KINDS),
        label: z.string(),
        reason: z.string().nullable(),
        resourceId: z.int(),
        title: z.string(),
        createdAt: z.string(),
      }),
    ),
  }),
});
