// Courses and certifications, as everyone may read them.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { myItemSchema } from '#shared/features/resource/resource.schema.ts';
import { idParams } from '#shared/id.schema.ts';
import {
  courseCardSchema,
  courseDetailSchema,
  courseFacetsSchema,
  courseFilters,
  courseListQuery,
  coursePageSchema,
} from './course.schema.ts';

export const listCourses = defineContract({
  method: 'GET',
  path: '/api/courses',
  summary: 'Courses and certifications: search, filter, sort, page; certifications first',
  access: 'public',
  query: courseListQuery,
  response: coursePageSchema,
});

export const getCourseFacets = defineContract({
  method: 'GET',
  path: '/api/courses/facets',
  summary: 'How many courses each further choice would show',
  access: 'public',
  query: z.object(courseFilters),
  response: courseFacetsSchema,
});

export const listFeaturedCourses = defineContract({
  method: 'GET',
  path: '/api/courses/featured',
  summary: 'Up to six featured courses; a bare array',
  access: 'public',
  response: z.array(courseCardSchema),
});

export const getCourse = defineContract({
  method: 'GET',
  path: '/api/courses/:id',
  summary: 'One course with its outline; the text of lessons only where they are free previews',
  access: 'public',
  params: idParams,
  response: courseDetailSchema,
  errors: ['not_found'],
});

export const getCourseAccess = defineContract({
  method: 'GET',
  path: '/api/courses/:id/mine',
  summary: 'How this course stands to the person asking',
  access: 'signed-in',
  params: idParams,
  response: myItemSchema,
  errors: ['not_found'],
});
