// Plans as staff edit them, and the member library.
import { z } from 'zod';
import { ENTITLEMENT_ITEMS } from '#shared/features/entitlement/entitlement.states.ts';
import { idSchema } from '#shared/id.schema.ts';
import { lineOfText } from '#shared/line-of-text.schema.ts';
import { decimalToCents } from '#shared/money.ts';
import { typedMoney, wireMoney } from '#shared/money.schema.ts';
import { toPlainText } from '#shared/plain-text.ts';
import { MOST_PRICE_CENTS, PRICE_TOO_HIGH } from '#shared/price.ts';
import { PLAN_PERIODS, PLAN_STATES } from './plan.rules.ts';

export const PLAN_NAME_MAX = 60;
export const PLAN_AUDIENCE_MAX = 120;
export const MOST_PLANS = 50;

const amount = (fewest: number, missing: string) =>
  typedMoney(missing)
    .refine((value) => decimalToCents(value) >= fewest, missing)
    .refine((value) => decimalToCents(value) <= MOST_PRICE_CENTS, PRICE_TOO_HIGH);

const whole = (least: number, most: number) => {
  const error = `Enter a whole number from ${least} to ${most.toLocaleString('en')}`;
  return z.int({ error }).min(least, error).max(most, error);
};

const price = amount(100, 'Enter an amount from 1.00, such as 19.00');

export const planFields = z.object({
  name: lineOfText
    .max(PLAN_NAME_MAX, `At most ${PLAN_NAME_MAX} characters`)
    .refine((text) => toPlainText(text) !== '', 'Enter a name'),
  audience: lineOfText.max(PLAN_AUDIENCE_MAX, `At most ${PLAN_AUDIENCE_MAX} characters`),
  monthly: price,
  yearly: price,
  trialDays: whole(0, 90),
  seats: whole(1, 500),
  resourceDiscount: whole(0, 100),
  courseDiscount: whole(0, 100),
  bookingDiscount: whole(0, 100),
  /** Null: no limit. */
  monthlyDownloads: whole(0, 10_000).nullable(),
  bookingCredit: amount(0, 'Enter an amount such as 60.00, or 0'),
});
export type PlanFields = z.output<typeof planFields>;

export const staffPlanSchema = z.object({
  id: z.int(),
  name: z.string(),
  audience: z.string(),
  monthly: wireMoney,
  yearly: wireMoney,
  trialDays: z.int(),
  seats: z.int(),
  resourceDiscount: z.int(),
  courseDiscount: z.int(),
  bookingDiscount: z.int(),
  monthlyDownloads: z.int().nullable(),
  bookingCredit: wireMoney,
  state: z.enum(PLAN_STATES),
  /** Whose membership isn't over. */
  members: z.int(),
  /** Every price it ever had, newest first, with those who pay it. */
  prices: z.array(
    z.object({
      id: z.int(),
      period: z.enum(PLAN_PERIODS),
      amount: wireMoney,
      createdAt: z.string(),
      /** No longer for new members since then. */
      retiredAt: z.string().nullable(),
      members: z.int(),
    }),
  ),
  updatedAt: z.string(),
});
export type StaffPlan = z.infer<typeof staffPlanSchema>;

export const libraryKeySchema = z.object({ itemType: z.enum(ENTITLEMENT_ITEMS), itemId: idSchema });
export type LibraryKey = z.output<typeof libraryKeySchema>;

export const libraryItemSchema = z.object({
  /** `resource-7` */
  id: z.string(),
  itemType: z.enum(ENTITLEMENT_ITEMS),
  itemId: z.int(),
  title: z.string(),
  /** The seller or instructor. */
  by: z.string(),
  price: wireMoney,
  thumbnailUrl: z.string(),
  href: z.string(),
  /** On sale; members can't add what isn't. */
  isListed: z.boolean(),
});
export type LibraryItem = z.infer<typeof libraryItemSchema>;
