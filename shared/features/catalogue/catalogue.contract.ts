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
  summary: 'Resources on sale: search, filter, sort, page',
});

export const listCurriculum = defineContract({
  ...list,
  path: '/api/curriculum',
  summary: 'The same list as /api/resources',
});

export const listResourcesOfSeller = defineContract({
  ...list,
  path: '/api/resources/seller/:id',
  summary: 'The resources of one seller, with the same search',
  params: idParams,
  errors: ['not_found'],
});

export const listResourcesOfCategory = defineContract({
  ...list,
  path: '/api/resources/category/:id',
  summary: 'The resources of one category and those below it, with the same search',
  params: idParams,
  errors: ['not_found'],
});

export const getResourceFacets = defineContract({
  method: 'GET',
  path: '/api/resources/facets',
  summary: 'How many resources each further choice would show; `seller` keeps to one seller',
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
  summary: 'What someone may be about to type, and where it leads',
  access: 'public',
  query: z.object({ q: resourceFilters.q }),
  response: z.array(
    z.object({
      /** A way to go on typing, a style, or a thing by its title. */
      kind: z.enum(['words', 'style', 'resource', 'course', 'seller']),
      text: z.string(),
      /** A path of this site. */
      to: z.string(),
    }),
  ),
});
