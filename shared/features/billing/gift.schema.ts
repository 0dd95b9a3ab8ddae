// Gifts of a membership: what their buyers enter, and what they, recipients and staff see.
import { z } from 'zod';
import { emailField } from '#shared/features/account/account.schema.ts';
import { GIFT_STATES } from '#shared/features/membership/membership.states.ts';
import { idSchema } from '#shared/id.schema.ts';
import { lineOfText } from '#shared/line-of-text.schema.ts';
import { wireMoney } from '#shared/money.schema.ts';

export const GIFT_MESSAGE_MAX = 500;
const NAME_MAX = 80;

const name = (missing: string) => lineOfText.min(1, missing).max(NAME_MAX, `At most ${NAME_MAX} characters`);

export const giftFields = z.object({
  planId: idSchema,
  fromName: name('Enter your name'),
  recipientName: name('Enter their name'),
  recipientEmail: emailField,
  message: z.string().trim().max(GIFT_MESSAGE_MAX, `At most ${GIFT_MESSAGE_MAX} characters`),
  /** The email goes out on this day. */
  sendOn: z.iso.date({ error: 'Choose a day' }),
});
export type GiftFields = z.output<typeof giftFields>;

export const giftSchema = z.object({
  id: z.int(),
  state: z.enum(GIFT_STATES),
  planName: z.string(),
  /** As it is printed. */
  code: z.string(),
  recipientName: z.string(),
  recipientEmail: z.string(),
  sendOn: z.iso.date(),
  sentAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  redeemedAt: z.iso.datetime().nullable(),
});
export type Gift = z.infer<typeof giftSchema>;

export const staffGiftSchema = giftSchema.omit({ code: true }).extend({
  /** Only its last four letters: the rest is for the recipient. */
  codeEnd: z.string(),
  buyer: z.object({ id: z.int(), name: z.string(), email: z.string() }),
  order: z.object({ id: z.int(), number: z.string(), total: wireMoney }).nullable(),
  membershipId: z.int().nullable(),
});
export type StaffGift = z.infer<typeof staffGiftSchema>;

/** start: a membership of its own · extend: a later end of the one they have · replace_trial. */
export const GIFT_EFFECTS = ['start', 'extend', 'replace_trial'] as const;

export const giftPreviewSchema = z.object({
  planName: z.string(),
  fromName: z.string(),
  recipientName: z.string(),
  message: z.string(),
  /** Null: not signed in, or not now (`problem`). */
  effect: z.enum(GIFT_EFFECTS).nullable(),
  /** The plan that is extended, which may be another one. */
  extendedPlanName: z.string().nullable(),
  days: z.int().nullable(),
  endsAt: z.iso.datetime().nullable(),
  problem: z.string().nullable(),
});
export type GiftPreview = z.infer<typeof giftPreviewSchema>;
