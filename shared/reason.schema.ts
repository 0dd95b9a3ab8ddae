// The reason staff give for a decision about another user.
import { z } from 'zod';

export const reasonField = z
  .string()
  .trim()
  .min(3, 'Say why, in a few words')
  .max(500, 'At most 500 characters');
export const reasonBody = z.object({ reason: reasonField });
export type ReasonBody = z.input<typeof reasonBody>;
