// What the directory of instructors searches, filters and sorts. Triggers keep it (migration connect-listings).
import { sql } from '#server/db/drizzle.ts';
import {
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  pgTable,
  smallint,
  text,
} from '#server/db/drizzle-pg.ts';
import { cents, id, timestamptz } from '#server/db/columns.ts';
import type { MeetingPlace, SessionKind } from '#shared/features/instructor/instructor.rules.ts';
import { instructors } from './instructor.ts';

const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const instructorListings = pgTable(
  'instructor_listings',
  {
    instructorId: integer()
      .primaryKey()
      .references(() => instructors.userId, { onDelete: 'cascade' }),
    /** Listed by the instructor, and the account is active. */
    isListed: boolean().notNull(),
    styles: text().array().notNull(),
    languages: text().array().notNull(),
    levels: text().array().notNull(),
    ageGroups: text().array().notNull(),
    places: text().array().$type<MeetingPlace[]>().notNull(),
    city: text(),
    /** Where they teach in person, if they gave a ZIP code. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** Of their first session that isn't free, for one time or one seat; null without sessions. */
    priceCents: cents(),
    durationMinutes: smallint(),
    kind: text().$type<SessionKind>(),
    /** The same for half an hour, to compare. */
    halfHourCents: cents(),
    /** The first of their next free times, as the job last computed them; null without any. */
    nextStart: timestamptz(),
    ratingSum: integer().notNull(),
    ratingCount: integer().notNull(),
    /** Name, headline, what they help with and styles weigh more than the rest. */
    search: searchVector().notNull(),
  },
  (t) => [
    index('instructor_listings_listed')
      .on(t.instructorId)
      .where(sql`is_listed`),
    index('instructor_listings_search').using('gin', t.search),
    index('instructor_listings_styles').using('gin', t.styles),
    index('instructor_listings_next_start')
      .on(t.nextStart, t.instructorId)
      .where(sql`is_listed`),
    index('instructor_listings_price')
      .on(t.halfHourCents, t.instructorId)
      .where(sql`is_listed`),
  ],
);

/**
 * How many listed instructors each filter option finds, as changes to add up: who changes their profile waits for
 * nobody. A trigger writes them, a job sums them up.
 */
export const instructorCounts = pgTable(
  'instructor_counts',
  {
    id: id(),
    /** `total`, or the name of a filter. */
    facet: text().notNull(),
    value: text().notNull(),
    change: integer().notNull(),
  },
  (t) => [index('instructor_counts_facet').on(t.facet, t.value)],
);
