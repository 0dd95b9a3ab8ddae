// Instructors on Connect and the sessions they offer.
import { sql } from '#server/db/drizzle.ts';
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from '#server/db/drizzle-pg.ts';
import { cents, id, isPrice, oneOf, timestamptz } from '#server/db/columns.ts';
import {
  CANCELLATION_POLICIES,
  type CancellationPolicy,
  INSTRUCTOR_STATES,
  type InstructorState,
  MEETING_PLACES,
  type MeetingPlace,
  SESSION_KINDS,
  type SessionKind,
} from '#shared/features/instructor/instructor.rules.ts';
import { AGE_GROUPS, type AgeGroup, LEVELS, type Level } from '#shared/vocabulary.ts';
import { users } from './platform-user.ts';
import { danceStyles } from './style.ts';

const emptyList = sql`'{}'`;

export const instructors = pgTable(
  'instructors',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id),
    state: text().$type<InstructorState>().notNull().default('draft'),
    /** One line on cards. */
    headline: text().notNull().default(''),
    /** Markdown. */
    about: text().notNull().default(''),
    /** “People come to her for”: one per row. */
    helpsWith: text().array().notNull().default(emptyList),
    /** A link to a video elsewhere, shown as an embed. */
    videoUrl: text(),
    /** ISO 639-1. */
    languages: text().array().notNull().default(emptyList),
    levels: text().array().$type<Level[]>().notNull().default(emptyList),
    ageGroups: text().array().$type<AgeGroup[]>().notNull().default(emptyList),
    /** The zone of their weekly hours. */
    timeZone: text().notNull(),
    /** Where they teach in person; public. */
    city: text(),
    /** In the US; finds them by distance, and isn't shown. */
    zip: text(),
    /** The middle of that ZIP code. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** The platform's fee in basis points; null: as in the settings. */
    feePoints: integer(),
    /** Why staff suspended them; they can read it. */
    suspendedReason: text(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    index('instructors_state').on(t.state),
    check('instructors_state_known', sql`${t.state} in (${oneOf(INSTRUCTOR_STATES)})`),
    check('instructors_suspended', sql`(${t.state} = 'suspended') = (${t.suspendedReason} is not null)`),
    check('instructors_fee', sql`${t.feePoints} between 0 and 10000`),
    check('instructors_levels', sql`${t.levels} <@ array[${oneOf(LEVELS)}]`),
    check('instructors_age_groups', sql`${t.ageGroups} <@ array[${oneOf(AGE_GROUPS)}]`),
    check('instructors_zip', sql`${t.zip} ~ '^[0-9]{5}$'`),
    check('instructors_position', sql`(${t.latitude} is null) = (${t.longitude} is null)`),
    check(
      'instructors_latitude',
      sql`${t.latitude} between -90 and 90 and ${t.longitude} between -180 and 180`,
    ),
  ],
);

const instructorId = () =>
  integer()
    .notNull()
    .references(() => instructors.userId);

export const instructorStyles = pgTable(
  'instructor_styles',
  {
    instructorId: instructorId(),
    styleId: integer()
      .notNull()
      .references(() => danceStyles.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.instructorId, t.styleId] }),
    index('instructor_styles_style_id').on(t.styleId),
  ],
);

export const sessionTypes = pgTable(
  'session_types',
  {
    id: id(),
    instructorId: instructorId(),
    kind: text().$type<SessionKind>().notNull(),
    title: text().notNull(),
    description: text().notNull().default(''),
    durationMinutes: smallint().notNull(),
    /** For one seat of a group, for the whole package or series. Zero: free. */
    priceCents: cents().notNull(),
    /** Seats; 1 unless it is a group. */
    capacity: smallint().notNull().default(1),
    /** Sessions of a package or series; otherwise 1. */
    sessionCount: smallint().notNull().default(1),
    /** For packages: the sessions must be booked within this many days. */
    validDays: smallint(),
    bufferBeforeMinutes: smallint().notNull().default(0),
    bufferAfterMinutes: smallint().notNull().default(0),
    /** To and from the place, on both sides of the session. */
    travelMinutes: smallint().notNull().default(0),
    /** A new start is offered every so many minutes. */
    stepMinutes: smallint().notNull().default(30),
    minNoticeMinutes: integer().notNull().default(720),
    /** How far ahead it can be booked. */
    windowDays: smallint().notNull().default(60),
    /** At most this many sessions of this type in a day or week of the instructor's zone. */
    dailyLimit: smallint(),
    weeklyLimit: smallint(),
    place: text().$type<MeetingPlace>().notNull().default('online'),
    /** The address or meeting link; only participants see it. */
    whereText: text().notNull().default(''),
    /** The instructor accepts each booking. */
    isOnRequest: boolean().notNull().default(false),
    /** Not in the directory: learners of courses its instructor assesses book it from the practical assessment. */
    isForAssessments: boolean().notNull().default(false),
    cancellation: text().$type<CancellationPolicy>().notNull().default('standard'),
    /** Hours before the start at which participants are reminded. */
    reminderHours: smallint()
      .array()
      .notNull()
      .default(sql`'{24,1}'`),
    position: smallint().notNull().default(0),
    /** No longer offered; earlier bookings keep it. */
    archivedAt: timestamptz(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    index('session_types_instructor_id').on(t.instructorId, t.position),
    check('session_types_kind', sql`${t.kind} in (${oneOf(SESSION_KINDS)})`),
    check('session_types_duration', sql`${t.durationMinutes} between 10 and 480`),
    check('session_types_price', isPrice(t.priceCents)),
    check(
      'session_types_capacity',
      sql`${t.capacity} between 1 and 500 and (${t.kind} = 'group' or ${t.capacity} = 1)`,
    ),
    check(
      'session_types_count',
      sql`${t.sessionCount} between 1 and 52 and (${t.sessionCount} > 1) = (${t.kind} in ('package', 'series'))`,
    ),
    check(
      'session_types_valid_days',
      sql`(${t.validDays} is not null) = (${t.kind} = 'package') and ${t.validDays} between 1 and 730`,
    ),
    check(
      'session_types_buffers',
      sql`${t.bufferBeforeMinutes} between 0 and 240 and ${t.bufferAfterMinutes} between 0 and 240 and ${t.travelMinutes} between 0 and 240`,
    ),
    check('session_types_step', sql`${t.stepMinutes} between 5 and 240`),
    check('session_types_notice', sql`${t.minNoticeMinutes} between 0 and 43200`),
    check('session_types_window', sql`${t.windowDays} between 1 and 365`),
    check('session_types_limits', sql`${t.dailyLimit} >= 1 and ${t.weeklyLimit} >= 1`),
    check('session_types_place', sql`${t.place} in (${oneOf(MEETING_PLACES)})`),
    check('session_types_for_assessments', sql`not ${t.isForAssessments} or ${t.kind} = 'one_to_one'`),
    check('session_types_cancellation', sql`${t.cancellation} in (${oneOf(CANCELLATION_POLICIES)})`),
  ],
);
