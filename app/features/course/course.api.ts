// Courses and certifications, as pages ask for them.
import { catalogueQuery, freshQuery } from '#app/lib/query.ts';
import * as contract from '#shared/features/course/course.contract.ts';
import type { CourseDetail } from '#shared/features/course/course.schema.ts';
import { courseFilters, courseListQuery } from './course-url.ts';

export type { CourseCard, CourseDetail, Prerequisite } from '#shared/features/course/course.schema.ts';
export type CourseModule = CourseDetail['modules'][number];
export type CourseLesson = CourseModule['lessons'][number];

export const getCourseQuery = (id: number) => catalogueQuery(contract.getCourse, { params: { id } });

/** For signed-in users. */
export const listPrerequisitesQuery = (id: number) =>
  freshQuery(contract.listPrerequisites, { params: { id } });

export const listCoursesQuery = (params: URLSearchParams) =>
  catalogueQuery(contract.listCourses, { query: courseListQuery(params) });

export const getCourseFacetsQuery = (params: URLSearchParams) =>
  catalogueQuery(contract.getCourseFacets, { query: courseFilters(params) });
