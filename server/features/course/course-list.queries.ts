// The list of courses in SQL: filters, sort orders and facet counts.
import {
  and,
  type AnyColumn,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  lt,
  or,
  sql,
  type SQL,
} from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { categories } from '#server/db/schema/category.ts';
import { courses } from '#server/db/schema/course.ts';
import { asText, containsWords } from '#server/db/search.ts';
import { PRICE_BANDS } from '#shared/features/catalogue/catalogue.rules.ts';
import { type CourseSort, LENGTH_BANDS } from '#shared/features/course/course.rules.ts';
import type { CourseFilters } from '#shared/features/course/course.schema.ts';
import { AGE_GROUPS, agesFor, LEVELS, levelsFor } from '#shared/vocabulary.ts';
import { selectCourseCards } from './course.queries.ts';

export type CourseFacet = Exclude<keyof CourseFilters, 'q'>;

/** Title, tagline, style, category and instructor: what people search for most. */
const nameText = sql`concat_ws(' ', ${courses.title}, ${courses.shortName}, ${courses.tagline}, ${courses.danceStyle},
  ${categories.name}, ${users.firstName}, ${users.lastName})`;
const fullText = sql`concat_ws(' ', ${nameText}, array_to_string(${courses.outcomes}, ' '), ${courses.description})`;
/** websearch_to_tsquery accepts any input. */
const asQuery = (q: string) => sql`websearch_to_tsquery('english', ${asText(q)})`;

function isFound(q: string | undefined): SQL | undefined {
  if (!q) return undefined;
  const hasWords = sql`to_tsvector('english', ${fullText}) @@ ${asQuery(q)}`;
  return or(hasWords, containsWords(sql`lower(${fullText})`, q) ?? sql`false`);
}

const inBand = (column: AnyColumn, band: { from: number; below: number } | undefined) =>
  band && and(gte(column, band.from), lt(column, band.below));

function conditionsOf(filter: CourseFilters): Record<CourseFacet, SQL | undefined> {
  const { kind, style, ageGroup, level, category, price, length } = filter;
  return {
    kind: kind && eq(courses.kind, kind),
    style: style?.length ? inArray(courses.danceStyle, style) : undefined,
    ageGroup: ageGroup?.length
      ? sql`${courses.ageGroups} && ${sql.param(agesFor(ageGroup))}::text[]`
      : undefined,
    level: level?.length ? inArray(courses.level, [...levelsFor(level)]) : undefined,
    category: category?.length
      ? sql`${courses.categoryId} in (with recursive below as (
          select id from categories where id = any(${sql.param(category)}::int[])
          union select c.id from categories c join below on c.parent_id = below.id
        ) select id from below)`
      : undefined,
    price: inBand(courses.priceCents, price && PRICE_BANDS[price]),
    length: inBand(courses.minutes, length && LENGTH_BANDS[length]),
  };
}

const isListed = eq(courses.isListed, true);
const certificationsFirst = sql`${courses.kind} = 'certification' desc`;
const bestRated = [sql`${courses.rating} desc nulls last`, desc(courses.ratingCount)];

/** Each ends with the id, so the order is stable across pages. */
function orderOf(sort: CourseSort, q: string | undefined): SQL[] {
  const nearest = q
    ? [
        sql`ts_rank(setweight(to_tsvector('english', ${nameText}), 'A')
        || to_tsvector('english', ${courses.description}), ${asQuery(q)}) desc`,
      ]
    : [];
  const orders: Record<CourseSort, SQL[]> = {
    relevance: [
      certificationsFirst,
      ...nearest,
      desc(courses.isFeatured),
      desc(courses.salesCount),
      ...bestRated,
    ],
    newest: [sql`${courses.publishedAt} desc nulls last`],
    rating: [certificationsFirst, ...bestRated],
    'price-low': [asc(courses.priceCents)],
    'price-high': [desc(courses.priceCents)],
    shortest: [asc(courses.minutes)],
  };
  return [...orders[sort], desc(courses.id)];
}

export async function listCourseRows(
  db: DbOrTx,
  filter: CourseFilters,
  { sort, limit, offset }: { sort: CourseSort; limit: number; offset: number },
) {
  return selectCourseCards(db)
    .where(and(isListed, isFound(filter.q), ...Object.values(conditionsOf(filter))))
    .orderBy(...orderOf(sort, filter.q))
    .limit(limit)
    .offset(offset);
}

export async function countCourses(db: DbOrTx, filter: CourseFilters): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(courses)
    .innerJoin(users, eq(users.id, courses.instructorId))
    .leftJoin(categories, eq(categories.id, courses.categoryId))
    .where(and(isListed, isFound(filter.q), ...Object.values(conditionsOf(filter))));
  return row?.total ?? 0;
}

export type FacetRow = { facet: CourseFacet | 'total'; value: string; label: string | null; count: number };

