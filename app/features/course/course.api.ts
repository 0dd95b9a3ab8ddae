// Courses and certifications, as pages ask for them.
import { useQuery } from '@tanstack/react-query';
import {
  getCourse,
  getCourseFacets,
  getMyCourse,
  listCourses,
} from '#shared/features/course/course.contract.ts';
import type { CourseDetail, CourseFilters, CourseListQuery } from '#shared/features/course/course.schema.ts';
import { contractQuery } from '#app/lib/query.ts';

export type { CourseCard, CourseDetail } from '#shared/features/course/course.schema.ts';
export type CourseModule = CourseDetail['modules'][number];
export type CourseLesson = CourseModule['lessons'][number];

export const courseQuery = (id: number) => contractQuery(getCourse, { params: { id } });

export const coursesQuery = (query: Partial<CourseListQuery>) => contractQuery(listCourses, { query });

export const courseFacetsQuery = (query: CourseFilters) => contractQuery(getCourseFacets, { query });

export const myCourseQuery = (id: number) => contractQuery(getMyCourse, { params: { id } });

/** How the course stands to whoever is signed in; asked once that is known. */
export function useMyCourse(id: number, isSignedIn: boolean) {
  return useQuery({ ...myCourseQuery(id), enabled: isSignedIn }).data;
}
