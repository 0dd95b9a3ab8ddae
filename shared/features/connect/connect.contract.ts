// The public directory of instructors.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams } from '#shared/id.schema.ts';
import {
  instructorDetailSchema,
  instructorFacetsSchema,
  instructorFilters,
  instructorListQuery,
  instructorPageSchema,
} from './connect.schema.ts';

export const listInstructors = defineContract({
  method: 'GET',
  path: '/api/instructors',
  summary: 'Search, filter and sort instructors, with their next free times',
  access: 'public',
  query: instructorListQuery,
  response: instructorPageSchema,
});

export const getInstructorFacets = defineContract({
  method: 'GET',
  path: '/api/instructors/facets',
  summary: 'Count the instructors for each filter option',
  access: 'public',
  query: z.object(instructorFilters),
  response: instructorFacetsSchema,
});

export const getInstructor = defineContract({
  method: 'GET',
  path: '/api/instructors/:id',
  summary: 'Get an instructor’s public page with sessions, credentials and reviews',
  access: 'public',
  params: idParams,
  response: instructorDetailSchema,
  errors: ['not_found'],
});
