// When instructors can be booked: weekly hours in their zone, exceptions, and busy times from other calendars.
import { sql } from '#server/db/drizzle.ts';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from '#server/db/drizzle-pg.ts';
import { bytea, id, timestamptz } from '#server/db/columns.ts';
import { instructors } from './instructor.ts';

const instructorId = () =>
  integer()
    .notNull()
    .references(() => instructors.userId, { onDelete: 'cascade' });

/** Minutes since midnight on the wall clock; 1440 is the end of the day. */
export const weeklyHours = pgTable(
  'weekly_hours',
  {
    id: id(),
    instructorId: instructorId(),
    /** ISO: 1 is Monday. */
    weekday: smallint().notNull(),
    startMinute: smallint().notNull(),
    endMinute: smallint().notNull(),
  },
  (t) => [
    uniqueIndex('weekly_hours_start').on(t.instructorId, t.weekday, t.startMinute),
    check('weekly_hours_weekday', sql`${t.weekday} between 1 and 7`),
    check(
      'weekly_hours_range',
      sql`0 <= ${t.startMinute} and ${t.startMinute} < ${t.endMinute} and ${t.endMinute} <= 1440`,
    ),
  ],
);

/** Other hours on one date, instead of the weekly ones. */
export const dateHours = pgTable(
  'date_hours',
  {
    id: id(),
    instructorId: instructorId(),
    date: date({ mode: 'string' }).notNull(),
    startMinute: smallint().notNull(),
    endMinute: smallint().notNull(),
  },
  (t) => [
    uniqueIndex('date_hours_start').on(t.instructorId, t.date, t.startMinute),
    check(
      'date_hours_range',
      sql`0 <= ${t.startMinute} and ${t.startMinute} < ${t.endMinute} and ${t.endMinute} <= 1440`,
    ),
  ],
);

/** Whole days without sessions: vacations and holidays. Outranks all hours. */
export const timeOff = pgTable(
  'time_off',
  {
    id: id(),
    instructorId: instructorId(),
    startsOn: date({ mode: 'string' }).notNull(),
    /** The last day off. */
    endsOn: date({ mode: 'string' }).notNull(),
    label: text().notNull().default(''),
    /** On the same dates every year, such as a holiday. */
    isYearly: boolean().notNull().default(false),
  },
  (t) => [
    index('time_off_instructor_id').on(t.instructorId, t.endsOn),
    check('time_off_range', sql`${t.startsOn} <= ${t.endsOn} and ${t.endsOn} - ${t.startsOn} < 366`),
  ],
);

/** Another calendar of the instructor, read regularly by a job; its events are busy times. */
export const externalCalendars = pgTable(
  'external_calendars',
  {
    id: id(),
    instructorId: instructorId(),
    label: text().notNull(),
    url: text().notNull(),
    createdAt: timestamptz().notNull(),
    readAt: timestamptz(),
    /** What went wrong the last time, in words the instructor can act on; null: nothing. */
    problem: text(),
    nextReadAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('external_calendars_url').on(t.instructorId, t.url),
    index('external_calendars_next_read_at').on(t.nextReadAt),
  ],
);

export const externalBusyTimes = pgTable(
  'external_busy_times',
  {
    id: id(),
    calendarId: integer()
      .notNull()
      .references(() => externalCalendars.id, { onDelete: 'cascade' }),
    instructorId: instructorId(),
    startsAt: timestamptz().notNull(),
    endsAt: timestamptz().notNull(),
  },
  (t) => [
    index('external_busy_times_calendar_id').on(t.calendarId),
    index('external_busy_times_instructor_id').on(t.instructorId, t.endsAt),
    check('external_busy_times_range', sql`${t.startsAt} < ${t.endsAt}`),
  ],
);

/** The secret address under which an instructor subscribes to their own bookings. A new one replaces it. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    instructorId: integer()
      .primaryKey()
      .references(() => instructors.userId, { onDelete: 'cascade' }),
    tokenHash: bytea().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [uniqueIndex('calendar_feeds_token_hash').on(t.tokenHash)],
);
