// Courses and certifications, as pages ask for them.
import type { ContractInput } from '#shared/contract.ts';
import { getCourse, getCourseFacets, listCourses } from '#shared/features/course/course.contract.ts';
import type { CourseDetail } from '#shared/features/course/course.schema.ts';
import { catalogueQuery } from '#app/lib/query.ts';

export type { CourseCard, CourseDetail } from '#shared/features/course/course.schema.ts';
export type CourseModule = CourseDetail['modules'][number];
export type CourseLesson = CourseModule['lessons'][number];

export const courseQuery = (id: number) => catalogueQuery(getCourse, { params: { id } });

export const coursesQuery = (query: ContractInput<typeof listCourses>['query']) =>
  catalogueQuery(listCourses, { query });

export const courseFacetsQuery = (query: ContractInput<typeof getCourseFacets>['query']) =>
  catalogueQuery(getCourseFacets, { query });
