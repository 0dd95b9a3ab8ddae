// What the practice player stores, as it is sent and checked.
import { z } from 'zod';
import { PRACTICE_SPEEDS, SHORTEST_LOOP } from './practice.rules.ts';

/** A lesson longer than this isn't one. */
const second = z.number().min(0).max(86_400);

export const practiceSettingsSchema = z.object({
  speed: z.literal(PRACTICE_SPEEDS),
  isMirrored: z.boolean(),
  isCountedIn: z.boolean(),
  loop: z
    .object({ start: second, end: second.nullable() })
    .refine(({ start, end }) => end === null || end - start >= SHORTEST_LOOP - 0.01, {
      message: 'The end of a loop must come after its start.',
    })
    .nullable(),
  isLooping: z.boolean(),
  captions: z.string().max(20).nullable(),
});
