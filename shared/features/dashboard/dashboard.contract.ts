// The numbers on the staff dashboard.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';

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
