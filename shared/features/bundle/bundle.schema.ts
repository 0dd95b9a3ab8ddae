// A bundle as it is written by whoever sells it, and as it is read by everyone.
import { z } from 'zod';
import { lineOfText } from '#shared/line-of-text.schema.ts';
import { decimalToCents, isDecimalMoney } from '#shared/money.ts';
import { toPlainText } from '#shared/plain-text.ts';
import { wireMoney } from '#shared/money.schema.ts';
import { BUNDLE_FEWEST, BUNDLE_ITEMS, BUNDLE_MOST, BUNDLE_STATES, bundleItemKey } from './bundle.rules.ts';
import { idSchema } from '#shared/id.schema.ts';

export const BUNDLE_TITLE_MAX = 120;
export const BUNDLE_DESCRIPTION_MAX = 5000;

const isAmount = (value: string) => isDecimalMoney(value) && !value.startsWith('-');

const price = z
  .string()
  .trim()
  .refine(isAmount, 'Enter an amount such as 24.00')
  .refine((value) => !isAmount(value) || decimalToCents(value) > 0, 'A bundle costs at least $0.01')
  .refine((value) => !isAmount(value) || decimalToCents(value) <= 10_000_000, 'At most 100,000.00');

/** One thing of a bundle, by its number. */
export const bundleItemKeySchema = z.object({
  itemType: z.enum(BUNDLE_ITEMS),
  itemId: idSchema,
});
export type BundleItemKey = z.output<typeof bundleItemKeySchema>;

export const bundleFields = z.object({
  title: lineOfText
    .max(BUNDLE_TITLE_MAX, `At most ${BUNDLE_TITLE_MAX} characters`)
    .refine((text) => toPlainText(text) !== '', 'Give it a title'),
  /** Plain text; an empty line begins a paragraph. */
  description: z
    .string()
    .trim()
    .max(BUNDLE_DESCRIPTION_MAX, `At most ${BUNDLE_DESCRIPTION_MAX} characters`)
    .default(''),
  price,
  items: z
    .array(bundleItemKeySchema)
    .min(BUNDLE_FEWEST, `Choose at least ${BUNDLE_FEWEST} things`)
    .max(BUNDLE_MOST, `At most ${BUNDLE_MOST} things`)
    .refine((items) => new Set(items.map(bundleItemKey)).size === items.length, 'Each thing once'),
});
export type BundleFields = z.output<typeof bundleFields>;

/** What a bundle can be made of, and what it is made of. */
export const bundlePartSchema = bundleItemKeySchema.extend({
  /** `certification` where it is one. */
  kind: z.string(),
  title: z.string(),
  /** Who sells or teaches it. */
  by: z.string(),
  price: wireMoney,
  thumbnailUrl: z.string(),
  imageUrl: z.string(),
  href: z.string(),
  isListed: z.boolean(),
});
export type BundleItem = z.infer<typeof bundlePartSchema>;

/** The same as the form holds it: things whole, so that they can be shown. */
export const bundleForm = bundleFields.extend({
  items: z
    .array(bundlePartSchema)
    .min(BUNDLE_FEWEST, `Choose at least ${BUNDLE_FEWEST} things`)
    .max(BUNDLE_MOST, `At most ${BUNDLE_MOST} things`),
});
export type BundleForm = z.input<typeof bundleForm>;

export const bundleCardSchema = z.object({
  id: z.int(),
  title: z.string(),
  price: wireMoney,
  /** What its things cost one by one. */
  apart: wireMoney,
  saving: wireMoney,
  /** Of what they cost apart, rounded down. */
  savingPercent: z.int(),
  itemCount: z.int(),
  /** Null: put together by the house. */
  seller: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Of the first few things in it. */
  covers: z.array(z.object({ thumbnailUrl: z.string(), imageUrl: z.string() })),
});
export type BundleCard = z.infer<typeof bundleCardSchema>;

export const bundleSchema = bundleCardSchema.extend({
  description: z.string(),
  state: z.enum(BUNDLE_STATES),
  /** Everything in it can be had. */
  isForSale: z.boolean(),
  items: z.array(bundlePartSchema),
  /** In it, and no longer on sale. */
  goneCount: z.int(),
  updatedAt: z.string(),
});
export type Bundle = z.infer<typeof bundleSchema>;

/** Everything the form needs. */
export const ownBundleSchema = bundleSchema.extend({
  /** Counts the saves: of two tabs, the one that is behind is told (`conflict`). */
  revision: z.int(),
  salesCount: z.int(),
  createdAt: z.string(),
  publishedAt: z.string().nullable(),
  /** Why it is not, or could not be, on sale. */
  problems: z.array(z.object({ path: z.string(), message: z.string() })),
});
export type OwnBundle = z.infer<typeof ownBundleSchema>;
