// How a resource or a course stands to one person.
import { z } from 'zod';

/** What only the person asking knows: theirs, owned, wished, reviewed. */
export const myItemSchema = z.object({
  /** They sell or teach it themselves. */
  isMine: z.boolean(),
  isOwned: z.boolean(),
  isWished: z.boolean(),
  /** Entitled and not their own. */
  canReview: z.boolean(),
  review: z.object({ id: z.int(), stars: z.int(), body: z.string() }).nullable(),
  hasReported: z.boolean(),
  /** Whose copy it is and by what, in words: “Mara Lindqvist, RV-000017”; null: they have none. */
  licensedTo: z.string().nullable(),
});
export type MyItem = z.output<typeof myItemSchema>;
