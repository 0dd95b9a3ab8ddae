// What officers write about sellers; the form and the server ask the same.
import { z } from 'zod';

export const SELLER_NOTE_MAX = 2000;

export const sellerNoteBody = z.object({
  body: z
    .string()
    .trim()
    .min(3, 'Write a few words')
    .max(SELLER_NOTE_MAX, `At most ${SELLER_NOTE_MAX} characters`),
});
export type SellerNoteBody = z.input<typeof sellerNoteBody>;
