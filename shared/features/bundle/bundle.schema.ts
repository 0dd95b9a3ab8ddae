// A bundle as its seller edits it, and as everyone sees it.
import { z } from 'zod';
import { lineOfText } from '#shared/line-of-text.schema.ts';
import { decimalToCents, formatCents } from '#shared/money.ts';
import { toPlainText } from '#shared/plain-text.ts';
import { LEAST_CHARGE_CENTS } from '#shared/price.ts';
import { typedPrice, wireMoney } from '#shared/money.schema.ts';
import { BUNDLE_FEWEST, BUNDLE_ITEMS, BUNDLE_MOST, BUNDLE_STATES, bundleItemKey } from './bundle.rules.ts';
import { idSchema } from '#shared/id.schema.ts';

export const BUNDLE_TITLE_MAX = 120;
export const BUNDLE_DESCRIPTION_MAX = 5000;

/** One item of a bundle, by type and id. */
export const bundleItemKeySchema = z.object({
  itemType: z.enum(BUNDLE_ITEMS),
  itemId: idSchema,
});
export type BundleItemKey = z.output<typeof bundleItemKeySchema>;

export const bundleFields = z.object({
  title: lineOfText
    .max(BUNDLE_TITLE_MAX, `At most ${BUNDLE_TITLE_MAX} characters`)
    .refine((text) => toPlainText(text) !== '', 'Enter a title'),
  /** Plain text; an empty line starts a paragraph. */
  description: z
    .string()
    .trim()
    .max(BUNDLE_DESCRIPTION_MAX, `At most ${BUNDLE_DESCRIPTION_MAX} characters`)
    .default(''),
  price: typedPrice('24.00').refine(
    (price) => decimalToCents(price) > 0,
    `A bundle costs at least ${formatCents(LEAST_CHARGE_CENTS)}`,
  ),
  items: z
    .array(bundleItemKeySchema)
    .min(BUNDLE_FEWEST, `Choose at least ${BUNDLE_FEWEST} items`)
    .max(BUNDLE_MOST, `Choose at most ${BUNDLE_MOST} items`)
    .refine((items) => new Set(items.map(bundleItemKey)).size === items.length, 'Add each item only once'),
});
export type BundleFields = z.output<typeof bundleFields>;

/** An item in a bundle, or one that can be added. */
export const bundlePartSchema = bundleItemKeySchema.extend({
  /** `certification` for courses of that kind. */
  kind: z.string(),
  title: z.string(),
  /** The seller or instructor. */
  by: z.string(),
  price: wireMoney,
  thumbnailUrl: z.string(),
  imageUrl: z.string(),
  href: z.string(),
  isListed: z.boolean(),
});
export type BundleItem = z.infer<typeof bundlePartSchema>;

/** The same in the form, with whole items, so that they can be shown. */
export const bundleForm = bundleFields.extend({
  items: z
    .array(bundlePartSchema)
    .min(BUNDLE_FEWEST, `Choose at least ${BUNDLE_FEWEST} items`)
    .max(BUNDLE_MOST, `Choose at most ${BUNDLE_MOST} items`),
});
export type BundleForm = z.input<typeof bundleForm>;

export const bundleCardSchema = z.object({
  id: z.int(),
  title: z.string(),
  price: wireMoney,
  /** The sum of its items' prices. */
  apart: wireMoney,
  saving: wireMoney,
  /** In percent of that sum, rounded down. */
  savingPercent: z.int(),
  itemCount: z.int(),
  /** Null: a platform bundle. */
  seller: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Of its first few items. */
  covers: z.array(z.object({ thumbnailUrl: z.string(), imageUrl: z.string() })),
});
export type BundleCard = z.infer<typeof bundleCardSchema>;

export const bundleSchema = bundleCardSchema.extend({
  description: z.string(),
  state: z.enum(BUNDLE_STATES),
  /** Every item is available. */
  isForSale: z.boolean(),
  items: z.array(bundlePartSchema),
  /** Items no longer on sale. */
  goneCount: z.int(),
  updatedAt: z.string(),
});
export type Bundle = z.infer<typeof bundleSchema>;

/** Everything the editor needs. */
export const ownBundleSchema = bundleSchema.extend({
  /** Counts saves: saving an older revision is a `conflict`. */
  revision: z.int(),
  salesCount: z.int(),
  createdAt: z.string(),
  publishedAt: z.string().nullable(),
  /** What keeps it off sale. */
  problems: z.array(z.object({ path: z.string(), message: z.string() })),
});
export type OwnBundle = z.infer<typeof ownBundleSchema>;
