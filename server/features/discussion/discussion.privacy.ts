// Personal data of discussions. Questions others have answered stay readable for the course, without a name and text.
import { asc, eq } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { lessons } from '#server/db/schema/course.ts';
import { discussionPosts, discussionReports, discussionVotes } from '#server/db/schema/discussion.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

export const discussionPersonalData: PersonalData = {
  tables: [discussionPosts, discussionVotes, discussionReports],
  collect: {
    discussionPosts: collectPosts,
    discussionVotes: collectVotes,
    discussionReports: collectReports,
  },
  async erase(_ctx, tx, { userId, now }) {
    await tx
      .update(discussionPosts)
      .set({ userId: null, text: '(deleted)', deletedAt: now })
      .where(eq(discussionPosts.userId, userId));
    await tx.delete(discussionVotes).where(eq(discussionVotes.userId, userId));
    await tx.delete(discussionReports).where(eq(discussionReports.userId, userId));
    await tx
      .update(discussionReports)
      .set({ decidedBy: null })
      .where(eq(discussionReports.decidedBy, userId));
  },
};

async function collectPosts(db: DbOrTx, { userId }: DataSubject) {
  const { lessonId, text, atSecond, createdAt, editedAt, deletedAt } = discussionPosts;
  return db
    .select({ lessonId, lesson: lessons.title, text, atSecond, createdAt, editedAt, deletedAt })
    .from(discussionPosts)
    .innerJoin(lessons, eq(lessons.id, lessonId))
    .where(eq(discussionPosts.userId, userId))
    .orderBy(asc(discussionPosts.id));
}

async function collectVotes(db: DbOrTx, { userId }: DataSubject) {
  return db
    .select({ postId: discussionVotes.postId })
    .from(discussionVotes)
    .where(eq(discussionVotes.userId, userId))
    .orderBy(asc(discussionVotes.postId));
}

async function collectReports(db: DbOrTx, { userId }: DataSubject) {
  const { postId, reason, state, createdAt } = discussionReports;
  return db
    .select({ postId, reason, state, createdAt })
    .from(discussionReports)
    .where(eq(discussionReports.userId, userId))
    .orderBy(asc(discussionReports.id));
}
