// Licences, seats and invitations.
import { z } from 'zod';
import { emailField } from '#shared/features/account/account.schema.ts';
import { SOLD_ITEMS } from '#shared/features/entitlement/entitlement.states.ts';
import { SEAT_STATES } from './seat.rules.ts';

/** The invited address. */
export const inviteBody = z.object({ email: emailField });
export type InviteBody = z.infer<typeof inviteBody>;

/** An order line with more than one seat. */
export const licenceSchema = z.object({
  /** The id of the order line. */
  id: z.int(),
  itemType: z.enum(SOLD_ITEMS),
  itemId: z.int(),
  title: z.string(),
  sellerName: z.string(),
  href: z.string(),
  order: z.object({ id: z.int(), number: z.string() }),
  boughtAt: z.string(),
  /** Paid and not refunded; otherwise its seats give no access. */
  isLive: z.boolean(),
  quantity: z.int(),
  held: z.int(),
  invited: z.int(),
});
export type Licence = z.infer<typeof licenceSchema>;

/** An assigned seat. */
export const seatSchema = z.object({
  id: z.int(),
  licenceId: z.int(),
  position: z.int(),
  state: z.enum(SEAT_STATES),
  email: z.string(),
  /** The holder's name. */
  name: z.string().nullable(),
  since: z.string(),
});
export type Seat = z.infer<typeof seatSchema>;

/** What the viewer must do before accepting. */
export const INVITATION_STEPS = ['sign-in', 'other-account', 'confirm-address', 'accept', 'taken'] as const;

export const invitationSchema = z.object({
  /** What the seat is part of. */
  kind: z.enum(['licence', 'membership']),
  title: z.string(),
  sellerName: z.string(),
  href: z.string(),
  /** The buyer. */
  from: z.string(),
  /** In full for the invited person, otherwise masked. */
  email: z.string(),
  step: z.enum(INVITATION_STEPS),
  isLive: z.boolean(),
});
export type SeatInvitation = z.infer<typeof invitationSchema>;
