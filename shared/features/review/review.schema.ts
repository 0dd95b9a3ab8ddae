// What a review must be; the form and the server ask the same.
import { z } from 'zod';

export const reviewBody = z.object({
  stars: z.int().min(1, 'Choose one to five stars.').max(5),
  body: z.string().trim().max(4000, 'At most 4,000 characters, please.').default(''),
});
