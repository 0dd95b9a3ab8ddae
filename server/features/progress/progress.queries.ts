// Learners' progress, in SQL. Every statement only adds: ranges are united, completion is set once. Only a learner who
// starts a course again loses what was done.
import { and, eq, inArray, sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { courseProgress } from '#server/db/schema/progress.ts';
import type { CompletionRule, LessonKind } from '#shared/features/course/course.rules.ts';
import {
  CREDIT_ALLOWANCE,
  FASTEST_SPEED,
  LONGEST_SILENCE,
  type CourseItemType,
  type OutlineItem,
} from '#shared/features/progress/progress.rules.ts';

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

/** Lessons and quizzes that are in the courses now. */
const liveItems = (courseIds: readonly number[]) => sql`(
  select m.course_id, m.id as module_id, m.position as module_position, m.release_days, l.position,
    'lesson' as item_type, l.id as item_id, l.title, l.kind, l.minutes, l.is_preview, l.completion_rule, l.watch_share,
    l.file_id, null::int as question_count, jsonb_typeof(l.assignment -> 'assessment') = 'object' as is_assessment
  from lessons l join course_modules m on m.id = l.module_id
  where m.course_id = any(${sql.param([...courseIds])}::int[]) and l.removed_at is null and m.removed_at is null
  union all
  select m.course_id, m.id, m.position, m.release_days, q.position,
    'quiz', q.id, q.title, null, null, false, null, null, null, q.question_count, false
  from quizzes q join course_modules m on m.id = q.module_id
  where m.course_id = any(${sql.param([...courseIds])}::int[]) and q.removed_at is null and m.removed_at is null)`;

export type CourseOutlineItem = OutlineItem & {
  courseId: number;
  moduleId: number;
  /** Null for quizzes, like the rest of what only lessons have. */
  kind: LessonKind | null;
  minutes: number | null;
  questionCount: number | null;
  completionRule: CompletionRule | null;
  watchShare: number | null;
  seconds: number | null;
  /** The course's practical assessment. */
  isAssessment: boolean;
};

/** In the order of the outline, course by course; a guest (userId null) has completed nothing. */
export async function listOutlineItems(
  db: DbOrTx,
  { courseIds, userId }: { courseIds: readonly number[]; userId: number | null },
): Promise<CourseOutlineItem[]> {
  const { rows } = await db.execute<CourseOutlineItem>(sql`
    select i.course_id as "courseId", i.module_id as "moduleId", i.item_type as "itemType", i.item_id as "itemId",
      i.title, i.kind, i.minutes, i.question_count as "questionCount", i.is_preview as "isPreview",
      i.release_days as "releaseDays", i.completion_rule as "completionRule", i.watch_share as "watchShare",
      f.seconds::float8 as seconds, coalesce(i.is_assessment, false) as "isAssessment",
      p.completed_at is not null as "isCompleted"
    from ${liveItems(courseIds)} i
    left join course_files f on f.id = i.file_id and f.kind in ('video', 'audio')
    left join item_progress p
      on p.user_id = ${userId}::int and p.item_type = i.item_type and p.item_id = i.item_id
    order by i.course_id, i.module_position, i.position, i.item_type, i.item_id`);
  return rows;
}

export type CourseProgress = {
  courseId: number;
  lastSeenAt: Date;
  completedAt: Date | null;
  lastItem: CourseItem | null;
};

export async function listCourseProgress(
  db: DbOrTx,
  { courseIds, userId }: { courseIds: readonly number[]; userId: number },
): Promise<CourseProgress[]> {
  const { courseId, lastSeenAt, completedAt, lastItemType, lastItemId } = courseProgress;
  const rows = await db
    .select({ courseId, lastSeenAt, completedAt, lastItemType, lastItemId })
    .from(courseProgress)
    .where(and(eq(courseProgress.userId, userId), inArray(courseId, [...courseIds])));
  return rows.map(({ lastItemType: itemType, lastItemId: itemId, ...row }) => ({
    ...row,
    lastItem: itemType && itemId ? { itemType, itemId } : null,
  }));
}

export async function findItemProgress(
  db: DbOrTx,
  { userId, itemType, itemId }: CourseItem & { userId: number },
) {
  const { rows } = await db.execute<{ position: number; isCompleted: boolean; watchedSeconds: number }>(sql`
    select position, completed_at is not null as "isCompleted", ${secondsIn(sql`played`)} as "watchedSeconds"
    from item_progress where user_id = ${userId} and item_type = ${itemType} and item_id = ${itemId}`);
  return rows[0] ?? null;
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

const secondsIn = (played: SQL) =>
  sql`(select coalesce(sum(upper(r) - lower(r)), 0)::int from unnest(${played}) r)`;

/** Of what was played, the first `most` seconds: no more can have been played by the clock. */
const capPlayedSeconds = (played: SQL, most: SQL) => sql`(
  select coalesce(range_agg(int4range(lower(r), least(upper(r), lower(r) + budget.most - before))), '{}')
  from (select r, (sum(upper(r) - lower(r)) over (order by lower(r)) - (upper(r) - lower(r)))::int as before
    from unnest(${played}) r) parts, (select ${most} as most) budget
  where before < budget.most)`;

/**
 * Notes where the learner is, in the course and in the lesson. One statement, the course's row first: the same order as
 * in completeItem, so that two devices can't deadlock. `played` is a multirange, `{[0,35),[40,52)}`. All that was
 * played fits into the time between saves that said so; what doesn't fit yet counts with a later save, because players
 * send everything they played since the page was opened.
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
  const hasPlayed = sql`not isempty(excluded.played)`;
  const playable = sql`p.playable_seconds + ${FASTEST_SPEED}::float8 * case when ${hasPlayed} then
    least(${LONGEST_SILENCE}::int, greatest(0, extract(epoch from excluded.updated_at - p.played_at))) else 0 end`;
  const stillPlayable = sql`floor(${playable} - ${secondsIn(sql`p.played`)})::int`;
  const { rows } = await db.execute<Saved>(sql`
    with seen as (${upsertCourseProgress({ userId, courseId, itemType: 'lesson', itemId: lessonId, now })} returning 1)
    insert into item_progress as p (user_id, item_type, item_id, course_id, opened_at, position, played, played_at,
      updated_at)
    select ${userId}, 'lesson', ${lessonId}, ${courseId}, ${now}, ${position}::int,
      ${capPlayedSeconds(sql`${played}::int4multirange`, sql`${CREDIT_ALLOWANCE}::int`)},
      case when not isempty(${played}::int4multirange) then ${now}::timestamptz end, ${now}
    from seen
    on conflict (user_id, item_type, item_id) do update set
      position = excluded.position,
      played = p.played + ${capPlayedSeconds(sql`${played}::int4multirange - p.played`, stillPlayable)},
      played_at = greatest(p.played_at, excluded.played_at),
      playable_seconds = ${playable},
      seconds_spent = p.seconds_spent + least(${LONGEST_PAUSE_SECONDS},
        greatest(0, extract(epoch from excluded.updated_at - p.updated_at)))::int,
      updated_at = greatest(p.updated_at, excluded.updated_at)
    returning p.position, p.completed_at is not null as "isCompleted", ${secondsIn(sql`p.played`)} as "watchedSeconds"`);
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

/**
 * True: every item in the course is completed now, and it wasn't before. Free lessons alone complete no course that
 * builds on another.
 */
export async function markCourseCompleted(
  tx: Tx,
  { userId, courseId, now }: { userId: number; courseId: number; now: Date },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update course_progress set completed_at = ${now}
    where user_id = ${userId} and course_id = ${courseId} and completed_at is null
      and not exists (select from missing_prerequisites(${courseId}, ${userId}, ${now}::timestamptz))
      and exists (select 1 from ${liveItems([courseId])} i)
      and not exists (
        select 1 from ${liveItems([courseId])} i where not exists (
          select 1 from item_progress p
          where p.user_id = ${userId} and p.item_type = i.item_type and p.item_id = i.item_id
            and p.completed_at is not null))
    returning 1`);
  return rows.length > 0;
}

/** The next learners who have the course and haven't completed it, by id. */
export async function listUnfinishedLearners(
  db: DbOrTx,
  { courseId, after, limit, now }: { courseId: number; after: number; limit: number; now: Date },
): Promise<number[]> {
  const { rows } = await db.execute<{ userId: number }>(sql`
    select c.user_id as "userId" from course_progress c
    where c.course_id = ${courseId} and c.completed_at is null and c.user_id > ${after}
      and exists (select 1 from entitlements e
        where e.user_id = c.user_id and e.item_type = 'course' and e.item_id = ${courseId} and e.state = 'active'
          and (e.ends_at is null or e.ends_at > ${now}))
    order by c.user_id limit ${limit}`);
  return rows.map(({ userId }) => userId);
}

/** Opened lessons whose rule has become easier and is met by now. Rounds as `watchedPercent` does. */
export async function markDueLessonsCompleted(
  db: DbOrTx,
  { courseId, userIds, now }: { courseId: number; userIds: readonly number[]; now: Date },
): Promise<void> {
  await db.execute(sql`
    update item_progress p set completed_at = ${now}
    from lessons l join course_modules m on m.id = l.module_id
    left join course_files f on f.id = l.file_id and f.kind in ('video', 'audio')
    where m.course_id = ${courseId} and l.removed_at is null and m.removed_at is null
      and p.item_type = 'lesson' and p.item_id = l.id and p.completed_at is null
      and p.user_id = any(${sql.param([...userIds])}::int[])
      and (l.completion_rule = 'opened' or (l.completion_rule = 'watched' and exists (
        select 1 from (select coalesce(sum(upper(r) - lower(r)), 0) as seconds from unnest(p.played) r) watched
        where watched.seconds + 1 >= f.seconds or watched.seconds * 100 >= l.watch_share * f.seconds)))`);
}

/** Which of these learners have completed every item that is in the course now. */
export async function listLearnersWithNothingOpen(
  db: DbOrTx,
  { courseId, userIds }: { courseId: number; userIds: readonly number[] },
): Promise<number[]> {
  const { rows } = await db.execute<{ userId: number }>(sql`
    select learner.id as "userId" from unnest(${sql.param([...userIds])}::int[]) learner(id)
    where not exists (
      select 1 from ${liveItems([courseId])} i where not exists (
        select 1 from item_progress p
        where p.user_id = learner.id and p.item_type = i.item_type and p.item_id = i.item_id
          and p.completed_at is not null))`);
  return rows.map(({ userId }) => userId);
}

/** Everything is open again. False: the course isn't completed, or another tab was faster. */
export async function resetCourseProgress(
  tx: Tx,
  { userId, courseId, now }: { userId: number; courseId: number; now: Date },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update course_progress set completed_at = null, repeated_at = ${now}, last_item_type = null, last_item_id = null
    where user_id = ${userId} and course_id = ${courseId} and completed_at is not null
    returning 1`);
  if (rows.length === 0) return false;
  await tx.execute(sql`delete from item_progress where user_id = ${userId} and course_id = ${courseId}`);
  return true;
}
