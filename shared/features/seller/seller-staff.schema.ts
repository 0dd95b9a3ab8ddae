// Forms for staff notes about sellers, shared by the page and the server.
import { z } from 'zod';

export const SELLER_NOTE_MAX = 2000;

export const sellerNoteBody = z.object({
  body: z
    .string()
    .trim()
    .min(3, 'Enter at least 3 characters')
    .max(SELLER_NOTE_MAX, `At most ${SELLER_NOTE_MAX} characters`),
});
export type SellerNoteBody = z.input<typeof sellerNoteBody>;
