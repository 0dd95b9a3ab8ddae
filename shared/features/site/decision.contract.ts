// Taking back what one has just decided.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';

/** How a decision that still waits is undone. */
export const heldDecision = z.object({ id: z.uuid(), undoUntil: z.string() });
export type HeldDecision = z.output<typeof heldDecision>;

export const undoDecision = defineContract({
  method: 'POST',
  path: '/api/decisions/:id/undo',
  summary:
    'Undo a decision of mine, or all of one press, before it takes effect ten seconds after it was made',
  access: 'signed-in',
  params: z.object({ id: z.uuid() }),
  response: z.object({ undone: z.int() }),
  errors: ['not_found', 'conflict'],
});
