// Review schemas, for the form and the server.
import { z } from 'zod';

export const reviewBody = z.object({
  stars: z.int().min(1, 'Choose one to five stars').max(5),
  body: z.string().trim().max(4000, 'Use at most 4,000 characters').default(''),
});

export const reviewSchema = z.object({
  id: z.int(),
  stars: z.int(),
  body: z.string(),
  /** First name and initial: “Annika S.”; “A former member” if the account was deleted. */
  author: z.string(),
  createdAt: z.string(),
  /** Edited after publishing. */
  isEdited: z.boolean(),
  answer: z.object({ body: z.string(), by: z.string(), at: z.string() }).nullable(),
});
export type Review = z.output<typeof reviewSchema>;
