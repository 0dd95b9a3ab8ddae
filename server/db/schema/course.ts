// Courses and certifications: what they promise, their modules and lessons, and the files of both.
import { sql } from '#server/db/drizzle.ts';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from '#server/db/drizzle-pg.ts';
import { id, isPrice, oneOf, timestamptz } from '#server/db/columns.ts';
import {
  COMPLETION_RULES,
  COURSE_FILE_KINDS,
  COURSE_STATES,
  LESSON_KINDS,
  type AssignmentSettings,
  type CompletionRule,
  type CourseFileKind,
  type CourseState,
  type LessonKind,
  type LessonSection,
  type LiveSession,
} from '#shared/features/course/course.rules.ts';
import {
  AGE_GROUPS,
  type AgeGroup,
  COURSE_KINDS,
  type CourseKind,
  type Level,
  LEVELS,
} from '#shared/vocabulary.ts';
import { users } from './platform-user.ts';
import { categories } from './category.ts';
import { danceStyles } from './style.ts';

export const courses = pgTable(
  'courses',
  {
    id: id(),
    kind: text().$type<CourseKind>().notNull(),
    instructorId: integer()
      .notNull()
      .references(() => users.id),
    categoryId: integer().references(() => categories.id),
    title: text().notNull(),
    /** `BTC-CERT`: what a certificate and a cart line call it. */
    shortName: text().notNull(),
    /** One sentence under the title. */
    tagline: text().notNull().default(''),
    description: text().notNull().default(''),
    danceStyle: text()
      .notNull()
      .references(() => danceStyles.name, { onUpdate: 'cascade' }),
    ageGroups: text().array().$type<AgeGroup[]>().notNull(),
    level: text().$type<Level>().notNull(),
    /** “When you finish, you can …” */
    outcomes: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** What to bring, in words; courses to finish first are in course_prerequisites. */
    requirements: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    priceCents: integer().notNull(),
    currency: text().notNull().default('USD'),
    weeks: smallint(),
    hoursPerWeek: smallint(),
    /** What the certificate is worth. Months null: it does not run out. */
    creditHours: numeric({ precision: 5, scale: 1, mode: 'number' }),
    validMonths: smallint(),
    state: text().$type<CourseState>().notNull().default('draft'),
    /** Published by an instructor whose account is active: what everyone may see. Kept by triggers, never set by hand. */
    isListed: boolean().notNull().default(false),
    isFeatured: boolean().notNull().default(false),
    /** Lessons open one after the other. */
    isSequential: boolean().notNull().default(false),
    /** The instructor's percentage of each sale; null: as in the settings. */
    instructorShare: smallint(),
    /** Kept by triggers on lessons and reviews. */
    minutes: integer().notNull().default(0),
    lessonCount: integer().notNull().default(0),
    ratingSum: integer().notNull().default(0),
    ratingCount: integer().notNull().default(0),
    rating: numeric({ precision: 3, scale: 2, mode: 'number' }).generatedAlwaysAs(
      sql`case when rating_count = 0 then null else round(rating_sum::numeric / rating_count, 2) end`,
    ),
    salesCount: integer().notNull().default(0),
    createdAt: timestamptz().notNull(),
    publishedAt: timestamptz(),
    updatedAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('courses_short_name').on(t.shortName),
    index('courses_instructor_id').on(t.instructorId),
    index('courses_category_id').on(t.categoryId),
    check('courses_kind', sql`${t.kind} in (${oneOf(COURSE_KINDS)})`),
    check('courses_state', sql`${t.state} in (${oneOf(COURSE_STATES)})`),
    check(
      'courses_ages',
      sql`${t.ageGroups} <@ array[${oneOf(AGE_GROUPS)}] and cardinality(${t.ageGroups}) > 0`,
    ),
    check('courses_level', sql`${t.level} in (${oneOf(LEVELS)})`),
    check('courses_instructor_share', sql`${t.instructorShare} between 0 and 100`),
    check('courses_listed_is_published', sql`not ${t.isListed} or ${t.state} = 'published'`),
    check('courses_price', isPrice(t.priceCents)),
    check('courses_rating', sql`${t.ratingSum} between ${t.ratingCount} and ${t.ratingCount} * 5`),
  ],
);

const courseId = () =>
  integer()
    .notNull()
    .references(() => courses.id, { onDelete: 'cascade' });

export const coursePrerequisites = pgTable(
  'course_prerequisites',
  { courseId: courseId(), requiresId: courseId() },
  (t) => [
    primaryKey({ columns: [t.courseId, t.requiresId] }),
    check('course_prerequisites_not_self', sql`${t.courseId} <> ${t.requiresId}`),
  ],
);

export const courseModules = pgTable(
  'course_modules',
  {
    id: id(),
    courseId: courseId(),
    position: smallint().notNull(),
    title: text().notNull(),
    summary: text().notNull().default(''),
    /** Opens this many days after enrolling; null: right away. */
    releaseDays: smallint(),
    /** Taken out of the course. The row stays: learners' progress refers to its lessons. */
    removedAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('course_modules_position')
      .on(t.courseId, t.position)
      .where(sql`removed_at is null`),
    check('course_modules_release', sql`${t.releaseDays} between 1 and 730`),
  ],
);

