// Questions and answers, in SQL.
import { and, asc, eq, isNull, sql, type SQL } from '#server/db/drizzle.ts';
import { alias } from '#server/db/drizzle-pg.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { courseModules, courses, lessons } from '#server/db/schema/course.ts';
import { discussionPosts, discussionReports, discussionVotes } from '#server/db/schema/discussion.ts';
import type { ReportDecision } from '#shared/features/discussion/discussion.rules.ts';

/** Null if there is no such lesson, or it was taken out of its course. */
export async function findDiscussedLesson(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({ id: lessons.id, courseId: courseModules.courseId })
    .from(lessons)
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .where(and(eq(lessons.id, id), isNull(lessons.removedAt), isNull(courseModules.removedAt)));
  return row ?? null;
}

/** Everything a post shows to one viewer. */
function postColumns(viewerId: number) {
  return {
    id: discussionPosts.id,
    questionId: discussionPosts.questionId,
    text: discussionPosts.text,
    atSecond: discussionPosts.atSecond,
    userId: discussionPosts.userId,
    createdAt: discussionPosts.createdAt,
    editedAt: discussionPosts.editedAt,
    deletedAt: discussionPosts.deletedAt,
    author: { firstName: users.firstName, lastName: users.lastName },
    imageUrl: users.profileImageUrl,
    instructorId: courses.instructorId,
    votes: sql<number>`(select count(*)::int from discussion_votes v where v.post_id = ${discussionPosts.id})`,
    hasVoted: sql<boolean>`exists (select 1 from discussion_votes v
      where v.post_id = ${discussionPosts.id} and v.user_id = ${viewerId})`,
    hasReported: sql<boolean>`exists (select 1 from discussion_reports r
      where r.post_id = ${discussionPosts.id} and r.user_id = ${viewerId})`,
  };
}

function selectPosts(db: DbOrTx, viewerId: number) {
  return db
    .select(postColumns(viewerId))
    .from(discussionPosts)
    .innerJoin(lessons, eq(lessons.id, discussionPosts.lessonId))
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .innerJoin(courses, eq(courses.id, courseModules.courseId))
    .leftJoin(users, eq(users.id, discussionPosts.userId));
}

export type PostRow = Awaited<ReturnType<typeof selectPosts>>[number];

const hasAnswers = sql`exists (select 1 from discussion_posts a
  where a.question_id = ${discussionPosts.id} and a.deleted_at is null)`;
/** Deleted questions stay as long as they have answers. */
const isShownQuestion = (lessonId: number) =>
  and(
    eq(discussionPosts.lessonId, lessonId),
    isNull(discussionPosts.questionId),
    sql`(${discussionPosts.deletedAt} is null or ${hasAnswers})`,
  );

