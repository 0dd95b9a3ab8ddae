// Learners' progress, in SQL. Every statement only adds: ranges are united, completion is set once.
import { sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import type { CompletionRule, LessonKind } from '#shared/features/course/course.rules.ts';
import type { CourseItemType, OutlineItem } from '#shared/features/progress/progress.rules.ts';

export type CourseItem = { itemType: CourseItemType; itemId: number };

export type LessonTerms = {
  courseId: number;
  kind: LessonKind;
  isPreview: boolean;
  completionRule: CompletionRule;
  watchShare: number;
  /** Of its video or audio. */
  seconds: number | null;
};

/** Null if there is no such lesson, or it was taken out of its course. */
export async function findLessonTerms(db: DbOrTx, { id }: { id: number }): Promise<LessonTerms | null> {
  const { rows } = await db.execute<LessonTerms>(sql`
    select m.course_id as "courseId", l.kind, l.is_preview as "isPreview", l.completion_rule as "completionRule",
      l.watch_share as "watchShare", f.seconds::float8 as seconds
    from lessons l join course_modules m on m.id = l.module_id
    left join course_files f on f.id = l.file_id and f.kind in ('video', 'audio')
    where l.id = ${id} and l.removed_at is null and m.removed_at is null`);
  return rows[0] ?? null;
}

/** Lessons and quizzes that are in the course now; a subquery with type, id, title, and the module's terms. */
const liveItems = (courseId: number) => sql`(
  select 'lesson' as item_type, l.id as item_id, l.title, l.is_preview, l.position, m.id as module_id,
    m.position as module_position, m.release_days
  from lessons l join course_modules m on m.id = l.module_id
  where m.course_id = ${courseId} and l.removed_at is null and m.removed_at is null
  union all
  select 'quiz', q.id, q.title, false, q.position, m.id, m.position, m.release_days
  from quizzes q join course_modules m on m.id = q.module_id
  where m.course_id = ${courseId} and q.removed_at is null and m.removed_at is null)`;

/** In the order of the outline. */
export async function listOutlineItems(
  db: DbOrTx,
  { courseId, userId }: { courseId: number; userId: number },
): Promise<OutlineItem[]> {
  const { rows } = await db.execute<OutlineItem>(sql`
    select i.item_type as "itemType", i.item_id as "itemId", i.title, i.is_preview as "isPreview",
      i.release_days as "releaseDays", p.completed_at is not null as "isCompleted"
    from ${liveItems(courseId)} i
    left join item_progress p
      on p.user_id = ${userId} and p.item_type = i.item_type and p.item_id = i.item_id
    order by i.module_position, i.position, i.item_type, i.item_id`);
  return rows;
}

/** Whether anything in the course can be locked at all; saves the outline where not. */
export async function hasReleaseDays(db: DbOrTx, { courseId }: { courseId: number }): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from course_modules where course_id = ${courseId} and removed_at is null and release_days is not null
    limit 1`);
  return rows.length > 0;
}

type Saved = { position: number; isCompleted: boolean; watchedSeconds: number };

/** Someone who leaves a lesson open isn't learning all that time. */
const LONGEST_PAUSE_SECONDS = 60;

/**
 * Notes where the learner is, in the course and in the lesson. One statement, the course's row first: the same order as
 * in completeItem, so that two devices can't deadlock. `played` is a multirange, `{[0,35),[40,52)}`.
 */
export async function upsertLessonProgress(
  db: DbOrTx,
  {
    userId,
    courseId,
    lessonId,
    position,
    played,
    now,
  }: {
    userId: number;
    courseId: number;
    lessonId: number;
    position: number;
    played: string;
    now: Date;
  },
): Promise<Saved> {
  const { rows } = await db.execute<Saved>(sql`
    with seen as (${upsertCourseProgress({ userId, courseId, itemType: 'lesson', itemId: lessonId, now })} returning 1)
    insert into item_progress as p (user_id, item_type, item_id, course_id, opened_at, position, played, updated_at)
    select ${userId}, 'lesson', ${lessonId}, ${courseId}, ${now}, ${position}::int, ${played}::int4multirange, ${now}
    from seen
    on conflict (user_id, item_type, item_id) do update set
      position = excluded.position,
      played = p.played + excluded.played,
      seconds_spent = p.seconds_spent + least(${LONGEST_PAUSE_SECONDS},
        greatest(0, extract(epoch from excluded.updated_at - p.updated_at)))::int,
      updated_at = greatest(p.updated_at, excluded.updated_at)
    returning p.position, p.completed_at is not null as "isCompleted",
      (select coalesce(sum(upper(r) - lower(r)), 0)::int from unnest(p.played) r) as "watchedSeconds"`);
  const [saved] = rows;
  if (!saved) throw new Error('Progress was neither inserted nor updated.');
  return saved;
}

type Place = CourseItem & { userId: number; courseId: number; now: Date };

const upsertCourseProgress = ({ userId, courseId, itemType, itemId, now }: Place) => sql`
  insert into course_progress as c (user_id, course_id, started_at, last_seen_at, last_item_type, last_item_id)
  values (${userId}, ${courseId}, ${now}, ${now}, ${itemType}, ${itemId})
  on conflict (user_id, course_id) do update set
    last_seen_at = greatest(c.last_seen_at, excluded.last_seen_at),
    last_item_type = excluded.last_item_type, last_item_id = excluded.last_item_id`;

/** Locks the learner's row of the course until the transaction ends. */
export async function lockCourseProgress(tx: Tx, place: Place): Promise<void> {
  await tx.execute(upsertCourseProgress(place));
}

/** The first completion stays. */
export async function markItemCompleted(tx: Tx, { userId, courseId, itemType, itemId, now }: Place) {
  await tx.execute(sql`
    insert into item_progress as p (user_id, item_type, item_id, course_id, opened_at, completed_at, updated_at)
    values (${userId}, ${itemType}, ${itemId}, ${courseId}, ${now}, ${now}, ${now})
    on conflict (user_id, item_type, item_id) do update set
      completed_at = coalesce(p.completed_at, excluded.completed_at),
      updated_at = greatest(p.updated_at, excluded.updated_at)`);
}

/** True: every item in the course is completed now, and it wasn't before. */
export async function markCourseCompleted(
  tx: Tx,
  { userId, courseId, now }: { userId: number; courseId: number; now: Date },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update course_progress set completed_at = ${now}
    where user_id = ${userId} and course_id = ${courseId} and completed_at is null
      and not exists (
        select 1 from ${liveItems(courseId)} i where not exists (
          select 1 from item_progress p
          where p.user_id = ${userId} and p.item_type = i.item_type and p.item_id = i.item_id
            and p.completed_at is not null))
    returning 1`);
  return rows.length > 0;
}
