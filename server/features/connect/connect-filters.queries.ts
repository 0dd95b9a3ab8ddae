// What the filters of the directory mean, in SQL.
import { and, gte, inArray, lt, sql, type SQL } from '#server/db/drizzle.ts';
import { certificates } from '#server/db/schema/certificate.ts';
import { instructorListings } from '#server/db/schema/connect.ts';
import { asText } from '#server/db/search.ts';
import { DEFAULT_DISTANCE, HALF_HOUR_BANDS } from '#shared/features/connect/connect.rules.ts';
import type { InstructorFilters } from '#shared/features/connect/connect.schema.ts';
import { agesFor, levelsFor } from '#shared/vocabulary.ts';

export type Position = { latitude: number; longitude: number };
export type DirectoryFilters = InstructorFilters & {
  now: Date;
  weekEnd: Date;
  /** Of `near`; null: there is no such ZIP code. */
  center?: Position | null;
  /** All words of `q` instead of any. */
  isEveryWordNeeded?: boolean;
};
export type InstructorFacet = Exclude<keyof InstructorFilters, 'q' | 'within'>;

const at = (date: Date) => sql`${date.toISOString()}::timestamptz`;
export const listed = sql`${instructorListings.isListed}`;
export const list = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`;

/** Any of the words counts; those who say all of them come first. websearch_to_tsquery accepts any input. */
export const asQuery = (q: string) =>
  sql`replace(websearch_to_tsquery('english', ${asText(q)})::text, '&', '|')::tsquery`;

export function isFound({ q, isEveryWordNeeded }: Pick<DirectoryFilters, 'q' | 'isEveryWordNeeded'>) {
  if (!q) return undefined;
  const words = isEveryWordNeeded ? sql`websearch_to_tsquery('english', ${asText(q)})` : asQuery(q);
  return sql`${instructorListings.search} @@ ${words}`;
}

const isValidCertificate = (now: Date) =>
  and(
    sql`${certificates.revokedAt} is null`,
    sql`(${certificates.expiresAt} is null or ${certificates.expiresAt} > ${at(now)})`,
  );

/** As the crow flies, on a sphere. */
export function milesFrom({ latitude, longitude }: Position): SQL<number | null> {
  const t = instructorListings;
  const half = (from: SQL) => sql`power(sin(radians(${from}) / 2), 2)`;
  return sql`2 * 3959 * asin(sqrt(${half(sql`${t.latitude} - ${latitude}::float8`)}
    + cos(radians(${latitude}::float8)) * cos(radians(${t.latitude})) * ${half(sql`${t.longitude} - ${longitude}::float8`)}))`;
}

function isNear({ near, within = DEFAULT_DISTANCE, center }: DirectoryFilters): SQL | undefined {
  if (near === undefined) return undefined;
  if (!center) return sql`false`;
  return sql`'in_person' = any(${instructorListings.places}) and ${milesFrom(center)} <= ${Number(within)}`;
}

export function conditionsOf(filter: DirectoryFilters): Record<InstructorFacet, SQL | undefined> {
  const { style, level, ageGroup, language, place, city, price, rating, certified, when, now, weekEnd } =
    filter;
  const t = instructorListings;
  const some = (column: SQL, chosen: readonly string[] | undefined) =>
    chosen?.length ? sql`${column} && ${list(chosen)}` : undefined;
  const band = price && HALF_HOUR_BANDS[price];
  return {
    style: some(sql`${t.styles}`, style),
    level: some(sql`${t.levels}`, level?.length ? levelsFor(level) : undefined),
    ageGroup: some(sql`${t.ageGroups}`, ageGroup?.length ? agesFor(ageGroup) : undefined),
    language: some(sql`${t.languages}`, language),
    place: some(sql`${t.places}`, place),
    city: city?.length
      ? inArray(
          sql`lower(${t.city})`,
          city.map((name) => name.toLowerCase()),
        )
      : undefined,
    near: isNear(filter),
    price: band && and(gte(t.halfHourCents, band.from), lt(t.halfHourCents, band.below)),
    rating:
      rating && sql`${t.ratingSum} >= ${Number(rating)}::numeric * ${t.ratingCount} and ${t.ratingCount} > 0`,
    certified:
      certified &&
      sql`${t.instructorId} in (select ${certificates.userId} from ${certificates} where ${isValidCertificate(now)})`,
    when: when && sql`${t.nextStart} > ${at(now)} and ${t.nextStart} < ${at(weekEnd)}`,
  };
}

export const whereOf = (filter: DirectoryFilters) =>
  and(listed, isFound(filter), ...Object.values(conditionsOf(filter)));