/** All facets in one statement, each counted under all choices except its own. Skips values without courses. */
export async function countCourseFacets(db: DbOrTx, filter: CourseFilters): Promise<FacetRow[]> {
  const conditions = conditionsOf(filter);
  const facets = Object.keys(conditions) as CourseFacet[];
  const ok = (facet: CourseFacet) => sql.identifier(`ok_${facet}`);
  const isChosen = sql.join(
    facets.map((facet) => sql`coalesce(${conditions[facet] ?? sql`true`}, false) as ${ok(facet)}`),
    sql`, `,
  );
  const othersHold = (facet?: CourseFacet) =>
    sql.join(
      facets.filter((other) => other !== facet).map((other) => sql`${ok(other)}`),
      sql` and `,
    );
  const counted = (facet: CourseFacet, value: SQL, from = sql`found`, where = sql`true`) => sql`
    select ${facet}::text as facet, ${value} as value, null as label, count(*)::int as count
    from ${from} where ${othersHold(facet)} and ${where} group by 2`;
  const { rows } = await db.execute<FacetRow>(sql`
    with recursive tree as (
      select id as top, id from categories where kind = 'course'
      union select tree.top, c.id from categories c join tree on c.parent_id = tree.id
    ), found as materialized (
      select ${courses.kind}, ${courses.danceStyle}, ${courses.ageGroups}, ${courses.level}, ${courses.categoryId},
        ${courses.priceCents}, ${courses.minutes}, ${isChosen}
      from ${courses}
      join ${users} on ${users.id} = ${courses.instructorId}
      left join ${categories} on ${categories.id} = ${courses.categoryId}
      where ${and(isListed, isFound(filter.q))}
    )
    select 'total' as facet, '' as value, null as label, count(*)::int as count from found where ${othersHold()}
    union all ${counted('kind', sql`kind`)}
    union all ${counted('style', sql`dance_style`)}
    union all ${counted('ageGroup', sql`age`, sql`found, unnest(${sql.param([...AGE_GROUPS])}::text[]) age`, sql`age_groups && array[age, 'All Ages']`)}
    union all ${counted('level', sql`wanted`, sql`found, unnest(${sql.param([...LEVELS])}::text[]) wanted`, sql`level in (wanted, 'Mixed Levels')`)}
    union all ${counted('price', bandOf(sql`price_cents`, PRICE_BANDS))}
    union all ${counted('length', bandOf(sql`minutes`, LENGTH_BANDS))}
    union all select * from (
      select 'category' as facet, top.id::text as value, top.name as label, count(found.kind)::int as count
      from categories top join tree on tree.top = top.id
      left join found on found.category_id = tree.id and ${othersHold('category')}
      group by top.id order by top.position, top.id) by_category`);
  return rows;
}

function bandOf(column: SQL, bands: Record<string, { from: number; below: number }>): SQL {
  const cases = Object.entries(bands).map(
    ([name, { below }]) => sql`when ${column} < ${below}::int then ${name}::text`,
  );
  return sql`case ${sql.join(cases, sql` `)} end`;
}

/**
 * Courses whose title, or a word of it, starts with the input; then those with the filters and all words in their names.
 * `start` is in lower case without accents, `words` for to_tsquery; empty for the filters alone.
 */
export async function listCourseSuggestions(
  db: DbOrTx,
  filter: CourseFilters,
  { start, words, limit }: { start: string; words: string; limit: number },
): Promise<{ id: number; name: string }[]> {
  const chosen = Object.values(conditionsOf(filter)).filter((condition) => condition !== undefined);
  const hasWords =
    words && sql`to_tsvector('english', catalogue_text(${nameText})) @@ to_tsquery('english', ${words})`;
  const isMeant = hasWords || chosen.length > 0 ? and(hasWords || undefined, ...chosen) : sql`false`;
  const begins = sql`strpos(' ' || catalogue_text(${courses.title}), ' ' || ${start}) > 0`;
  return db
    .select({ id: courses.id, name: courses.title })
    .from(courses)
    .innerJoin(users, eq(users.id, courses.instructorId))
    .leftJoin(categories, eq(categories.id, courses.categoryId))
    .where(and(isListed, or(begins, isMeant)))
    .orderBy(sql`${begins} desc`, desc(courses.salesCount), asc(courses.id))
    .limit(limit);
}

/** For each typed word, the most similar word in listed courses, or the word itself if it is one. */
export async function nearestSearchTerms(db: DbOrTx, { words }: { words: string[] }): Promise<string[]> {
  const { rows } = await db.execute<{ word: string }>(sql`
    with known as materialized (
      select distinct word from ${courses}
      join ${users} on ${users.id} = ${courses.instructorId}
      left join ${categories} on ${categories.id} = ${courses.categoryId},
      regexp_split_to_table(lower(${nameText}), '[^[:alnum:]]+') word
      where ${isListed} and length(word) > 2
    )
    select coalesce(near.word, typed.word) as word
    from unnest(${sql.param(words)}::text[]) with ordinality typed(word, at)
    left join lateral (
      select known.word from known where similarity(known.word, lower(typed.word)) > 0.3
      order by similarity(known.word, lower(typed.word)) desc, known.word limit 1
    ) near on true
    order by typed.at`);
  return rows.map(({ word }) => word);
}
