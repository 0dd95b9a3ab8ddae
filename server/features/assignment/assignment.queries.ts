// Submissions, in SQL. Queries of graders are scoped to their courses, queries of learners to themselves.
import { and, asc, desc, eq, inArray, isNull, or, sql, type SQL } from '#server/db/drizzle.ts';
import { alias } from '#server/db/drizzle-pg.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { submissionComments, submissionFiles, submissions } from '#server/db/schema/assignment.ts';
import { courseModules, courses, lessons } from '#server/db/schema/course.ts';
import type { Grade, SubmissionState } from '#shared/features/assignment/assignment.rules.ts';
import type {
  Assessment,
  Session,
  SubmissionComment,
  SubmissionFile,
} from '#shared/features/assignment/assignment.schema.ts';
import { CONFIRMED } from './booked-session.queries.ts';
import type { AssignmentSettings } from '#shared/features/course/course.rules.ts';

/** Null if there is no such assignment, or it was taken out of its course. */
export async function findAssignmentLesson(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({
      id: lessons.id,
      title: lessons.title,
      settings: settingsColumn,
      courseId: courseModules.courseId,
    })
    .from(lessons)
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .where(
      and(
        eq(lessons.id, id),
        eq(lessons.kind, 'assignment'),
        isNull(lessons.removedAt),
        isNull(courseModules.removedAt),
      ),
    );
  return row ?? null;
}

/** The check constraint of lessons: assignments have settings. */
const settingsColumn = sql<AssignmentSettings>`${lessons.assignment}`;

const grader = alias(users, 'grader');

const filesOfSubmission = sql<SubmissionFile[]>`(
  select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'contentType', f.content_type,
    'bytes', f.bytes, 'seconds', f.seconds) order by f.id), '[]')
  from submission_files f where f.submission_id = ${submissions.id})`;

type StoredComment = Omit<SubmissionComment, 'author'> & { userId: number | null; author: string | null };

const commentsOfSubmission = sql<StoredComment[]>`(
  select coalesce(json_agg(json_build_object('id', c.id, 'atSecond', c.at_second, 'text', c.text, 'userId', c.user_id,
    'author', nullif(trim(u.first_name || ' ' || u.last_name), ''), 'createdAt', c.created_at)
    order by c.at_second nulls first, c.id), '[]')
  from submission_comments c left join users u on u.id = c.user_id where c.submission_id = ${submissions.id})`;

type StoredAssessment = Omit<Assessment, 'assessor'> & { assessorId: number | null; assessor: string | null };

const assessmentsOfSubmission = sql<StoredAssessment[]>`(
  select coalesce(json_agg(json_build_object('assessorId', a.assessor_id, 'grade', a.grade, 'feedback', a.feedback,
    'rubricPoints', a.rubric_points, 'gradedAt', a.graded_at,
    'assessor', nullif(trim(u.first_name || ' ' || u.last_name), '')) order by a.position), '[]')
  from assessments a left join users u on u.id = a.assessor_id where a.submission_id = ${submissions.id})`;

type StoredSession = { startsAt: string; place: string; booking: Session['booking'] };

/** Booked, or agreed by hand. */
const sessionOfSubmission = sql<StoredSession | null>`coalesce((
  select json_build_object('startsAt', a.starts_at, 'place', a.where_text, 'booking', json_build_object('id', b.id,
    'assessorId', u.id, 'assessor', trim(u.first_name || ' ' || u.last_name)))
  from bookings b join appointments a on a.id = b.appointment_id join users u on u.id = a.instructor_id
  where b.reservation_id = ${submissions.reservationId} and b.state in ${CONFIRMED}
  order by b.id desc limit 1), (
  select json_build_object('startsAt', s.starts_at, 'place', s.place, 'booking', null)
  from assessment_sessions s where s.submission_id = ${submissions.id}))`;

/** Of a booked session only while its booking is confirmed. What has a result stays. */
const isHandedIn = sql`(${submissions.reservationId} is null or ${submissions.state} <> 'submitted' or exists (
  select 1 from bookings b where b.reservation_id = ${submissions.reservationId} and b.state in ${CONFIRMED}))`;

const submissionColumns = {
  id: submissions.id,
  reservationId: submissions.reservationId,
  number: submissions.number,
  state: submissions.state,
  text: submissions.text,
  submittedAt: submissions.submittedAt,
  gradedAt: submissions.gradedAt,
  gradedBy: { firstName: grader.firstName, lastName: grader.lastName },
  rubricPoints: submissions.rubricPoints,
  feedback: submissions.feedback,
  files: filesOfSubmission,
  comments: commentsOfSubmission,
  isLive: submissions.isLive,
  pastAt: submissions.pastAt,
  session: sessionOfSubmission,
  assessments: assessmentsOfSubmission,
};

