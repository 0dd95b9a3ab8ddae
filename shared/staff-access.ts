// What permissions add to operations that others may call too. Contracts name it as `further`; the service asks for the
// permission, and /admin/roles lists the operation under it.
import type { Further } from './contract.ts';

/** Learners and instructors have these for their own courses. */
export const EVERY_COURSE = [
  { permission: 'courses.manage', covers: 'in every course' },
] as const satisfies readonly Further[];

/** Clients and instructors have these for their own bookings. */
export const EVERY_BOOKING = [
  { permission: 'bookings.manage', covers: 'of everyone' },
] as const satisfies readonly Further[];

/** Buyers and sellers have these for what they bought or sell. */
export const EVERY_RESOURCE = [
  { permission: 'curriculum.manage', covers: 'in every state' },
] as const satisfies readonly Further[];

/** `categories.manage` covers those of resources. */
export const COURSE_CATEGORIES = [
  { permission: 'course-categories.manage', covers: 'for courses' },
] as const satisfies readonly Further[];

/** Which of the two it takes depends on what the application is for. */
export const DECIDING_APPLICATIONS = [
  { permission: 'sellers.approve', covers: 'to sell' },
  { permission: 'instructors.approve', covers: 'to teach' },
] as const satisfies readonly Further[];

/** Instructors have these for templates of their own. */
export const SHARED_TEMPLATES = [
  { permission: 'courses.manage', covers: 'that every instructor may use' },
] as const satisfies readonly Further[];
