// Courses and certifications, as pages ask for them.
import { getCourse, getCourseFacets, listCourses } from '#shared/features/course/course.contract.ts';
import type { CourseDetail, CourseFilters, CourseListQuery } from '#shared/features/course/course.schema.ts';
import { catalogueQuery } from '#app/lib/query.ts';

export type { CourseCard, CourseDetail } from '#shared/features/course/course.schema.ts';
export type CourseModule = CourseDetail['modules'][number];
export type CourseLesson = CourseModule['lessons'][number];

export const courseQuery = (id: number) => catalogueQuery(getCourse, { params: { id } });

export const coursesQuery = (query: Partial<CourseListQuery>) => catalogueQuery(listCourses, { query });

export const courseFacetsQuery = (query: CourseFilters) => catalogueQuery(getCourseFacets, { query });
