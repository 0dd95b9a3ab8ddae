// Files of courses and what uses them, in SQL.
import { eq, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { courseFiles } from '#server/db/schema/course.ts';

export async function findCourseFile(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db.select().from(courseFiles).where(eq(courseFiles.id, id));
  return row ?? null;
}

export type CourseFile = NonNullable<Awaited<ReturnType<typeof findCourseFile>>>;

export type FileUse = { itemType: 'lesson'; itemId: number; isPreview: boolean; isDownloadable: boolean };

/**
 * The lessons that are in the course now and show this file: as their recording or document, as an attachment, or as a
 * picture in the text. Each way is an index lookup: a player asks for a file in many ranges.
 */
export async function listFileUses(
  db: DbOrTx,
  { id, courseId }: { id: number; courseId: number },
): Promise<FileUse[]> {
  const { rows } = await db.execute<FileUse>(sql`
    select 'lesson' as "itemType", l.id as "itemId", l.is_preview as "isPreview", l.is_downloadable as "isDownloadable"
    from lessons l join course_modules m on m.id = l.module_id
    where l.id in (
        select id from lessons where file_id = ${id}
        union all select lesson_id from lesson_attachments where file_id = ${id}
        union all select id from lessons where body_file_ids @> array[${id}::int])
      and m.course_id = ${courseId} and l.removed_at is null and m.removed_at is null`);
  return rows;
}
