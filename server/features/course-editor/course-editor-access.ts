// Who may edit a course: its instructor and admins. To anyone else it isn't there.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import {
  type CourseOwner,
  type CourseRow,
  findOwnedCourse,
  lockOwnedCourse,
} from '#server/features/course/course-publish.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import { hasPermission } from '#shared/roles.ts';

/** The editor, or the user who scheduled it: jobs act for users without a session. */
export type Editor = Pick<Viewer, 'id' | 'roles' | 'needsTwoFactor'>;

/** A role that owes its second factor gives nothing without it. */
export const isCourseManager = (viewer: Editor): boolean =>
  !viewer.needsTwoFactor && hasPermission(viewer.roles, 'courses.manage');

export const canTeach = (viewer: Editor): boolean =>
  isCourseManager(viewer) || viewer.roles.includes('instructor');

export function noSuchCourse(): AppError {
  return new AppError('not_found', 'This course doesn’t exist, or it isn’t yours.');
}

export function changedElsewhere(): AppError {
  return new AppError(
    'conflict',
    'This course was changed elsewhere, perhaps in another tab. Reload the page, then make your change.',
  );
}

function ownerFor(viewer: Editor, id: number): CourseOwner {
  if (!canTeach(viewer)) throw noSuchCourse();
  return { id, instructorId: isCourseManager(viewer) ? null : viewer.id };
}

export async function getEditableCourse(ctx: AppContext, viewer: Editor, id: number): Promise<CourseRow> {
  const course = await findOwnedCourse(ctx.db, ownerFor(viewer, id));
  if (!course) throw noSuchCourse();
  return course;
}

/** Locked until the transaction ends, so changes to one course happen one after the other. */
export async function lockEditableCourse(tx: Tx, viewer: Editor, id: number): Promise<CourseRow> {
  const course = await lockOwnedCourse(tx, ownerFor(viewer, id));
  if (!course) throw noSuchCourse();
  return course;
}
