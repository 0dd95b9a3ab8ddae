// What a rights notice must say; the form and the server ask the same.
import { z } from 'zod';
import { REPORT_REASONS } from './resource.rules.ts';

export const reportBody = z.object({
  reason: z.enum(REPORT_REASONS, 'Choose what is wrong.'),
  body: z.string().trim().min(20, 'Please say in a sentence or two what is wrong.').max(4000),
});
export type ReportBody = z.output<typeof reportBody>;
