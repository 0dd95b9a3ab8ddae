// What a resource looks like from outside, and what a shopper can ask for.
import { z } from 'zod';
import { AGE_GROUPS, LEVELS, RESOURCE_TYPES } from '#shared/vocabulary.ts';
import { LICENCES, METRES } from './resource.rules.ts';
import { RESOURCE_STATES } from './resource.states.ts';

const namedPart = z.object({ id: z.int(), name: z.string() });

export const resourceCardSchema = z.object({
  id: z.int(),
  title: z.string(),
  /** Its words without their marks: the beginning in a list, whole on its own page. */
  description: z.string(),
  /** "24.00"; "0.00" is free. */
  price: z.string(),
  imageUrl: z.string(),
  thumbnailUrl: z.string(),
  type: z.enum(RESOURCE_TYPES),
  /** As staff name it; see the dance styles. */
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
  /** Of the person, for initials. */
  firstName: z.string(),
  lastName: z.string(),
  rating: z.number().nullable(),
  reviewCount: z.int(),
  itemCount: z.int(),
});

export type SellerCard = z.output<typeof sellerCardSchema>;

/** How many gave one star, two, … five. */
export const histogramSchema = z.array(z.int()).length(5);

export const resourceDetailSchema = resourceCardSchema.extend({
  /** The description as its page shows it: made by the server, nothing in it but words, lists and links. */
  descriptionHtml: z.string(),
  state: z.enum(RESOURCE_STATES),
  tags: z.array(z.string()),
  licence: z.enum(LICENCES),
  updatedAt: z.string(),
  /** With what they say while they are away. */
  seller: sellerCardSchema.extend({ vacationNote: z.string() }),
  /** What is inside; never where it lies. */
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
});

export type ResourceDetail = z.output<typeof resourceDetailSchema>;

/** What only the person asking knows: theirs, owned, wished, reviewed. */
export const myItemSchema = z.object({
  /** They sell or teach it themselves. */
  isMine: z.boolean(),
  isOwned: z.boolean(),
  isWished: z.boolean(),
  /** Entitled and not their own. */
  canReview: z.boolean(),
  review: z.object({ id: z.int(), stars: z.int(), body: z.string() }).nullable(),
  hasReported: z.boolean(),
  /** Whose copy it is and by what, in words: “Mara Lindqvist, RV-000017”; null: they have none. */
  licensedTo: z.string().nullable(),
});
export type MyItem = z.output<typeof myItemSchema>;
