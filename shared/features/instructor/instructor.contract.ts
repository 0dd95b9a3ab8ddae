// Instructors on Connect: their own profile and session types, and what staff do with them.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idParams } from '#shared/id.schema.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { reasonBody } from '#shared/reason.schema.ts';
import { INSTRUCTOR_STATES } from './instructor.rules.ts';
import {
  instructorBody,
  ownInstructorSchema,
  sessionTypeBody,
  sessionTypeOrderBody,
} from './instructor.schema.ts';

export const getOwnInstructor = defineContract({
  method: 'GET',
  path: '/api/my/instructor',
  summary: 'Get the viewer’s Connect profile and session types',
  access: 'signed-in',
  response: ownInstructorSchema,
  errors: ['forbidden'],
});

export const updateOwnInstructor = defineContract({
  method: 'PUT',
  path: '/api/my/instructor',
  summary: 'Save the viewer’s Connect profile',
  access: 'signed-in',
  body: instructorBody,
  response: ownInstructorSchema,
  errors: ['forbidden'],
});

export const publishOwnInstructor = defineContract({
  method: 'POST',
  path: '/api/my/instructor/publish',
  summary: 'List the viewer in the directory',
  access: 'signed-in',
  response: ownInstructorSchema,
  errors: ['forbidden', 'conflict', 'unprocessable'],
});

export const unpublishOwnInstructor = defineContract({
  method: 'POST',
  path: '/api/my/instructor/unpublish',
  summary: 'Take the viewer off the directory; existing bookings stay',
  access: 'signed-in',
  response: ownInstructorSchema,
  errors: ['forbidden', 'conflict'],
});

export const createSessionType = defineContract({
  method: 'POST',
  path: '/api/my/session-types',
  summary: 'Offer a new session',
  access: 'signed-in',
  body: sessionTypeBody,
  response: ownInstructorSchema,
  status: 201,
  errors: ['forbidden', 'conflict', 'unprocessable'],
});

export const updateSessionType = defineContract({
  method: 'PUT',
  path: '/api/my/session-types/:id',
  summary: 'Change a session; existing bookings keep their time and price',
  access: 'signed-in',
  params: idParams,
  body: sessionTypeBody,
  response: ownInstructorSchema,
  errors: ['forbidden', 'not_found', 'conflict'],
});

export const setSessionTypeArchived = defineContract({
  method: 'PUT',
  path: '/api/my/session-types/:id/archived',
  summary: 'Stop offering a session, or offer it again',
  access: 'signed-in',
  params: idParams,
  body: z.object({ isArchived: z.boolean() }),
  response: ownInstructorSchema,
  errors: ['forbidden', 'not_found', 'conflict'],
});

export const setSessionTypeOrder = defineContract({
  method: 'PUT',
  path: '/api/my/session-types/order',
  summary: 'Set the order in which sessions are shown',
  access: 'signed-in',
  body: sessionTypeOrderBody,
  response: ownInstructorSchema,
  errors: ['forbidden', 'conflict'],
});

const access = { permission: 'instructors.manage' } as const;

const staffInstructorRow = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  profileImageUrl: z.string().nullable(),
  state: z.enum(INSTRUCTOR_STATES),
  isAccountSuspended: z.boolean(),
  headline: z.string(),
  timeZone: z.string(),
  sessionTypeCount: z.int(),
  /** Confirmed and completed sessions. */
  bookingCount: z.int(),
  rating: z.number().nullable(),
  reviewCount: z.int(),
  /** Null: the fee of the settings. */
  feePercent: z.string().nullable(),
  since: z.string(),
});
export type StaffInstructorRow = z.output<typeof staffInstructorRow>;

const staffInstructorDetail = staffInstructorRow.extend({
  city: z.string().nullable(),
  languages: z.array(z.string()),
  styles: z.array(z.string()),
  suspendedReason: z.string().nullable(),
  upcomingBookingCount: z.int(),
  /** The viewer. */
  isOwn: z.boolean(),
});
export type StaffInstructor = z.output<typeof staffInstructorDetail>;

export const listStaffInstructors = defineContract({
  method: 'GET',
  path: '/api/admin/instructors',
  summary: 'List instructors by state, name or id',
  access,
  query: z.object({
    q: z.string().trim().max(200).optional(),
    state: z.enum(INSTRUCTOR_STATES).optional(),
    ...pageQuery,
  }),
  response: pageOf(staffInstructorRow).extend({
    counts: z.record(z.enum(['all', ...INSTRUCTOR_STATES]), z.int()),
  }),
});

export const getStaffInstructor = defineContract({
  method: 'GET',
  path: '/api/admin/instructors/:id',
  summary: 'Get an instructor with stats',
  access,
  params: idParams,
  response: staffInstructorDetail,
  errors: ['not_found'],
});

export const suspendInstructor = defineContract({
  method: 'POST',
  path: '/api/admin/instructors/:id/suspend',
  summary: 'Suspend an instructor: nobody can find or book them; existing bookings stay',
  access,
  params: idParams,
  body: reasonBody,
  response: staffInstructorDetail,
  errors: ['not_found', 'conflict', 'forbidden'],
});

export const restoreInstructor = defineContract({
  method: 'POST',
  path: '/api/admin/instructors/:id/restore',
  summary: 'Restore a suspended instructor, listed again if their profile is complete',
  access,
  params: idParams,
  response: staffInstructorDetail,
  errors: ['not_found', 'conflict', 'forbidden'],
});

export const setInstructorFee = defineContract({
  method: 'PUT',
  path: '/api/admin/instructors/:id/fee',
  summary: 'Set the platform’s fee for an instructor, or restore the default',
  access,
  params: idParams,
  body: z.object({
    percent: z
      .string()
      .trim()
      .regex(/^\d{1,3}(\.\d{1,2})?$/, 'Enter a percentage such as 12.5')
      .refine((percent) => Number(percent) <= 100, 'The fee is at most 100%')
      .nullable(),
  }),
  response: staffInstructorDetail,
  errors: ['not_found', 'forbidden'],
});
