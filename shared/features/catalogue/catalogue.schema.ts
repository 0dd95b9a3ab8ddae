// Query and response schemas of the catalogue.
import { z } from 'zod';
import { MEETING_PLACES } from '#shared/features/instructor/instructor.rules.ts';
import { METRES } from '#shared/features/resource/resource.rules.ts';
import { resourceCardSchema } from '#shared/features/resource/resource.schema.ts';
import { STYLE_NAME_MAX } from '#shared/features/style/style.schema.ts';
import { idText } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { AGE_GROUPS, COURSE_KINDS, LEVELS, RESOURCE_TYPES } from '#shared/vocabulary.ts';
import {
  BPM_BAND_NAMES,
  MOST_MINUTES,
  PRICE_BAND_NAMES,
  RATING_FLOORS,
  RESOURCE_SORTS,
} from './catalogue.rules.ts';

/** `?style=Tap&style=Jazz` matches either. A single value arrives as a string. */
const several = <T extends z.ZodType>(value: T) =>
  z
    .preprocess(
      (given) => (given === undefined || Array.isArray(given) ? given : [given]),
      z.array(value).max(20),
    )
    .optional();

/**
 * Any text is a valid search. Too long is cut, and a repeated parameter counts once.
 */
const searchText = z
  .preprocess((given) => (Array.isArray(given) ? given[0] : given), z.string())
  .transform((text) => text.slice(0, 400).trim())
  .optional();

export const resourceFilters = {
  q: searchText,
  type: several(z.enum(RESOURCE_TYPES)),
  /** Unknown names match nothing, so old links show an empty list instead of an error. */
  style: several(z.string().max(STYLE_NAME_MAX)),
  ageGroup: several(z.enum(AGE_GROUPS)),
  level: several(z.enum(LEVELS)),
  category: several(idText),
  price: z.enum(PRICE_BAND_NAMES).optional(),
  rating: z.enum(RATING_FLOORS).optional(),
  bpm: z.enum(BPM_BAND_NAMES).optional(),
  metre: several(z.enum(METRES)),
  /** Resources that name this length, in minutes. */
  minutes: z.coerce.number().int().min(1).max(MOST_MINUTES).optional(),
};

export const resourceListQuery = z.object({
  ...resourceFilters,
  sort: z.enum(RESOURCE_SORTS).default('relevance'),
  ...pageQuery,
  /** The cursor from the previous page, so that deep pages stay fast. */
  after: z.string().max(200).optional(),
});

export type ResourceListQuery = z.output<typeof resourceListQuery>;

export type ResourceFilters = Omit<ResourceListQuery, 'sort' | 'page' | 'after'>;

/** What every list says about a typed search: each has some of these filters. */
export const understoodSchema = z
  .object({
    q: z.string().nullable(),
    style: z.array(z.string()),
    ageGroup: z.array(z.enum(AGE_GROUPS)),
    level: z.array(z.enum(LEVELS)),
    type: z.array(z.enum(RESOURCE_TYPES)),
    metre: z.array(z.enum(METRES)),
    bpm: z.enum(BPM_BAND_NAMES).nullable(),
    price: z.enum(PRICE_BAND_NAMES).nullable(),
    minutes: z.int().nullable(),
    kind: z.enum(COURSE_KINDS).nullable(),
    place: z.array(z.enum(MEETING_PLACES)),
  })
  .describe(
    'The filters that words of the search name, and the words left for full text; null if it names none',
  )
  .nullable();

export type UnderstoodSearch = NonNullable<z.output<typeof understoodSchema>>;

export const resourcePageSchema = pageOf(resourceCardSchema).extend({
  /** Counting stopped at a limit: "10,000 and more". */
  isTotalCapped: z.boolean(),
  /** For `after`; null on the last page. */
  nextCursor: z.string().nullable(),
  /** The corrected search, if the typed one found nothing. */
  correctedQuery: z.string().nullable(),
  understood: understoodSchema,
});

const facetSchema = z.array(z.object({ value: z.string(), label: z.string(), count: z.int() }));

export const resourceFacetsSchema = z.object({
  total: z.int(),
  isTotalCapped: z.boolean(),
  /** Each count applies all other filters: it is what choosing the option would show. */
  type: facetSchema,
  style: facetSchema,
  ageGroup: facetSchema,
  level: facetSchema,
  category: facetSchema,
  /** Requested categories that were merged, and into which: `{ "5": "7" }`. */
  mergedCategories: z.record(z.string(), z.string()),
  price: facetSchema,
  rating: facetSchema,
  bpm: facetSchema,
  metre: facetSchema,
});

export type ResourceFacets = z.output<typeof resourceFacetsSchema>;
