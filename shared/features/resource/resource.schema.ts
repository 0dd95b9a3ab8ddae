// Public shapes of a resource.
import { z } from 'zod';
import { AGE_GROUPS, LEVELS, RESOURCE_TYPES } from '#shared/vocabulary.ts';
import { LICENCES, METRES } from './resource.rules.ts';
import { RESOURCE_STATES } from './resource.states.ts';

const namedPart = z.object({ id: z.int(), name: z.string() });

export const resourceCardSchema = z.object({
  id: z.int(),
  title: z.string(),
  /** Plain text: an excerpt in lists, complete on its page. */
  description: z.string(),
  /** "24.00"; "0.00" is free. */
  price: z.string(),
  imageUrl: z.string(),
  thumbnailUrl: z.string(),
  type: z.enum(RESOURCE_TYPES),
  /** The name of a dance style. */
  danceStyle: z.string(),
  ageGroups: z.array(z.enum(AGE_GROUPS)),
  level: z.enum(LEVELS),
  category: namedPart.nullable(),
  seller: namedPart,
  /** Average stars, null before the first review. */
  rating: z.number().nullable(),
  reviewCount: z.int(),
  isFeatured: z.boolean(),
  bpm: z.int().nullable(),
  metre: z.enum(METRES).nullable(),
  createdAt: z.string(),
});

export type ResourceCard = z.output<typeof resourceCardSchema>;

export const previewSchema = z.object({
  id: z.int(),
  kind: z.enum(['page', 'image', 'audio', 'video', 'text']),
  /** Null for an excerpt. */
  url: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  seconds: z.int().nullable(),
  peaks: z.array(z.int()).nullable(),
  text: z.string().nullable(),
});

export type ResourcePreview = z.output<typeof previewSchema>;

export const sellerCardSchema = z.object({
  id: z.int(),
  name: z.string(),
  tagline: z.string(),
  profileImageUrl: z.string().nullable(),
  /** The user's name, for initials. */
  firstName: z.string(),
  lastName: z.string(),
  rating: z.number().nullable(),
  reviewCount: z.int(),
  itemCount: z.int(),
});

export type SellerCard = z.output<typeof sellerCardSchema>;

/** Number of reviews with one to five stars. */
export const histogramSchema = z.array(z.int()).length(5);

export const resourceDetailSchema = resourceCardSchema.extend({
  /** Sanitized HTML: text, lists and links only. */
  descriptionHtml: z.string(),
  state: z.enum(RESOURCE_STATES),
  tags: z.array(z.string()),
  licence: z.enum(LICENCES),
  updatedAt: z.string(),
  /** Includes the vacation note. */
  seller: sellerCardSchema.extend({ vacationNote: z.string() }),
  /** Files, without their storage keys. */
  files: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      label: z.string(),
      contentType: z.string(),
      bytes: z.int(),
      pages: z.int().nullable(),
      seconds: z.int().nullable(),
    }),
  ),
  previews: z.array(previewSchema),
  histogram: histogramSchema,
  /** Members can use it without buying it. */
  isInLibrary: z.boolean(),
});

export type ResourceDetail = z.output<typeof resourceDetailSchema>;

/** The viewer's relationship: own, owned, on the wishlist, reviewed. */
export const myItemSchema = z.object({
  /** The viewer sells or teaches it. */
  isMine: z.boolean(),
  isOwned: z.boolean(),
  /** Theirs only through a membership: it can still be bought, to keep. */
  endsWithMembership: z.boolean(),
  isWished: z.boolean(),
  /** Entitled, and not their own. */
  canReview: z.boolean(),
  review: z.object({ id: z.int(), stars: z.int(), body: z.string() }).nullable(),
  hasReported: z.boolean(),
  /** Licensee and order, “Mara Lindqvist, RV-000017”; null without a copy. */
  licensedTo: z.string().nullable(),
});
export type MyItem = z.output<typeof myItemSchema>;