/** The newest first; `before` leaves out that number and later ones. */
export async function listSubmissionRows(
  db: DbOrTx,
  { lessonId, userId, before }: { lessonId: number; userId: number; before?: number },
) {
  return db
    .select(submissionColumns)
    .from(submissions)
    .leftJoin(grader, eq(grader.id, submissions.gradedBy))
    .where(
      and(
        eq(submissions.lessonId, lessonId),
        eq(submissions.userId, userId),
        isHandedIn,
        before === undefined ? undefined : sql`${submissions.number} < ${before}`,
      ),
    )
    .orderBy(desc(submissions.number));
}

export type SubmissionData = Awaited<ReturnType<typeof listSubmissionRows>>[number];

type NewSubmission = {
  lessonId: number;
  userId: number;
  text: string;
  isLive: boolean;
  reservationId?: SQL<number>;
  now: Date;
};

/** The next number is read in the same statement; two at once are decided by the unique indexes. */
export async function insertSubmission(
  tx: Tx,
  { lessonId, userId, now, ...submission }: NewSubmission,
): Promise<number> {
  const number = sql<number>`(select coalesce(max(number), 0) + 1 from submissions
    where lesson_id = ${lessonId} and user_id = ${userId})`;
  const [row] = await tx
    .insert(submissions)
    .values({ ...submission, lessonId, userId, number, submittedAt: now })
    .returning({ id: submissions.id });
  if (!row) throw new Error('A submission was not inserted.');
  return row.id;
}

export async function insertSubmissionFiles(
  tx: Tx,
  rows: (typeof submissionFiles.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await tx.insert(submissionFiles).values(rows);
}

/** Staff grade every course, instructors their own, assessors the practical assessments of courses that named them. */
export type GraderScope = { graderId: number; isStaff: boolean };

const isAssessment = sql<boolean>`(jsonb_typeof(${lessons.assignment} -> 'assessment') = 'object') is true`;

const isGradedBy = ({ graderId, isStaff }: GraderScope): SQL | undefined =>
  isStaff
    ? undefined
    : sql`(${courses.instructorId} = ${graderId} or (${isAssessment} and exists (
        select 1 from course_assessors a where a.course_id = ${courses.id} and a.user_id = ${graderId})))`;

export type SubmissionFilter = GraderScope & {
  /** Leaves out what they have assessed and now waits for the other assessor. */
  viewerId: number;
  state: SubmissionState;
  course?: number | undefined;
  q?: string | undefined;
};

const learner = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  imageUrl: users.profileImageUrl,
};

const matches = ({ course, q, viewerId, ...scope }: Omit<SubmissionFilter, 'state'>) =>
  and(
    isGradedBy(scope),
    isHandedIn,
    sql`not (${submissions.state} = 'submitted' and exists (select 1 from assessments a
      where a.submission_id = ${submissions.id} and a.assessor_id = ${viewerId}))`,
    course === undefined ? undefined : eq(courses.id, course),
    q
      ? sql`(${users.firstName} || ' ' || ${users.lastName} || ' ' || ${lessons.title}) ilike ${likePattern(q)}`
      : undefined,
  );

const likePattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Those that wait longest first; graded ones by when they were graded, the newest first. */
export async function listSubmissionQueue(
  db: DbOrTx,
  { state, limit, offset, ...filter }: SubmissionFilter & { limit: number; offset: number },
) {
  return db
    .select({
      id: submissions.id,
      number: submissions.number,
      state: submissions.state,
      submittedAt: submissions.submittedAt,
      gradedAt: submissions.gradedAt,
      learner,
      course: { id: courses.id, title: courses.title },
      lesson: { id: lessons.id, title: lessons.title },
      fileCount: sql<number>`(select count(*)::int from submission_files f where f.submission_id = ${submissions.id})`,
      seconds: sql<number | null>`(select max(f.seconds)::float8 from submission_files f
        where f.submission_id = ${submissions.id} and f.content_type like 'video/%')`,
      isAssessment,
      isLive: submissions.isLive,
      session: sessionOfSubmission,
    })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.userId))
    .innerJoin(lessons, eq(lessons.id, submissions.lessonId))
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .innerJoin(courses, eq(courses.id, courseModules.courseId))
    .where(and(eq(submissions.state, state), matches(filter)))
    .orderBy(
      ...(state === 'submitted'
        ? [asc(submissions.submittedAt), asc(submissions.id)]
        : [desc(submissions.gradedAt), desc(submissions.id)]),
    )
    .limit(limit)
    .offset(offset);
}

export async function countSubmissions(
  db: DbOrTx,
  filter: Omit<SubmissionFilter, 'state'>,
): Promise<Record<SubmissionState, number>> {
  const of = (state: SubmissionState) =>
    sql<number>`(count(*) filter (where ${submissions.state} = ${state}))::int`;
  const [row] = await db
    .select({ submitted: of('submitted'), returned: of('returned'), passed: of('passed') })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.userId))
    .innerJoin(lessons, eq(lessons.id, submissions.lessonId))
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .innerJoin(courses, eq(courses.id, courseModules.courseId))
    .where(matches(filter));
  return row ?? { submitted: 0, returned: 0, passed: 0 };
}

