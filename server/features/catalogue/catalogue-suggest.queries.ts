// What someone may be about to type, in SQL: one statement, and no part of it grows with the number of resources or shops.
import { sql, type SQL } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { beginningWith } from './catalogue-search.queries.ts';

type Named = { id: number; name: string };
export type SuggestionRows = {
  words: string[];
  resources: Named[];
  courses: Named[];
  sellers: Named[];
};

/** Of a word's beginning there are thousands of titles; these are from the most useful ones, and four are shown. */
const MOST_LOOKED_AT = sql.raw('150');

const last = sql`${sql.placeholder('last')}::text`;
const start = sql`${sql.placeholder('start')}::text`;
/** The word of a title that begins so; stems are what the index has. */
const titleBegins = sql`(case when length(${last}) < 2 then '''~''' else
  '''^' || coalesce((ts_lexize('english_stem', ${last}))[1], ${last}) || ''':*' end)`;
const named = (rows: SQL) => sql<Named[]>`(select coalesce(json_agg(n), '[]') from (${rows}) n)`;

const selectSuggestions = prepared((db) =>
  db
    .select({
      words: beginningWith(last, 6),
      // Among the most useful, by the words of their titles.
      resources: named(sql`
        select r.id, r.title as name from (
          select resource_id, score from (
            select resource_id, score from resource_listings
            where tier = 0 and words @@ (to_tsquery('english', ${sql.placeholder('before')}) && ${titleBegins}::tsquery) limit ${MOST_LOOKED_AT}
          ) found order by score desc, resource_id limit 4
        ) l join resources r on r.id = l.resource_id order by l.score desc, r.id`),
      courses: named(sql`
        select id, title as name from courses
        where is_listed and (lower(title) like ${start} || '%' or lower(title) like '% ' || ${start} || '%')
        order by sales_count desc, id limit 2`),
      // The inner bound is below only: with both, all that begin so would be read and sorted for the first fifty. Whether
      // a seller is open is asked last, of as many as it takes to find two: the second limit keeps it out here.
      sellers: named(sql`
        select user_id as id, name from (
          select user_id, name, rating_count from (
            select user_id, name, rating_count from stores
            where lower(name) collate "C" >= ${start} order by lower(name) collate "C" limit 50
          ) near where starts_with(lower(name), ${start}) order by rating_count desc, user_id limit 50
        ) s where seller_is_open(user_id) order by rating_count desc, user_id limit 2`),
    })
    .from(sql`(select 1) one`)
    .prepare('catalogue_suggestions'),
);

/** `start` is all that was typed, `last` its last word, `before` the others as to_tsquery reads them. */
export async function listSuggestionRows(
  db: DbOrTx,
  typed: { start: string; last: string; before: string },
): Promise<SuggestionRows> {
  const [row] = await selectSuggestions(db).execute(typed);
  return row ?? { words: [], resources: [], courses: [], sellers: [] };
}
