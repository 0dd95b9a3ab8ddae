// All courses for staff: every state, featured ones, and who teaches them.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { COURSE_STATES } from '#shared/features/course/course.rules.ts';
import { idParams } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { STAFF_COURSE_SORTS } from './course-editor.rules.ts';
import { COURSE_KINDS } from '#shared/vocabulary.ts';

export const staffCourseSchema = z.object({
  id: z.int(),
  title: z.string(),
  shortName: z.string(),
  kind: z.enum(COURSE_KINDS),
  state: z.enum(COURSE_STATES),
  isFeatured: z.boolean(),
  hasUnpublishedChanges: z.boolean(),
  instructor: z.object({ id: z.int(), name: z.string(), username: z.string() }),
  price: z.string(),
  /** Of each sale, in percent; null: `defaultShare`, from the site's settings. */
  instructorShare: z.int().nullable(),
  defaultShare: z.int(),
  lessonCount: z.int(),
  learnerCount: z.int(),
  thumbnailUrl: z.string(),
  updatedAt: z.string(),
});
export type StaffCourse = z.output<typeof staffCourseSchema>;

const access = { permission: 'courses.manage' } as const;

export const listStaffCourses = defineContract({
  method: 'GET',
  path: '/api/admin/courses',
  summary: 'List courses in every state',
  access,
  query: z.object({
    q: z.string().max(200).optional(),
    state: z.enum(COURSE_STATES).optional(),
    featured: z.enum(['yes', 'no']).optional(),
    sort: z.enum(STAFF_COURSE_SORTS).default('updated'),
    ...pageQuery,
  }),
  response: pageOf(staffCourseSchema).extend({
    counts: z.record(z.enum(['all', ...COURSE_STATES]), z.int()),
  }),
});

export const featureCourse = defineContract({
  method: 'PUT',
  path: '/api/admin/courses/:id/featured',
  summary: 'Show a course on the front pages, or stop showing it there',
  access,
  params: idParams,
  body: z.object({ isFeatured: z.boolean() }),
  response: staffCourseSchema,
  errors: ['not_found', 'conflict'],
});

export const transferCourse = defineContract({
  method: 'POST',
  path: '/api/admin/courses/:id/transfer',
  summary: 'Transfer a course to another instructor',
  access,
  params: idParams,
  body: z.object({ username: z.string().trim().min(1, 'Enter a username or email').max(200) }),
  response: staffCourseSchema,
  errors: ['not_found', 'conflict', 'unprocessable'],
});

export const setInstructorShare = defineContract({
  method: 'PUT',
  path: '/api/admin/courses/:id/share',
  summary: 'Set the instructor’s share of a course’s sales, or restore the site’s default',
  access,
  params: idParams,
  body: z.object({
    instructorShare: z.int().min(0, 'From 0 to 100').max(100, 'From 0 to 100').nullable(),
  }),
  response: staffCourseSchema,
  errors: ['not_found'],
});
