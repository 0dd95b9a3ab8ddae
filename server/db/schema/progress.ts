// How far each learner is. Progress never goes backwards and outlives access, unless the learner starts a course again
// to renew a certificate.
import { sql } from '#server/db/drizzle.ts';
import {
  check,
  customType,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from '#server/db/drizzle-pg.ts';
import { oneOf, timestamptz } from '#server/db/columns.ts';
import {
  COURSE_ITEMS,
  type CourseItemType,
  CREDIT_ALLOWANCE,
} from '#shared/features/progress/progress.rules.ts';
import { users } from './platform-user.ts';
import { courses } from './course.ts';

/** `{[0,35),[40,52)}`: whole seconds. The union of two is one operator, so devices can't overwrite each other. */
const int4multirange = customType<{ data: string }>({ dataType: () => 'int4multirange' });

const userId = () =>
  integer()
    .notNull()
    .references(() => users.id);
const courseId = () =>
  integer()
    .notNull()
    .references(() => courses.id);

export const itemProgress = pgTable(
  'item_progress',
  {
    userId: userId(),
    itemType: text().$type<CourseItemType>().notNull(),
    /** A lesson or quiz; stays when it is taken out of the course. */
    itemId: integer().notNull(),
    courseId: courseId(),
    openedAt: timestamptz().notNull(),
    /** Where to resume, in seconds. */
    position: integer().notNull().default(0),
    played: int4multirange()
      .notNull()
      .default(sql`'{}'`),
    /** The last save that said something was played. */
    playedAt: timestamptz(),
    /** How much can have been played so far, by the clock: no more than this counts. */
    playableSeconds: doublePrecision().notNull().default(CREDIT_ALLOWANCE),
    secondsSpent: integer().notNull().default(0),
    completedAt: timestamptz(),
    updatedAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.itemType, t.itemId] }),
    index('item_progress_course').on(t.courseId, t.userId),
    index('item_progress_item').on(t.itemType, t.itemId),
    check('item_progress_item_type', sql`${t.itemType} in (${oneOf(COURSE_ITEMS)})`),
    check('item_progress_position', sql`${t.position} >= 0`),
  ],
);

export const courseProgress = pgTable(
  'course_progress',
  {
    userId: userId(),
    courseId: courseId(),
    startedAt: timestamptz().notNull(),
    lastSeenAt: timestamptz().notNull(),
    /** Where they were last, to resume on any device. */
    lastItemType: text().$type<CourseItemType>(),
    lastItemId: integer(),
    /** Set once each time. */
    completedAt: timestamptz(),
    /** When the learner last started it again; quiz attempts before it don't count. */
    repeatedAt: timestamptz(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.courseId] }),
    index('course_progress_course_id').on(t.courseId, t.lastSeenAt),
  ],
);
