// Searches the word index, and looks up misspelled words among the words in use.
import { sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';

/** How far to search: the top thousands by score, the next, or all. */
export type Tier = 0 | 1 | 2;

export type Hits = {
  tier: Tier;
  /** For to_tsquery; null when there are only filters. */
  words: string | null;
  /** tsquery terms for filters and the seller; all must match. */
  choices: readonly string[];
};

const TIERS: Record<Tier, SQL> = {
  0: sql.raw('tier = 0'),
  1: sql.raw('tier <= 1'),
  2: sql.raw('true'),
};

/** What a prepared statement depends on; the words and choices are its parameters. */
export type HitShape = { tier: Tier; hasWords: boolean; hasChoices: boolean };

export const shapeOf = ({ tier, words, choices }: Hits): HitShape => ({
  tier,
  hasWords: words !== null,
  hasChoices: choices.length > 0,
});
/** Part of a statement's name. */
export const shapeName = ({ tier, hasWords, hasChoices }: HitShape) =>
  `${tier}${hasWords ? 'w' : ''}${hasChoices ? 'c' : ''}`;
export const hitValues = ({ words, choices }: Hits) => ({ words, choices: choices.join('&') });

const typedQuery = sql`to_tsquery('english', ${sql.placeholder('words')})`;

/** The tier is a literal, otherwise the partial indexes couldn't be used. */
export function isHit({ tier, hasWords, hasChoices }: HitShape): SQL {
  const parts = [
    ...(hasWords ? [typedQuery] : []),
    ...(hasChoices ? [sql`${sql.placeholder('choices')}::tsquery`] : []),
  ];
  return sql`${TIERS[tier]} and words @@ (${sql.join(parts, sql` && `)})`;
}

/** A match in the title outweighs eighteen times the sales. */
export const rankOf = ({ hasWords }: HitShape): SQL =>
  hasWords ? sql`(score + 6000 * ts_rank(words, ${typedQuery}))::int` : sql`score`;

/** Whether there are listings beyond the tier. */
export function hasMore({ tier }: Pick<HitShape, 'tier'>): SQL<boolean> {
  if (tier === 2) return sql<boolean>`false`;
  const score = sql.raw(tier === 0 ? 'top_score' : 'near_score');
  return sql<boolean>`(select ${score} > -2147483648 from catalogue_tiers)`;
}

export type IndexedWord = {
  word: string;
  /** A stop word: "the", "for". */
  isIgnored: boolean;
  isKnown: boolean;
  /** Words in use with this prefix, most used first; only for the last word. */
  longer: string[];
  /** Two words in use that it joins: “hiphop”. */
  split: [string, string] | null;
  /** The most similar word in use. */
  alike: string | null;
};

/** What the index knows about each word, in order. Suggestions are looked up for unknown words only. */
export async function findIndexedWords(db: DbOrTx, { words }: { words: string[] }): Promise<IndexedWord[]> {
  const { rows } = await db.execute<IndexedWord>(sql`
    select typed.word, stem is null as "isIgnored", is_known as "isKnown",
      case when at = ${words.length} and not is_known then ${beginningWith(sql`typed.word`, 8)} else '{}' end as longer,
      case when not is_known and length(typed.word) > 5 then (
        select array[left(typed.word, n), substr(typed.word, n + 1)]
        from generate_series(3, length(typed.word) - 3) n
        where exists (select 1 from catalogue_words w where w.word = left(typed.word, n) and w.count > 0)
          and exists (select 1 from catalogue_words w where w.word = substr(typed.word, n + 1) and w.count > 0)
        order by n desc limit 1
      ) end as split,
      case when not is_known and stem is not null and length(typed.word) > 2 then (
        select w.word from catalogue_words w
        where w.word % typed.word and w.count > 0 and w.stem <> ''
        order by similarity(w.word, typed.word) desc, w.count desc, w.word limit 1
      ) end as alike
    from unnest(${sql.param(words)}::text[]) with ordinality typed(word, at)
    cross join lateral (select (ts_lexize('english_stem', typed.word))[1] as stem) stemmed
    cross join lateral (
      select exists (select 1 from catalogue_words w where w.stem = stemmed.stem and w.count > 0) as is_known
    ) known
    order by at`);
  return rows;
}

/**
 * Up to `most` words in use that start with it, as an array. Bounded for any prefix: short ones have an index by
 * weight.
 */
export function beginningWith(start: SQL, most: number): SQL<string[]> {
  const found = (where: SQL, limit: SQL) =>
    sql`array(select w.word from catalogue_words w where ${where} and w.count > 0 and w.stem <> '' ${limit})`;
  const best = sql`order by w.weight desc nulls last limit ${sql.raw(String(most))}`;
  return sql<string[]>`case
    when length(${start}) = 1 then ${found(sql`left(w.word, 1) collate "C" = ${start}`, best)}
    when length(${start}) = 2 then ${found(sql`left(w.word, 2) collate "C" = ${start}`, best)}
    else ${found(sql`w.word collate "C" >= ${start} and w.word collate "C" < ${start} || chr(1114111)`, best)} end`;
}

type Named = { id: number; name: string };
export type SuggestionRows = {
  words: string[];
  /** How many listings have each of the styles asked for. */
  styleCounts: number[];
  resources: Named[];
  sellers: Named[];
};

/** A prefix can match thousands of titles; this many are ranked and four are shown. */
const MOST_LOOKED_AT = sql.raw('150');

const last = sql`${sql.placeholder('last')}::text`;
const start = sql`${sql.placeholder('start')}::text`;
/** Matches titles with a word of this prefix; the index stores stems. */
const titleBegins = sql`(case when length(${last}) < 2 then '''~''' else
  '''^' || coalesce((ts_lexize('english_stem', ${last}))[1], ${last}) || ''':*' end)`;
const named = (rows: SQL) => sql<Named[]>`(select coalesce(json_agg(n), '[]') from (${rows}) n)`;

const selectSuggestions = prepared((db) =>
  db
    .select({
      words: beginningWith(last, 6),
      styleCounts: sql<number[]>`array(
        select coalesce((select c.count from resource_counts c where c.key = k.key), 0)::int
        from unnest(${sql.placeholder('styleKeys')}::bigint[]) with ordinality k(key, at) order by at)`,
      // From the top tier, by words of their titles.
      resources: named(sql`
        select r.id, r.title as name from (
          select resource_id, score from (
            select resource_id, score from listing_words
            where tier = 0 and words @@ (to_tsquery('english', ${sql.placeholder('before')}) && ${titleBegins}::tsquery) limit ${MOST_LOOKED_AT}
          ) found order by score desc, resource_id limit 4
        ) l join resources r on r.id = l.resource_id order by l.score desc, r.id`),
      // Only a lower bound inside: with both bounds, all matching sellers would be read and sorted for the first fifty.
      // Whether a seller is open is checked last, for as many as it takes to find two; the second limit keeps the
      // planner from checking it earlier.
      sellers: named(sql`
        select user_id as id, name from (
          select user_id, name, rating_count from (
            select user_id, name, rating_count from sellers
            where lower(name) collate "C" >= ${start} order by lower(name) collate "C" limit 50
          ) near where starts_with(lower(name), ${start}) order by rating_count desc, user_id limit 50
        ) s where seller_is_open(user_id) order by rating_count desc, user_id limit 2`),
    })
    .from(sql`(select 1) one`)
    .prepare('catalogue_suggestions'),
);

/** `start` is the whole input, `last` its last word, `before` the other words for to_tsquery; `styleKeys` are counters. */
export async function listSuggestionRows(
  db: DbOrTx,
  {
    styleKeys = [],
    ...typed
  }: { start: string; last: string; before: string; styleKeys?: readonly bigint[] },
): Promise<SuggestionRows> {
  const [row] = await selectSuggestions(db).execute({ ...typed, styleKeys: `{${styleKeys.join(',')}}` });
  return row ?? { words: [], styleCounts: [], resources: [], sellers: [] };
}

/** For each search, whether the top tier has a hit: by its words and choices together, or by all its words. */
export async function listWithHits(
  db: DbOrTx,
  { hits }: { hits: readonly { words: string; choices: string; plain: string }[] },
): Promise<boolean[]> {
  if (hits.length === 0) return [];
  const column = (name: 'words' | 'choices' | 'plain') =>
    sql`${sql.param(hits.map((hit) => hit[name]))}::text[]`;
  const { rows } = await db.execute<{ isFound: boolean }>(sql`
    select exists (
      select 1 from listing_words l where l.tier = 0 and l.words @@ (
        case when asked.words = '' then asked.choices::tsquery
          when asked.choices = '' then to_tsquery('english', asked.words)
          else to_tsquery('english', asked.words) && asked.choices::tsquery end)
    ) or exists (
      select 1 from listing_words l where l.tier = 0 and l.words @@ to_tsquery('english', asked.plain)
    ) as "isFound"
    from unnest(${column('words')}, ${column('choices')}, ${column('plain')}) with ordinality
      asked(words, choices, plain, at)
    order by at`);
  return rows.map((row) => row.isFound);
}
