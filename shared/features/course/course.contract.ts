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
  prerequisiteSchema,
} from './course.schema.ts';

export const listCourses = defineContract({
  method: 'GET',
  path: '/api/courses',
  summary: 'Search, filter and sort courses and certifications; certifications first',
  access: 'public',
  query: courseListQuery,
  response: coursePageSchema,
});

export const getCourseFacets = defineContract({
  method: 'GET',
  path: '/api/courses/facets',
  summary: 'Count the courses for each filter option',
  access: 'public',
  query: z.object(courseFilters),
  response: courseFacetsSchema,
});

export const listFeaturedCourses = defineContract({
  method: 'GET',
  path: '/api/courses/featured',
  summary: 'List up to six featured courses as a bare array',
  access: 'public',
  response: z.array(courseCardSchema),
});

export const getCourse = defineContract({
  method: 'GET',
  path: '/api/courses/:id',
  summary: 'Get a course with its outline',
  access: 'public',
  params: idParams,
  response: courseDetailSchema,
  errors: ['not_found'],
});

export const getCourseAccess = defineContract({
  method: 'GET',
  path: '/api/courses/:id/mine',
  summary: 'Get the viewer’s relationship to a course',
  access: 'signed-in',
  params: idParams,
  response: myItemSchema,
  errors: ['not_found'],
});

export const listPrerequisites = defineContract({
  method: 'GET',
  path: '/api/courses/:id/prerequisites',
  summary: 'List the courses the viewer has to finish before the lessons of this one open',
  access: 'signed-in',
  params: idParams,
  response: z.array(prerequisiteSchema),
  errors: ['not_found'],
});
