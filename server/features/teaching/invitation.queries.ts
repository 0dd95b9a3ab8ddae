// Invitations to courses, and whom a name on a list means, in SQL.
import { and, asc, count, eq, gt, isNull, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { courses } from '#server/db/schema/course.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { courseInvitations } from '#server/db/schema/teaching.ts';
import type { TeacherScope } from './student.queries.ts';

/** Whom each key means, by email address or username; an address comes before a username that looks like it. */
export async function listNamedUsers(db: DbOrTx, { keys }: { keys: readonly string[] }) {
  const { rows } = await db.execute<NamedUser & { key: string }>(sql`
    select distinct on (asked.key) asked.key, u.id, u.email, u.first_name as "firstName", u.state,
      u.email_verified_at is not null as "isEmailVerified"
    from unnest(${sql.param([...keys])}::text[]) asked(key)
    join users u on u.email_key = asked.key or u.username_key = asked.key
    order by asked.key, u.email_key = asked.key desc`);
  return new Map(rows.map(({ key, ...user }) => [key, user]));
}

export type NamedUser = {
  id: number;
  email: string;
  firstName: string;
  state: string;
  isEmailVerified: boolean;
};

type NewInvitation = {
  courseId: number;
  email: string;
  emailKey: string;
  tokenHash: Buffer;
  invitedBy: number;
  createdAt: Date;
  expiresAt: Date;
};

/** Inviting again replaces the link of the email before. In order, so that two lists at once don't deadlock. */
export async function upsertInvitations(tx: Tx, invitations: readonly NewInvitation[]): Promise<void> {
  if (invitations.length === 0) return;
  await tx
    .insert(courseInvitations)
    .values(invitations.toSorted((one, other) => (one.emailKey < other.emailKey ? -1 : 1)))
    .onConflictDoUpdate({
      target: [courseInvitations.courseId, courseInvitations.emailKey],
      targetWhere: isNull(courseInvitations.acceptedAt),
      set: {
        tokenHash: sql`excluded.token_hash`,
        expiresAt: sql`excluded.expires_at`,
        invitedBy: sql`excluded.invited_by`,
      },
    });
}

/** Not while the course's instructor is suspended. */
const isOpen = (now: Date) =>
  and(
    isNull(courseInvitations.acceptedAt),
    gt(courseInvitations.expiresAt, now),
    sql`exists (select 1 from courses c join users u on u.id = c.instructor_id
      where c.id = ${courseInvitations.courseId} and u.state = 'active')`,
  );

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
