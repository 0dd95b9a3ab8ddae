// What a seller says against a takedown; the form and the server ask the same.
import { z } from 'zod';

export const COUNTER_MAX = 4000;

export const counterBody = z.object({
  body: z
    .string()
    .trim()
    .min(20, 'Say in a sentence or two why it should be back on sale')
    .max(COUNTER_MAX, `At most ${COUNTER_MAX} characters`),
  isGoodFaith: z.boolean().refine(Boolean, 'Please confirm that you believe what you write'),
});
export type CounterBody = z.input<typeof counterBody>;
