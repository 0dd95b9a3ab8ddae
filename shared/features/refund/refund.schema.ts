// Texts in refund requests and decisions.
import { z } from 'zod';

export const refundReason = z
  .string()
  .trim()
  .min(3, 'Enter a reason.')
  .max(1000, 'At most 1,000 characters.');

export const refundResponseSchema = z.string().trim().max(1000, 'At most 1,000 characters.').default('');
