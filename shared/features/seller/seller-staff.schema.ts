// What officers write about sellers; the form and the server ask the same.
import { z } from 'zod';

export const STORE_NOTE_MAX = 2000;

export const storeNoteBody = z.object({
  body: z
    .string()
    .trim()
    .min(3, 'Write a few words')
    .max(STORE_NOTE_MAX, `At most ${STORE_NOTE_MAX} characters`),
});
export type StoreNoteBody = z.input<typeof storeNoteBody>;
