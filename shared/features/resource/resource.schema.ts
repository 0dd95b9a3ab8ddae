// What a resource looks like from outside, and what a shopper can ask for.
import { z } from 'zod';
import { STYLE_NAME_MAX } from '#shared/features/style/style.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { AGE_GROUPS, LEVELS, RESOURCE_TYPES } from '#shared/vocabulary.ts';
import {
  BPM_BAND_NAMES,
  LICENCES,
  METRES,
  PRICE_BAND_NAMES,
  RATING_FLOORS,
  RESOURCE_SORTS,
} from './resource.rules.ts';
import { RESOURCE_STATES } from './resource.states.ts';
import { idText } from '#shared/id.schema.ts';

/** `?style=Tap&style=Jazz`: one of them is enough. A single value arrives as itself. */
const several = <T extends z.ZodType>(value: T) =>
  z
    .preprocess(
      (given) => (given === undefined || Array.isArray(given) ? given : [given]),
      z.array(value).max(20),
    )
    .optional();

/**
 * Whatever someone types or pastes is a search: too long is cut, never refused. A parameter given twice counts once.
 */
const typedWords = z
  .preprocess((given) => (Array.isArray(given) ? given[0] : given), z.string())
  .transform((text) => text.slice(0, 400).trim())
  .optional();

export const resourceFilters = {
  q: typedWords,
  type: several(z.enum(RESOURCE_TYPES)),
  /** A name nobody has finds nothing: an old link leads to an empty list, not to an error. */
  style: several(z.string().max(STYLE_NAME_MAX)),
  ageGroup: several(z.enum(AGE_GROUPS)),
  level: several(z.enum(LEVELS)),
  category: several(idText),
  price: z.enum(PRICE_BAND_NAMES).optional(),
  rating: z.enum(RATING_FLOORS).optional(),
  bpm: z.enum(BPM_BAND_NAMES).optional(),
  metre: several(z.enum(METRES)),
};

export const resourceListQuery = z.object({
  ...resourceFilters,
  sort: z.enum(RESOURCE_SORTS).default('relevance'),
  ...pageQuery,
  /** Where the page before ended, as its answer said: the next page then costs no more than the first. */
  after: z.string().max(200).optional(),
});
export type ResourceListQuery = z.output<typeof resourceListQuery>;
export type ResourceFilters = Omit<ResourceListQuery, 'sort' | 'page' | 'after'>;

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

export const resourcePageSchema = pageOf(resourceCardSchema).extend({
  /** There are more than were counted: "10,000 and more". */
  isTotalCapped: z.boolean(),
  /** For `after`; null on the last page. */
  nextCursor: z.string().nullable(),
  /** What was searched for instead, where nothing was found under the words as typed. */
  correctedQuery: z.string().nullable(),
});

const facetSchema = z.array(z.object({ value: z.string(), label: z.string(), count: z.int() }));

export const resourceFacetsSchema = z.object({
  total: z.int(),
  isTotalCapped: z.boolean(),
  /** Each counted under all the other choices, so that a number says what a press would show. */
  type: facetSchema,
  style: facetSchema,
  ageGroup: facetSchema,
  level: facetSchema,
  category: facetSchema,
  /** Numbers of categories asked for that went into others, and into which: `{ "5": "7" }`. */
  mergedCategories: z.record(z.string(), z.string()),
  price: facetSchema,
  rating: facetSchema,
  bpm: facetSchema,
  metre: facetSchema,
});
export type ResourceFacets = z.output<typeof resourceFacetsSchema>;

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
