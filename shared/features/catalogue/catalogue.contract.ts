// The public catalogue: lists, facets and search suggestions. /api/resources and /api/curriculum are two names for one list (spec §7).
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams, idText } from '#shared/id.schema.ts';
import {
  resourceFacetsSchema,
  resourceFilters,
  resourceListQuery,
  resourcePageSchema,
} from './catalogue.schema.ts';

const list = {
  method: 'GET',
  access: 'public',
  query: resourceListQuery,
  response: resourcePageSchema,
} as const;

export const listResources = defineContract({
  ...list,
  path: '/api/resources',
  summary: 'Search, filter and sort resources on sale',
});

export const listCurriculum = defineContract({
  ...list,
  path: '/api/curriculum',
  summary: 'Same as /api/resources',
});

export const listResourcesOfSeller = defineContract({
  ...list,
  path: '/api/resources/seller/:id',
  summary: 'List a seller’s resources, with the same filters',
  params: idParams,
  errors: ['not_found'],
});

export const listResourcesOfCategory = defineContract({
  ...list,
  path: '/api/resources/category/:id',
  summary: 'List resources of a category and its subcategories, with the same filters',
  params: idParams,
  errors: ['not_found'],
});

export const getResourceFacets = defineContract({
  method: 'GET',
  path: '/api/resources/facets',
  summary: 'Count the resources for each filter option',
  access: 'public',
  query: z.object({
    ...resourceFilters,
    seller: idText.optional(),
  }),
  response: resourceFacetsSchema,
});

export const suggestSearches = defineContract({
  method: 'GET',
  path: '/api/search/suggestions',
  summary: 'Suggest searches, styles, resources, courses, sellers and instructors for a partial query',
  access: 'public',
  query: z.object({ q: resourceFilters.q }),
  response: z.array(
    z.object({
      /** A completion, a style, or something with a page of its own. */
      kind: z.enum(['words', 'style', 'resource', 'course', 'seller', 'instructor']),
      text: z.string(),
      /** A path on this site. */
      to: z.string(),
    }),
  ),
});
