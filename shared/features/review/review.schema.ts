// What a review must be, which form and server ask alike, and how it is read.
import { z } from 'zod';

export const reviewBody = z.object({
  stars: z.int().min(1, 'Choose one to five stars.').max(5),
  body: z.string().trim().max(4000, 'At most 4,000 characters, please.').default(''),
});

export const reviewSchema = z.object({
  id: z.int(),
  stars: z.int(),
  body: z.string(),
  /** First name and initial: “Annika S.”; “A former member” when the account is gone. */
  author: z.string(),
  createdAt: z.string(),
  /** Changed after it was first written. */
  isEdited: z.boolean(),
  answer: z.object({ body: z.string(), by: z.string(), at: z.string() }).nullable(),
});
export type Review = z.output<typeof reviewSchema>;
