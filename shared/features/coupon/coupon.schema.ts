// A coupon as its owner sees and edits it.
import { z } from 'zod';
import { decimalToCents } from '#shared/money.ts';
import { LISTED_ITEMS } from '#shared/features/entitlement/entitlement.states.ts';
import { typedMoney, wireMoney } from '#shared/money.schema.ts';
import { COUPON_ITEM_KINDS, COUPON_KINDS, COUPON_STATES } from './coupon.states.ts';
import { idSchema } from '#shared/id.schema.ts';

export const COUPON_CODE = /^[A-Za-z0-9][A-Za-z0-9_-]{2,39}$/;

const MOST_CENTS = 99_999_999;

function money(missing: string, fewest: number) {
  return typedMoney(missing)
    .transform(decimalToCents)
    .refine((cents) => cents >= fewest, missing)
    .refine((cents) => cents <= MOST_CENTS, 'At most $999,999.99.');
}

const MOST_ITEMS = 200;

export const couponItemKeySchema = z.object({ itemType: z.enum(LISTED_ITEMS), itemId: idSchema });

/** What the form sends. Empty lists: covers everything. */
export const couponFields = z.object({
  code: z
    .string()
    .trim()
    .regex(COUPON_CODE, 'Use 3 to 40 letters and digits; - and _ are allowed after the first character.'),
  kind: z.enum(COUPON_KINDS),
  percent: z
    .int()
    .min(1, 'Enter a number from 1 to 100.')
    .max(100, 'Enter a number from 1 to 100.')
    .nullable(),
  amount: money('Enter an amount, such as 5.00.', 1).nullable(),
  kinds: z.array(z.enum(COUPON_ITEM_KINDS)).max(COUPON_ITEM_KINDS.length),
  items: z.array(couponItemKeySchema).max(MOST_ITEMS, `At most ${MOST_ITEMS} items.`),
  /** Platform coupons only. */
  sellers: z.array(idSchema).max(MOST_ITEMS, `At most ${MOST_ITEMS} sellers.`),
  startsAt: z.iso.datetime({ offset: true }).nullable(),
  endsAt: z.iso.datetime({ offset: true }).nullable(),
  maxUses: z
    .int()
    .min(1, 'Enter at least 1, or leave it empty.')
    .max(1_000_000, 'At most 1,000,000.')
    .nullable(),
  maxPerPerson: z.int().min(1, 'Enter at least 1, or leave it empty.').max(1000, 'At most 1,000.').nullable(),
  minimum: money('Enter an amount, such as 20.00, or 0.', 0),
  isFirstOrderOnly: z.boolean(),
  note: z.string().trim().max(500, 'At most 500 characters.'),
});

/** Checks across fields. */
export const couponFieldsSchema = couponFields
  .refine(({ kind, percent }) => kind !== 'percent' || percent !== null, {
    path: ['percent'],
    message: 'Enter a percentage.',
  })
  .refine(({ kind, amount }) => kind !== 'fixed' || amount !== null, {
    path: ['amount'],
    message: 'Enter an amount.',
  })
  .refine(({ startsAt, endsAt }) => !startsAt || !endsAt || Date.parse(startsAt) < Date.parse(endsAt), {
    path: ['endsAt'],
    message: 'The end must be after the start.',
  });
export type CouponFields = z.output<typeof couponFieldsSchema>;

/** An item a coupon is limited to, with its title. */
export const couponItemSchema = z.object({
  itemType: z.enum(LISTED_ITEMS),
  itemId: z.int(),
  title: z.string(),
  sellerName: z.string(),
});
export type CouponItem = z.infer<typeof couponItemSchema>;

export const couponSchema = z.object({
  id: z.int(),
  code: z.string(),
  /** The owner; null: the platform. */
  seller: z.object({ id: z.int(), name: z.string() }).nullable(),
  kind: z.enum(COUPON_KINDS),
  percent: z.int().nullable(),
  amount: wireMoney.nullable(),
  kinds: z.array(z.enum(COUPON_ITEM_KINDS)),
  items: z.array(couponItemSchema),
  sellers: z.array(z.object({ id: z.int(), name: z.string() })),
  startsAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  maxUses: z.int().nullable(),
  maxPerPerson: z.int().nullable(),
  minimum: wireMoney,
  isFirstOrderOnly: z.boolean(),
  note: z.string(),
  isActive: z.boolean(),
  standing: z.enum(COUPON_STATES),
  /** Paid orders, orders waiting for payment, and both against the limit. */
  usedCount: z.int(),
  heldCount: z.int(),
  /** Orders that were paid and not fully refunded: the discounts given, and the revenue. */
  discountGiven: wireMoney,
  revenue: wireMoney,
  /** Whether it was ever used; its value is fixed then. */
  isWorthFixed: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Coupon = z.infer<typeof couponSchema>;
