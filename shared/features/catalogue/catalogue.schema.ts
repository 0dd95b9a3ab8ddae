// What the catalogue can be asked for, and what it answers.
import { z } from 'zod';
import { METRES } from '#shared/features/resource/resource.rules.ts';
import { resourceCardSchema } from '#shared/features/resource/resource.schema.ts';
import { STYLE_NAME_MAX } from '#shared/features/style/style.schema.ts';
import { idText } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { AGE_GROUPS, LEVELS, RESOURCE_TYPES } from '#shared/vocabulary.ts';
import { BPM_BAND_NAMES, PRICE_BAND_NAMES, RATING_FLOORS, RESOURCE_SORTS } from './catalogue.rules.ts';

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
