// Seats of memberships.
import { z } from 'zod';

/** Of another teacher, in the viewer's membership. */
export const memberSeatSchema = z.object({
  id: z.int(),
  state: z.enum(['invited', 'held']),
  email: z.string(),
  /** The holder's name. */
  name: z.string().nullable(),
  since: z.iso.datetime(),
});
export type MemberSeat = z.infer<typeof memberSeatSchema>;

/** The viewer's own, in someone else's membership. */
export const heldSeatSchema = z.object({
  id: z.int(),
  planName: z.string(),
  /** Whose membership it is. */
  from: z.string(),
  since: z.iso.datetime(),
  /** False while the membership is paused. */
  isOpen: z.boolean(),
});
export type HeldSeat = z.infer<typeof heldSeatSchema>;
