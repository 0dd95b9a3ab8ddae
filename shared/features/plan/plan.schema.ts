// Plans as visitors see them.
import { z } from 'zod';
import { wireMoney } from '#shared/money.schema.ts';

const percent = z.int().min(0).max(100);

export const planSchema = z.object({
  id: z.int(),
  name: z.string(),
  audience: z.string(),
  trialDays: z.int(),
  monthly: wireMoney,
  yearly: wireMoney,
  seats: z.int(),
  resourceDiscount: percent,
  courseDiscount: percent,
  bookingDiscount: percent,
  /** Null: no limit. */
  monthlyDownloads: z.int().nullable(),
  bookingCredit: wireMoney,
  /** How many resources and courses the library has today. */
  libraryResources: z.int(),
  libraryCourses: z.int(),
});
export type Plan = z.infer<typeof planSchema>;
