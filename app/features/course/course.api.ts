// Courses and certifications, as pages ask for them.
import { getCourse, getCourseFacets, listCourses } from '#shared/features/course/course.contract.ts';
import type { CourseDetail } from '#shared/features/course/course.schema.ts';
import { catalogueQuery } from '#app/lib/query.ts';
import { courseFilters, courseListQuery } from './course-url.ts';

export type { CourseCard, CourseDetail } from '#shared/features/course/course.schema.ts';
export type CourseModule = CourseDetail['modules'][number];
export type CourseLesson = CourseModule['lessons'][number];

export const courseQuery = (id: number) => catalogueQuery(getCourse, { params: { id } });

export const coursesQuery = (params: URLSearchParams) =>
  catalogueQuery(listCourses, { query: courseListQuery(params) });

export const courseFacetsQuery = (params: URLSearchParams) =>
  catalogueQuery(getCourseFacets, { query: courseFilters(params) });