export async function countQuestions(db: DbOrTx, { lessonId }: { lessonId: number }): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${discussionPosts} where ${isShownQuestion(lessonId)}`);
  return rows[0]?.count ?? 0;
}

export async function listQuestionRows(
  db: DbOrTx,
  {
    lessonId,
    viewerId,
    limit,
    offset,
  }: { lessonId: number; viewerId: number; limit: number; offset: number },
): Promise<PostRow[]> {
  return selectPosts(db, viewerId)
    .where(isShownQuestion(lessonId))
    .orderBy(sql`${discussionPosts.createdAt} desc`, sql`${discussionPosts.id} desc`)
    .limit(limit)
    .offset(offset);
}

/** The instructor's first, then the most helpful. */
export async function listAnswerRows(
  db: DbOrTx,
  { questionIds, viewerId }: { questionIds: number[]; viewerId: number },
): Promise<PostRow[]> {
  if (questionIds.length === 0) return [];
  return selectPosts(db, viewerId)
    .where(
      and(
        sql`${discussionPosts.questionId} = any(${sql.param(questionIds)}::int[])`,
        isNull(discussionPosts.deletedAt),
      ),
    )
    .orderBy(
      sql`(${discussionPosts.userId} is not distinct from ${courses.instructorId}) desc`,
      sql`(select count(*) from discussion_votes v where v.post_id = ${discussionPosts.id}) desc`,
      asc(discussionPosts.id),
    );
}

export async function findPost(db: DbOrTx, { id, viewerId }: { id: number; viewerId: number }) {
  const [row] = await selectPosts(db, viewerId).where(eq(discussionPosts.id, id));
  return row ?? null;
}

/** Where a post that isn't deleted is, for the gate of its course. */
export async function findPostPlace(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({
      id: discussionPosts.id,
      lessonId: discussionPosts.lessonId,
      questionId: discussionPosts.questionId,
      userId: discussionPosts.userId,
      courseId: courseModules.courseId,
    })
    .from(discussionPosts)
    .innerJoin(lessons, eq(lessons.id, discussionPosts.lessonId))
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .where(and(eq(discussionPosts.id, id), isNull(discussionPosts.deletedAt)));
  return row ?? null;
}

/** Whom an email about a post concerns: the course's instructor and, for an answer, who asked. */
export async function findPostParties(db: DbOrTx, { id }: { id: number }) {
  const instructor = alias(users, 'instructor');
  const asker = alias(users, 'asker');
  const question = alias(discussionPosts, 'question');
  const [row] = await db
    .select({
      course: { id: courses.id, title: courses.title },
      lesson: { id: lessons.id, title: lessons.title },
      instructor: {
        id: instructor.id,
        email: instructor.email,
        firstName: instructor.firstName,
        state: instructor.state,
      },
      asker: { id: asker.id, email: asker.email, firstName: asker.firstName, state: asker.state },
    })
    .from(discussionPosts)
    .innerJoin(lessons, eq(lessons.id, discussionPosts.lessonId))
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .innerJoin(courses, eq(courses.id, courseModules.courseId))
    .innerJoin(instructor, eq(instructor.id, courses.instructorId))
    .leftJoin(question, eq(question.id, discussionPosts.questionId))
    .leftJoin(asker, eq(asker.id, question.userId))
    .where(eq(discussionPosts.id, id));
  if (!row) throw new Error('A post has no course.');
  return row;
}
export type PostParties = Awaited<ReturnType<typeof findPostParties>>;

export async function insertPost(db: DbOrTx, post: typeof discussionPosts.$inferInsert): Promise<number> {
  const [row] = await db.insert(discussionPosts).values(post).returning({ id: discussionPosts.id });
  if (!row) throw new Error('A post was not inserted.');
  return row.id;
}

type OwnPost = { id: number; userId: number };

/** False: it isn't theirs, or it is deleted. */
export async function updatePostText(
  db: DbOrTx,
  { id, userId, text, now }: OwnPost & { text: string; now: Date },
): Promise<boolean> {
  const updated = await db
    .update(discussionPosts)
    .set({ text, editedAt: now })
    .where(
      and(eq(discussionPosts.id, id), eq(discussionPosts.userId, userId), isNull(discussionPosts.deletedAt)),
    )
    .returning({ id: discussionPosts.id });
  return updated.length > 0;
}

export async function markPostDeleted(db: DbOrTx, { id, now }: { id: number; now: Date }): Promise<void> {
  await db
    .update(discussionPosts)
    .set({ deletedAt: now })
    .where(and(eq(discussionPosts.id, id), isNull(discussionPosts.deletedAt)));
}

export async function insertVote(db: DbOrTx, vote: { postId: number; userId: number }): Promise<void> {
  await db.insert(discussionVotes).values(vote).onConflictDoNothing();
}

export async function deleteVote(
  db: DbOrTx,
  { postId, userId }: { postId: number; userId: number },
): Promise<void> {
  await db
    .delete(discussionVotes)
    .where(and(eq(discussionVotes.postId, postId), eq(discussionVotes.userId, userId)));
}

export async function countVotes(db: DbOrTx, { postId }: { postId: number }): Promise<number> {
  return db.$count(discussionVotes, eq(discussionVotes.postId, postId));
}

/** False: they have reported it before. */
export async function insertReport(
  db: DbOrTx,
  report: { postId: number; userId: number; reason: string; createdAt: Date },
): Promise<boolean> {
  const inserted = await db
    .insert(discussionReports)
    .values(report)
    .onConflictDoNothing()
    .returning({ id: discussionReports.id });
  return inserted.length > 0;
}

/** Staff look after every course, instructors after their own. */
export type TeacherScope = { teacherId: number; isStaff: boolean };

const isTaughtBy = ({ teacherId, isStaff }: TeacherScope): SQL | undefined =>
  isStaff ? undefined : eq(courses.instructorId, teacherId);

const courseAndLesson = {
  course: { id: courses.id, title: courses.title },
  lesson: { id: lessons.id, title: lessons.title },
};

/** Questions nobody who teaches the course has answered. */
const isOpenQuestion = (teacherId: number) =>
  and(
    eq(courses.instructorId, teacherId),
    isNull(discussionPosts.questionId),
    isNull(discussionPosts.deletedAt),
    isNull(lessons.removedAt),
    sql`${discussionPosts.userId} is distinct from ${teacherId}`,
    sql`not exists (select 1 from discussion_posts a where a.question_id = ${discussionPosts.id}
      and a.deleted_at is null and a.user_id = ${courses.instructorId})`,
  );

export async function countOpenQuestions(db: DbOrTx, { teacherId }: { teacherId: number }): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(discussionPosts)
    .innerJoin(lessons, eq(lessons.id, discussionPosts.lessonId))
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .innerJoin(courses, eq(courses.id, courseModules.courseId))
    .where(isOpenQuestion(teacherId));
  return row?.count ?? 0;
}

export async function listOpenQuestionRows(
  db: DbOrTx,
  { teacherId, limit, offset }: { teacherId: number; limit: number; offset: number },
) {
  return db
    .select({
      id: discussionPosts.id,
      text: discussionPosts.text,
      atSecond: discussionPosts.atSecond,
      createdAt: discussionPosts.createdAt,
      author: { firstName: users.firstName, lastName: users.lastName },
      imageUrl: users.profileImageUrl,
      ...courseAndLesson,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(discussionPosts)
    .innerJoin(lessons, eq(lessons.id, discussionPosts.lessonId))
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .innerJoin(courses, eq(courses.id, courseModules.courseId))
    .leftJoin(users, eq(users.id, discussionPosts.userId))
    .where(isOpenQuestion(teacherId))
    .orderBy(asc(discussionPosts.createdAt), asc(discussionPosts.id))
    .limit(limit)
    .offset(offset);
}

export async function listReportRows(
  db: DbOrTx,
  { limit, offset, ...scope }: TeacherScope & { limit: number; offset: number },
) {
  return db
    .select({
      id: discussionReports.id,
      reason: discussionReports.reason,
      createdAt: discussionReports.createdAt,
      post: { id: discussionPosts.id, text: discussionPosts.text },
      author: { firstName: users.firstName, lastName: users.lastName },
      ...courseAndLesson,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(discussionReports)
    .innerJoin(discussionPosts, eq(discussionPosts.id, discussionReports.postId))
    .innerJoin(lessons, eq(lessons.id, discussionPosts.lessonId))
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .innerJoin(courses, eq(courses.id, courseModules.courseId))
    .leftJoin(users, eq(users.id, discussionPosts.userId))
    .where(and(eq(discussionReports.state, 'open'), isTaughtBy(scope)))
    .orderBy(asc(discussionReports.createdAt), asc(discussionReports.id))
    .limit(limit)
    .offset(offset);
}

export async function findReport(db: DbOrTx, { id, ...scope }: TeacherScope & { id: number }) {
  const [row] = await db
    .select({
      id: discussionReports.id,
      postId: discussionReports.postId,
      userId: discussionPosts.userId,
      courseId: courses.id,
    })
    .from(discussionReports)
    .innerJoin(discussionPosts, eq(discussionPosts.id, discussionReports.postId))
    .innerJoin(lessons, eq(lessons.id, discussionPosts.lessonId))
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .innerJoin(courses, eq(courses.id, courseModules.courseId))
    .where(and(eq(discussionReports.id, id), isTaughtBy(scope)));
  return row ?? null;
}

type Decided = { state: ReportDecision; decidedBy: number; now: Date };

/** False if someone else has decided it. */
export async function settleReport(
  tx: Tx,
  { id, state, decidedBy, now }: Decided & { id: number },
): Promise<boolean> {
  const settled = await tx
    .update(discussionReports)
    .set({ state, decidedBy, decidedAt: now })
    .where(and(eq(discussionReports.id, id), eq(discussionReports.state, 'open')))
    .returning({ id: discussionReports.id });
  return settled.length > 0;
}

/** Other open reports of a post that is gone have nothing left to decide. */
export async function settleReportsOfPost(
  tx: Tx,
  { postId, state, decidedBy, now }: Decided & { postId: number },
): Promise<void> {
  await tx
    .update(discussionReports)
    .set({ state, decidedBy, decidedAt: now })
    .where(and(eq(discussionReports.postId, postId), eq(discussionReports.state, 'open')));
}