const moduleId = () =>
  integer()
    .notNull()
    .references(() => courseModules.id, { onDelete: 'cascade' });

/** Everything uploaded for a course: videos and what belongs to them, pictures, handouts. Never public by itself. */
export const courseFiles = pgTable(
  'course_files',
  {
    id: id(),
    courseId: courseId(),
    kind: text().$type<CourseFileKind>().notNull(),
    /** The video that a poster, a caption file or a rendition belongs to. */
    parentId: integer().references((): AnyPgColumn => courseFiles.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    contentType: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    /** Shared with the file it was copied from when a course is duplicated. */
    storageKey: text().notNull(),
    /** Of videos and audio. */
    seconds: numeric({ precision: 9, scale: 3, mode: 'number' }),
    /** Of documents. */
    pages: integer(),
    /** Of captions: `en`, `es`. */
    language: text(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    index('course_files_storage_key').on(t.storageKey),
    index('course_files_course_id').on(t.courseId),
    index('course_files_parent_id').on(t.parentId),
    uniqueIndex('course_files_one_caption')
      .on(t.parentId, t.language)
      .where(sql`kind = 'caption'`),
    check('course_files_kind', sql`${t.kind} in (${oneOf(COURSE_FILE_KINDS)})`),
    check(
      'course_files_parent',
      sql`(${t.kind} in ('poster', 'caption', 'rendition')) = (${t.parentId} is not null)`,
    ),
    check('course_files_language', sql`(${t.kind} = 'caption') = (${t.language} is not null)`),
  ],
);

export const lessons = pgTable(
  'lessons',
  {
    id: id(),
    moduleId: moduleId(),
    /** Among the lessons and quizzes of its module. */
    position: smallint().notNull(),
    kind: text().$type<LessonKind>().notNull(),
    title: text().notNull(),
    minutes: smallint().notNull(),
    /** Open to everyone, as a taste. */
    isPreview: boolean().notNull().default(false),
    /** Markdown. Leaves the server only for a preview or to someone entitled. */
    body: text().notNull().default(''),
    /** Pictures in the body, so that a request for one needn't search through texts. */
    bodyFileIds: integer()
      .array()
      .notNull()
      .generatedAlwaysAs(sql`mentioned_file_ids(body)`),
    /** The video, audio or document. */
    fileId: integer().references(() => courseFiles.id),
    /** A video elsewhere, as an address that may be embedded (spec §5). */
    embedUrl: text(),
    /** For the practice player: tempo, where the first beat falls, and named sections. */
    bpm: smallint(),
    firstBeat: numeric({ precision: 7, scale: 3, mode: 'number' }),
    /** Counts in a phrase: 8, or 6 for a waltz. */
    phraseCounts: smallint().notNull().default(8),
    sections: jsonb()
      .$type<LessonSection[]>()
      .notNull()
      .default(sql`'[]'`),
    completionRule: text().$type<CompletionRule>().notNull().default('marked'),
    /** For the rule `watched`: percent of the file. */
    watchShare: smallint().notNull().default(90),
    /** A document or attachment may be saved, not only looked at. */
    isDownloadable: boolean().notNull().default(true),
    /** Of lessons of the kind assignment and live. */
    assignment: jsonb().$type<AssignmentSettings>(),
    liveSession: jsonb().$type<LiveSession>(),
    removedAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('lessons_position')
      .on(t.moduleId, t.position)
      .where(sql`removed_at is null`),
    index('lessons_file_id').on(t.fileId),
    index('lessons_body_file_ids').using('gin', t.bodyFileIds),
    check('lessons_kind', sql`${t.kind} in (${oneOf(LESSON_KINDS)})`),
    check('lessons_minutes', sql`${t.minutes} between 1 and 600`),
    check('lessons_completion_rule', sql`${t.completionRule} in (${oneOf(COMPLETION_RULES)})`),
    check('lessons_watch_share', sql`${t.watchShare} between 1 and 100`),
    check('lessons_bpm', sql`${t.bpm} between 30 and 300`),
    check('lessons_phrase_counts', sql`${t.phraseCounts} between 2 and 16`),
    check('lessons_assignment', sql`(${t.kind} = 'assignment') = (${t.assignment} is not null)`),
    check('lessons_live_session', sql`(${t.kind} = 'live') = (${t.liveSession} is not null)`),
  ],
);

export const lessonAttachments = pgTable(
  'lesson_attachments',
  {
    lessonId: integer()
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    fileId: integer()
      .notNull()
      .references(() => courseFiles.id),
    position: smallint().notNull(),
  },
  (t) => [primaryKey({ columns: [t.lessonId, t.fileId] }), index('lesson_attachments_file_id').on(t.fileId)],
);
