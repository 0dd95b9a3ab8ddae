// The officers' home: what waits first, then what was done.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { queueItemSchema } from '#shared/features/moderation/moderation.contract.ts';
import { REPORT_REASONS } from '#shared/features/resource/resource.rules.ts';
import { RESOURCE_EVENT_KINDS } from '#shared/features/resource/resource.states.ts';

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
