// The dashboards of staff and of officers.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { queueItemSchema } from '#shared/features/moderation/moderation.contract.ts';
import { REPORT_REASONS } from '#shared/features/moderation/rights-notice.states.ts';
import { RESOURCE_EVENT_KINDS } from '#shared/features/resource/resource.states.ts';

const trend = z.object({
  /** In the chosen days. */
  total: z.int(),
  /** In as many days before those. */
  before: z.int(),
  series: z.array(z.object({ day: z.string(), value: z.int() })),
});

export const getStaffDashboard = defineContract({
  method: 'GET',
  path: '/api/admin/dashboard',
  summary: 'Sign-ups, active people and waiting applications, with their trend',
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
    /** Different people each day; `total` counts each of them once. */
    activePeople: trend,
    applicationsWaiting: z.int(),
    oldestApplicationAt: z.string().nullable(),
    failedJobs: z.int(),
    /** Payments that do not fit their orders. */
    paymentsSetAside: z.int(),
    /** Buyers who wait for an answer about their money. */
    refundRequests: z.int(),
    openDisputes: z.int(),
  }),
});

export const getOfficerDashboard = defineContract({
  method: 'GET',
  path: '/api/moderation/dashboard',
  summary: 'What waits for officers, the numbers of thirty days, the caller’s own decisions',
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
      /** From sending to decision; null while nothing was decided. */
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
