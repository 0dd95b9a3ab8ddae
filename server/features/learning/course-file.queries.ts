// Files of courses and what uses them, in SQL.
import { eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { courseFiles } from '#server/db/schema/course.ts';
import type { CourseItemType } from '#shared/features/progress/progress.rules.ts';

export async function findCourseFile(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db.select().from(courseFiles).where(eq(courseFiles.id, id));
  return row ?? null;
}

export type CourseFile = NonNullable<Awaited<ReturnType<typeof findCourseFile>>>;

export type FileUse = {
  itemType: CourseItemType;
  itemId: number;
  isPreview: boolean;
  isDownloadable: boolean;
};

/**
 * The lessons and quizzes that are in the course now and show this file: as their recording or document, as an
 * attachment, or as a picture in the text. Questions of the bank (no quiz of their own) are in any quiz that draws.
 */
export async function listFileUses(
  db: DbOrTx,
  { id, courseId }: { id: number; courseId: number },
): Promise<FileUse[]> {
  const mention = `/api/course-files/${id}(?![0-9])`;
  const { rows } = await db.execute<FileUse>(sql`
    select 'lesson' as "itemType", l.id as "itemId", l.is_preview as "isPreview", l.is_downloadable as "isDownloadable"
    from lessons l join course_modules m on m.id = l.module_id
    where m.course_id = ${courseId} and l.removed_at is null and m.removed_at is null
      and (l.file_id = ${id} or l.body ~ ${mention}
        or exists (select 1 from lesson_attachments a where a.lesson_id = l.id and a.file_id = ${id}))
    union all
    select 'quiz', q.id, false, true
    from quizzes q join course_modules m on m.id = q.module_id
    where m.course_id = ${courseId} and q.removed_at is null and m.removed_at is null and exists (
      select 1 from quiz_questions u
      where u.course_id = ${courseId} and (u.quiz_id = q.id or (u.quiz_id is null and q.draw_count > 0))
        and (u.file_id = ${id} or u.prompt ~ ${mention} or u.content::text ~ ${mention}
          or u.content::text ~ ${`"fileId": *${id}(?![0-9])`}))`);
  return rows;
}