/** Also for a lesson that was taken out of its course: submissions are still graded. */
export async function findSubmissionToGrade(db: DbOrTx, { id, ...scope }: GraderScope & { id: number }) {
  const [row] = await db
    .select({
      ...submissionColumns,
      userId: submissions.userId,
      learner: { ...learner, email: users.email, state: users.state, timeZone: users.timeZone },
      course: { id: courses.id, title: courses.title },
      lesson: { id: lessons.id, title: lessons.title },
      settings: settingsColumn,
    })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.userId))
    .innerJoin(lessons, eq(lessons.id, submissions.lessonId))
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .innerJoin(courses, eq(courses.id, courseModules.courseId))
    .leftJoin(grader, eq(grader.id, submissions.gradedBy))
    .where(and(eq(submissions.id, id), isHandedIn, isGradedBy(scope)));
  return row ?? null;
}

export type SubmissionToGrade = NonNullable<Awaited<ReturnType<typeof findSubmissionToGrade>>>;

export type GradeChange = {
  id: number;
  grade: Grade;
  /** Null if two assessed it: each of them gave points. */
  rubricPoints: Record<string, number> | null;
  feedback: string;
  gradedBy: number;
  now: Date;
};

/** False if it has been graded already; of two graders at once, one gets false. */
export async function setGrade(
  tx: Tx,
  { id, grade, rubricPoints, feedback, gradedBy, now }: GradeChange,
): Promise<boolean> {
  const graded = await tx
    .update(submissions)
    .set({ state: grade, rubricPoints, feedback, gradedBy, gradedAt: now })
    .where(and(eq(submissions.id, id), eq(submissions.state, 'submitted')))
    .returning({ id: submissions.id });
  return graded.length > 0;
}

/** The learner starts the course again: passed submissions stay readable and have to be handed in again. */
export async function markSubmissionsPast(
  tx: Tx,
  { userId, courseId, now }: { userId: number; courseId: number; now: Date },
): Promise<void> {
  const lessonIds = tx
    .select({ id: lessons.id })
    .from(lessons)
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .where(eq(courseModules.courseId, courseId));
  await tx
    .update(submissions)
    .set({ pastAt: now })
    .where(
      and(
        eq(submissions.userId, userId),
        inArray(submissions.lessonId, lessonIds),
        eq(submissions.state, 'passed'),
        isNull(submissions.pastAt),
      ),
    );
}

/** Null: it has been graded meanwhile. The row is locked, so no comment slips in behind the grade. */
export async function insertComment(
  tx: Tx,
  comment: { submissionId: number; userId: number; atSecond: number | null; text: string; now: Date },
): Promise<number | null> {
  const { submissionId, now, ...values } = comment;
  const [open] = await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(eq(submissions.id, submissionId), eq(submissions.state, 'submitted')))
    .for('share');
  if (!open) return null;
  const [row] = await tx
    .insert(submissionComments)
    .values({ ...values, submissionId, createdAt: now })
    .returning({ id: submissionComments.id });
  return row?.id ?? null;
}

/** The submission it belongs to, for those who grade it. */
export async function findCommentedSubmission(db: DbOrTx, { id, ...scope }: GraderScope & { id: number }) {
  const [row] = await db
    .select({
      submissionId: submissions.id,
      state: submissions.state,
      userId: submissions.userId,
      authorId: submissionComments.userId,
      isAssessedByTwo: sql<boolean>`(${lessons.assignment} -> 'assessment' ->> 'assessorCount' = '2') is true`,
      courseId: courses.id,
    })
    .from(submissionComments)
    .innerJoin(submissions, eq(submissions.id, submissionComments.submissionId))
    .innerJoin(lessons, eq(lessons.id, submissions.lessonId))
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .innerJoin(courses, eq(courses.id, courseModules.courseId))
    .where(and(eq(submissionComments.id, id), isGradedBy(scope)));
  return row ?? null;
}

export async function deleteComment(db: DbOrTx, { id }: { id: number }): Promise<void> {
  await db.delete(submissionComments).where(eq(submissionComments.id, id));
}

/** For the learner who handed it in, and those who grade it. */
export async function findSubmissionFile(
  db: DbOrTx,
  { id, viewerId, ...scope }: GraderScope & { id: number; viewerId: number },
) {
  const [row] = await db
    .select({
      name: submissionFiles.name,
      contentType: submissionFiles.contentType,
      bytes: submissionFiles.bytes,
      sha256: submissionFiles.sha256,
      storageKey: submissionFiles.storageKey,
      userId: submissions.userId,
      courseId: courses.id,
    })
    .from(submissionFiles)
    .innerJoin(submissions, eq(submissions.id, submissionFiles.submissionId))
    .innerJoin(lessons, eq(lessons.id, submissions.lessonId))
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .innerJoin(courses, eq(courses.id, courseModules.courseId))
    .where(
      and(eq(submissionFiles.id, id), or(eq(submissions.userId, viewerId), isGradedBy(scope) ?? sql`true`)),
    );
  return row ?? null;
}
