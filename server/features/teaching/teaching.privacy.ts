// Personal data of teaching: invitations to courses. Open ones to the user's address go; accepted ones lose names.
import { and, asc, eq, isNull, lt, or } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { courses } from '#server/db/schema/course.ts';
import { courseInvitations } from '#server/db/schema/teaching.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';

export const teachingPersonalData: PersonalData = {
  tables: [courseInvitations],
  collect: { courseInvitations: collectInvitations },
  async erase(_ctx, tx, { userId, email }) {
    await tx
      .delete(courseInvitations)
      .where(
        or(eq(courseInvitations.acceptedBy, userId), eq(courseInvitations.emailKey, identityKey(email))),
      );
    await tx
      .update(courseInvitations)
      .set({ invitedBy: null })
      .where(eq(courseInvitations.invitedBy, userId));
  },
  /** Addresses of people who never came. */
  async prune(ctx) {
    await ctx.db
      .delete(courseInvitations)
      .where(and(isNull(courseInvitations.acceptedAt), lt(courseInvitations.expiresAt, ctx.clock.now())));
  },
};

/** Those the user accepted, or that wait for their confirmed address. */
async function collectInvitations(db: DbOrTx, { userId, email, isEmailVerified }: DataSubject) {
  const { courseId, createdAt, expiresAt, acceptedAt, acceptedBy, emailKey } = courseInvitations;
  return db
    .select({ courseId, title: courses.title, createdAt, expiresAt, acceptedAt })
    .from(courseInvitations)
    .innerJoin(courses, eq(courses.id, courseId))
    .where(
      isEmailVerified ? or(eq(acceptedBy, userId), eq(emailKey, identityKey(email))) : eq(acceptedBy, userId),
    )
    .orderBy(asc(courseInvitations.id));
}
