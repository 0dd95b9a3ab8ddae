// What people write when money goes back.
import { z } from 'zod';

export const refundReason = z
  .string()
  .trim()
  .min(3, 'Say why, in a few words.')
  .max(1000, 'At most 1,000 characters.');

export const refundResponseSchema = z.string().trim().max(1000, 'At most 1,000 characters.').default('');
