// Courses, lessons and enrollments as the classroom shows them, in SQL.
import { and, asc, desc, eq, isNull, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { courseFiles, courseModules, courses, lessonAttachments, lessons } from '#server/db/schema/course.ts';
import { enrollments } from '#server/db/schema/entitlement.ts';
import { missingPrerequisitesSql } from '#server/features/course/course-access.service.ts';

export async function findClassroomCourse(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({
      id: courses.id,
      title: courses.title,
      kind: courses.kind,
      priceCents: courses.priceCents,
      isSequential: courses.isSequential,
    })
    .from(courses)
    .where(eq(courses.id, id));
  return row ?? null;
}

export async function listModules(db: DbOrTx, { courseId }: { courseId: number }) {
  return db
    .select({ id: courseModules.id, title: courseModules.title, summary: courseModules.summary })
    .from(courseModules)
    .where(and(eq(courseModules.courseId, courseId), isNull(courseModules.removedAt)))
    .orderBy(asc(courseModules.position));
}

/** Everything about a lesson, paid content included: callers check access before it leaves the server. */
export async function findLessonRow(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({ lesson: lessons, courseId: courses.id, courseTitle: courses.title, file: courseFiles })
    .from(lessons)
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .innerJoin(courses, eq(courses.id, courseModules.courseId))
    .leftJoin(courseFiles, eq(courseFiles.id, lessons.fileId))
    .where(and(eq(lessons.id, id), isNull(lessons.removedAt), isNull(courseModules.removedAt)));
  return row ?? null;
}

export type LessonRow = NonNullable<Awaited<ReturnType<typeof findLessonRow>>>;

/** Poster, captions and smaller renditions of a video. */
export async function listFilesOf(db: DbOrTx, { parentId }: { parentId: number }) {
  return db
    .select({
      id: courseFiles.id,
      kind: courseFiles.kind,
      name: courseFiles.name,
      language: courseFiles.language,
    })
    .from(courseFiles)
    .where(eq(courseFiles.parentId, parentId))
    .orderBy(asc(courseFiles.language), asc(courseFiles.id));
}

export async function listAttachments(db: DbOrTx, { lessonId }: { lessonId: number }) {
  const { id, name, bytes, contentType } = courseFiles;
  return db
    .select({ id, name, bytes, contentType })
    .from(lessonAttachments)
    .innerJoin(courseFiles, eq(courseFiles.id, lessonAttachments.fileId))
    .where(eq(lessonAttachments.lessonId, lessonId))
    .orderBy(asc(lessonAttachments.position), asc(id));
}

export async function listEnrollmentRows(
  db: DbOrTx,
  { userId, courseId, now }: { userId: number; courseId?: number; now: Date },
) {
  // One live cause is enough; read every time, as in requireCourseAccess.
  const hasAccess = sql<boolean>`exists (
    select 1 from entitlements e
    where e.user_id = ${userId} and e.item_type = 'course' and e.item_id = ${enrollments.courseId}
      and e.state = 'active' and (e.ends_at is null or e.ends_at > ${now}))`;
  return db
    .select({
      id: enrollments.id,
      courseId: enrollments.courseId,
      state: enrollments.state,
      createdAt: enrollments.createdAt,
      title: courses.title,
      shortName: courses.shortName,
      kind: courses.kind,
      isSequential: courses.isSequential,
      updatedAt: courses.updatedAt,
      firstName: users.firstName,
      lastName: users.lastName,
      hasAccess,
      prerequisites: missingPrerequisitesSql({ courseId: sql`${enrollments.courseId}`, userId, now }),
    })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .innerJoin(users, eq(users.id, courses.instructorId))
    .where(
      and(
        eq(enrollments.userId, userId),
        courseId === undefined ? undefined : eq(enrollments.courseId, courseId),
      ),
    )
    .orderBy(desc(enrollments.createdAt), desc(enrollments.id));
}

export type EnrollmentRow = Awaited<ReturnType<typeof listEnrollmentRows>>[number];

/** The latest grade of each assignment and quiz. A quiz that grades itself is graded in the moment it is handed in. */
export async function listGrades(
  db: DbOrTx,
  { userId, since, limit }: { userId: number; since: Date; limit: number },
) {
  const { rows } = await db.execute<{
    kind: 'assignment' | 'quiz';
    id: number;
    title: string;
    courseId: number;
    courseTitle: string;
    hasPassed: boolean;
    gradedAt: Date;
  }>(sql`
    with graded as (
      select distinct on (s.lesson_id) 'assignment' as kind, l.id, l.title, l.module_id,
        s.state = 'passed' as has_passed, s.graded_at
      from submissions s join lessons l on l.id = s.lesson_id and l.removed_at is null
      where s.user_id = ${userId} and s.past_at is null and s.graded_at > ${since}
      order by s.lesson_id, s.number desc
    ), read as (
      select distinct on (a.quiz_id) 'quiz' as kind, q.id, q.title, q.module_id, a.has_passed, a.graded_at
      from quiz_attempts a join quizzes q on q.id = a.quiz_id and q.removed_at is null
      where a.user_id = ${userId} and a.graded_at > ${since} and a.graded_at > a.submitted_at
      order by a.quiz_id, a.graded_at desc
    )
    select g.kind, g.id, g.title, c.id as "courseId", c.title as "courseTitle", g.has_passed as "hasPassed",
      g.graded_at as "gradedAt"
    from (select * from graded union all select * from read) g
    join course_modules m on m.id = g.module_id join courses c on c.id = m.course_id
    order by g.graded_at desc limit ${limit}`);
  return rows;
}
