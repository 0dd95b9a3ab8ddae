// The forms of rights notices: a report, and the seller’s counter-notice. Browser and server validate with them.
import { z } from 'zod';
import { REPORT_REASONS } from './rights-notice.states.ts';

export const COUNTER_MAX = 4000;

export const counterBody = z.object({
  body: z
    .string()
    .trim()
    .min(20, 'Say in a sentence or two why it should be back on sale')
    .max(COUNTER_MAX, `At most ${COUNTER_MAX} characters`),
  isGoodFaith: z.boolean().refine(Boolean, 'Confirm that what you write is true'),
});
export type CounterBody = z.input<typeof counterBody>;

export const reportBody = z.object({
  reason: z.enum(REPORT_REASONS, 'Choose what is wrong.'),
  body: z.string().trim().min(20, 'Say in a sentence or two what is wrong.').max(4000),
});
export type ReportBody = z.output<typeof reportBody>;
