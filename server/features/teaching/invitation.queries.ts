// Invitations to courses, and whom a name on a list means, in SQL.
import { and, asc, count, eq, gt, isNull, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { courses } from '#server/db/schema/course.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { courseInvitations } from '#server/db/schema/teaching.ts';
import type { TeacherScope } from './student.queries.ts';

/** By email address or username. */
export async function findNamedUser(db: DbOrTx, { key }: { key: string }) {
  const [row] = await db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      state: users.state,
      isEmailVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
    })
    .from(users)
    .where(sql`${users.emailKey} = ${key} or ${users.usernameKey} = ${key}`)
    .orderBy(sql`${users.emailKey} = ${key} desc`)
    .limit(1);
  return row ?? null;
}

type NewInvitation = {
  courseId: number;
  email: string;
  emailKey: string;
  tokenHash: Buffer;
  invitedBy: number;
  createdAt: Date;
  expiresAt: Date;
};

/** Inviting again replaces the link of the email before. */
export async function upsertInvitation(tx: Tx, invitation: NewInvitation): Promise<void> {
  const { tokenHash, expiresAt, invitedBy } = invitation;
  await tx
    .insert(courseInvitations)
    .values(invitation)
    .onConflictDoUpdate({
      target: [courseInvitations.courseId, courseInvitations.emailKey],
      targetWhere: isNull(courseInvitations.acceptedAt),
      set: { tokenHash, expiresAt, invitedBy },
    });
}

const isOpen = (now: Date) => and(isNull(courseInvitations.acceptedAt), gt(courseInvitations.expiresAt, now));

const isOfTeacher = ({ teacherId, isStaff }: TeacherScope) =>
  isStaff ? undefined : eq(courses.instructorId, teacherId);

export async function countOpenInvitations(db: DbOrTx, { now, ...scope }: TeacherScope & { now: Date }) {
  const [row] = await db
    .select({ count: count() })
    .from(courseInvitations)
    .innerJoin(courses, eq(courses.id, courseInvitations.courseId))
    .where(and(isOpen(now), isOfTeacher(scope)));
  return row?.count ?? 0;
}

export async function listOpenInvitations(
  db: DbOrTx,
  { now, limit, offset, ...scope }: TeacherScope & { now: Date; limit: number; offset: number },
) {
  return db
    .select({
      id: courseInvitations.id,
      email: courseInvitations.email,
      course: { id: courses.id, title: courses.title },
      createdAt: courseInvitations.createdAt,
      expiresAt: courseInvitations.expiresAt,
    })
    .from(courseInvitations)
    .innerJoin(courses, eq(courses.id, courseInvitations.courseId))
    .where(and(isOpen(now), isOfTeacher(scope)))
    .orderBy(asc(courseInvitations.createdAt), asc(courseInvitations.id))
    .limit(limit)
    .offset(offset);
}

/** False: there is none, it was accepted, or it belongs to somebody else's course. */
export async function deleteOpenInvitation(
  db: DbOrTx,
  { id, teacherId, isStaff }: TeacherScope & { id: number },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    delete from course_invitations i using courses c
    where i.id = ${id} and i.accepted_at is null and c.id = i.course_id
      and ${isStaff ? sql`true` : sql`c.instructor_id = ${teacherId}`}`);
  return (rowCount ?? 0) > 0;
}

export async function findOpenInvitation(db: DbOrTx, { tokenHash, now }: { tokenHash: Buffer; now: Date }) {
  const [row] = await db
    .select({
      email: courseInvitations.email,
      course: { id: courses.id, title: courses.title },
      instructor: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(courseInvitations)
    .innerJoin(courses, eq(courses.id, courseInvitations.courseId))
    .innerJoin(users, eq(users.id, courses.instructorId))
    .where(and(eq(courseInvitations.tokenHash, tokenHash), isOpen(now)));
  return row ?? null;
}

type ClaimedInvitation = { id: number; courseId: number; invitedBy: number | null };
const claimed = {
  id: courseInvitations.id,
  courseId: courseInvitations.courseId,
  invitedBy: courseInvitations.invitedBy,
};

/** Null: the link was used, withdrawn, or is too old. Of two at once, one gets it. */
export async function claimInvitation(
  tx: Tx,
  { tokenHash, userId, now }: { tokenHash: Buffer; userId: number; now: Date },
): Promise<ClaimedInvitation | null> {
  const [row] = await tx
    .update(courseInvitations)
    .set({ acceptedBy: userId, acceptedAt: now })
    .where(and(eq(courseInvitations.tokenHash, tokenHash), isOpen(now)))
    .returning(claimed);
  return row ?? null;
}

/** All that wait for an address its owner has confirmed. */
export async function claimInvitationsOf(
  tx: Tx,
  { emailKey, userId, now }: { emailKey: string; userId: number; now: Date },
): Promise<ClaimedInvitation[]> {
  return tx
    .update(courseInvitations)
    .set({ acceptedBy: userId, acceptedAt: now })
    .where(and(eq(courseInvitations.emailKey, emailKey), isOpen(now)))
    .returning(claimed);
}
