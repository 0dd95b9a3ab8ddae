// Courses and certifications: what they promise, and the outline of what is in them.
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, oneOf, timestamptz } from '#server/db/columns.ts';
import {
  COURSE_KINDS,
  COURSE_STATES,
  LESSON_KINDS,
  type CourseKind,
  type CourseState,
  type LessonKind,
} from '#shared/features/course/course.rules.ts';
import { AGE_GROUPS, LEVELS, type AgeGroup, type Level } from '#shared/vocabulary.ts';
import { users } from './account.ts';
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
    isListed: boolean()
      .notNull()
      .generatedAlwaysAs(sql`state = 'published'`),
    isFeatured: boolean().notNull().default(false),
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
    check('courses_price', sql`${t.priceCents} between 0 and 10000000`),
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
  },
  (t) => [uniqueIndex('course_modules_position').on(t.courseId, t.position)],
);

const moduleId = () =>
  integer()
    .notNull()
    .references(() => courseModules.id, { onDelete: 'cascade' });

export const lessons = pgTable(
  'lessons',
  {
    id: id(),
    moduleId: moduleId(),
    position: smallint().notNull(),
    kind: text().$type<LessonKind>().notNull(),
    title: text().notNull(),
    minutes: smallint().notNull(),
    /** Open to everyone, as a taste. */
    isPreview: boolean().notNull().default(false),
    /** What is taught, as plain text. Leaves the server only for a preview or to someone entitled. */
    body: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('lessons_position').on(t.moduleId, t.position),
    check('lessons_kind', sql`${t.kind} in (${oneOf(LESSON_KINDS)})`),
    check('lessons_minutes', sql`${t.minutes} between 1 and 600`),
  ],
);

export const quizzes = pgTable(
  'quizzes',
  {
    id: id(),
    moduleId: moduleId(),
    position: smallint().notNull(),
    title: text().notNull(),
    questionCount: smallint().notNull(),
  },
  (t) => [
    uniqueIndex('quizzes_position').on(t.moduleId, t.position),
    check('quizzes_questions', sql`${t.questionCount} between 1 and 200`),
  ],
);
