// A catalogue of any size in minutes: written by SQL in bulk, with the skew real ones have. A few styles, words and
// sellers have most of it, most things sell a little, and words follow Zipf's law with a long tail.
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { countResourceSalesSql } from '#server/features/resource/resource.service.ts';

const WORDS = `lesson plan warm up class music floor work children technique turns jumps rhythm stretch combination
choreography beginners teens adult syllabus progression notes video recital exam centre port bras barre plie tendu adagio
allegro pirouette waltz time step shuffle isolation groove rock walk contraction release spiral fall recovery improvisation
partner lead follow rumba samba tango quickstep foxtrot circle line clogging games circuit core strength mobility cool down
anatomy injury prevention assessment rubric parent letter studio policy costume stage lighting score playlist tempo count
phrase musicality`;

const INDEXES = [
  'create index resource_listings_seller on resource_listings (seller_id, score, resource_id)',
  'create index listing_words_all on listing_words using gin (words) with (fastupdate = off)',
  'create index listing_words_near on listing_words using gin (words) with (fastupdate = off) where tier <= 1',
  'create index listing_words_top on listing_words using gin (words) with (fastupdate = off) where tier = 0',
  ...['useful score', 'newest published_at', 'sold sales_count', 'rated rating_key', 'price price_cents'].map(
    (pair) => {
      const [name, column] = pair.split(' ');
      return `create index resource_listings_${name} on resource_listings (${column}, resource_id) include (bits, category_id)`;
    },
  ),
];

const PEOPLE = `
  insert into users (username, username_key, email, email_key, first_name, last_name, password_hash, role, roles)
    select 's' || n, 's' || n, 's' || n, 's' || n, 'Seller', 'Number ' || n, 'none', 'seller', '{seller}'
    from generate_series(1, greatest(10, least(5000, $1 / 100))) n;
  insert into sellers (user_id, name, slug, created_at, updated_at)
    select id, 'Studio ' || id, 's' || id, now(), now() from users;
  insert into categories (kind, name, slug, position)
    select 'resource', 'Category ' || n, 'c' || n, n from generate_series(1, 8) n;
  insert into categories (kind, parent_id, name, slug, position)
    select 'resource', 1 + n % 8, 'Category 1' || n, 'd' || n, n from generate_series(1, 16) n`;

const PHRASES = `
  create table bench_words as
    select row_number() over () as id, word from (
      select unnest(regexp_split_to_array('${WORDS}', '\\s+')) as word
      union all
      select 'q' || translate(to_hex(n * 7919), '0123456789', 'ghijklmnop') from generate_series(1, 20000) n
    ) w;
  create table bench_phrases as
    select p as id, string_agg(w.word, ' ' order by k) as words
    from (
      select p, k, floor(exp(random() * ln(20000)))::int + 1 as pick
      from generate_series(0, 19999) p, generate_series(1, 6) k
    ) r join bench_words w on w.id = r.pick group by p;
  alter table bench_phrases add vector tsvector, add beginning text, add beginning_vector tsvector;
  update bench_phrases set vector = to_tsvector('english', words),
    beginning = array_to_string((string_to_array(words, ' '))[1:3], ' ');
  update bench_phrases set beginning_vector = setweight(to_tsvector('english', beginning), 'A');
  analyze bench_phrases`;

const ROWS = `
  create table bench_rows as
    select n::int as id, random() r1, random() r2, random() r3, random() r4, random() r5, random() r6, random() r7,
      (array['Ballet', 'Jazz', 'Contemporary', 'Tap', 'Hip Hop', 'Modern', 'Ballroom', 'Latin', 'Folk', 'Swing', 'Breakdance', 'Other'])
        [1 + floor(12 * power(random(), 1.6))::int] as style,
      (array['document', 'video', 'audio', 'image', 'text', 'spreadsheet', 'other'])[1 + floor(7 * power(random(), 2))::int] as type,
      floor(0.3 / (random() + 0.0003))::int as sold,
      floor(20000 * random())::int as pa, floor(20000 * random())::int as pb,
      floor(20000 * random())::int as pc, floor(20000 * random())::int as pd,
      1 + floor(power(random(), 2) * (select count(*) from sellers))::int as seller
    from generate_series(1, $1) n`;

const RESOURCES = `
  insert into resources (id, seller_id, category_id, title, description, type, dance_style, age_groups, level, tags,
    price_cents, bpm, metre, state, is_listed, rating_sum, rating_count, sales_count, created_at, published_at, updated_at)
  overriding system value
  select x.id, s.user_id, case when r6 < 0.9 then 1 + floor(24 * r6 * r6)::int end,
    initcap(style || ' ' || a.beginning), a.words || '. ' || b.words || '. ' || c.words || '. ' || d.words, type, style,
    case when r7 < 0.15 then '{All Ages}'::text[]
      when r7 < 0.6 then array[ages[1 + floor(6 * r1)::int]]
      else array[ages[1 + floor(3 * r2)::int], ages[4 + floor(3 * r3)::int]] end,
    (array['Beginner', 'Intermediate', 'Mixed Levels', 'Advanced', 'Professional'])[1 + floor(5 * r4 * r4)::int],
    string_to_array(b.beginning, ' '),
    case when r5 < 0.12 then 0 else 200 + floor(6000 * r5 * r5 * r3)::int end,
    case when type = 'audio' then 50 + floor(100 * r3)::int end,
    case when type = 'audio' then (array['4/4', '3/4', '2/4', '6/8', '12/8'])[1 + floor(5 * r2 * r2)::int] end,
    'published', true, (sold / 4) * 3 + round((sold / 4) * 2 * r2)::int, sold / 4, sold,
    now() - interval '1 day' * 1500 * r1, now() - interval '1 day' * 1500 * r1, now()
  from bench_rows x
  cross join (select array['Toddler (2-4)', 'Children (5-8)', 'Pre-Teen (9-12)', 'Teen (13-17)', 'Adult (18+)', 'Senior (55+)'] as ages) k
  join (select user_id, row_number() over (order by user_id) as at from sellers) s on s.at = x.seller
  join bench_phrases a on a.id = pa join bench_phrases b on b.id = pb
  join bench_phrases c on c.id = pc join bench_phrases d on d.id = pd
  order by x.id`;

/** What the triggers would write, with each text parsed once for the phrase and not once for the row. */
const LISTINGS = `
  insert into resource_listings
  select r.id, r.seller_id, r.category_id,
    (select bit_or(1::bigint << (code - 1)) from unnest(codes) code where code < 64),
    resource_score(r), r.published_at, r.sales_count,
    coalesce((r.rating * 100)::int * 1000000 + least(r.rating_count, 999999), 0), r.price_cents
  from resources r cross join lateral resource_codes(r) codes
  order by r.id`;
const LISTING_WORDS = `
  insert into listing_words
  select l.resource_id, l.category_id, l.bits, l.score, l.published_at, l.sales_count, l.rating_key, l.price_cents, 2,
    a.beginning_vector || setweight(to_tsvector('english', lower(style)), 'A')
      || setweight(b.beginning_vector, 'B') || setweight(('studio ' || r.seller_id)::tsvector, 'B')
      || setweight(a.vector || b.vector || c.vector || d.vector, 'C')
      || array_to_tsvector(array(select '~' || code from unnest(codes) code) || ('~s' || r.seller_id)
        || array(select '^' || word from unnest(tsvector_to_array(a.beginning_vector)) word)
        || array(select '^' || word from unnest(tsvector_to_array(to_tsvector('english', lower(style)))) word))
  from resource_listings l join resources r on r.id = l.resource_id
  join bench_rows x on x.id = r.id cross join lateral resource_codes(r) codes
  join bench_phrases a on a.id = pa join bench_phrases b on b.id = pb
  join bench_phrases c on c.id = pc join bench_phrases d on d.id = pd
  order by r.id`;

/** Each with one code or none, in the order of the codes; ages stand between style and level. */
const DIMENSIONS = ['type', 'style', 'age', 'level', 'price', 'rating', 'bpm', 'metre', 'category'];
const CODES = `
  create table bench_codes as
  select codes[1] as type, codes[2] as style, codes[3] as level, codes[4] as price, codes[5] as rating,
    ${['bpm 47 50', 'metre 52 56', 'category 65 2147483647']
      .map((range) => range.split(' '))
      .map(
        ([name, from, to]) =>
          `coalesce((select code from unnest(codes) code where code between ${from} and ${to}), 0) as ${name}`,
      )
      .join(', ')},
    array(select code from unnest(codes) code where code between 23 and 29) as ages
  from (select resource_codes(r) as codes from resources r offset 0) coded`;

/** As choice_keys has them, in one pass over the table instead of one for each resource. */
function countStatement(withAge: boolean): string {
  const columns = DIMENSIONS.filter((name) => name !== 'age');
  const sets = [[], ...columns.map((one) => [one])];
  const pairs = columns.flatMap((one, at) => columns.slice(at + 1).map((other) => [one, other]));
  const triples = pairs.flatMap(([one = '', other = '']) =>
    columns.slice(columns.indexOf(other) + 1).map((third) => [one, other, third]),
  );
  const all = withAge ? [...sets, ...pairs].map((set) => ['age', ...set]) : [...sets, ...pairs, ...triples];
  const given = withAge ? DIMENSIONS : columns;
  return `
    insert into resource_counts (key, count)
    select case cardinality(v) when 0 then 0 when 1 then v[1] when 2 then (v[1] << 20) | v[2]
      else (v[1] << 40) | (v[2] << 20) | v[3] end, n
    from (
      select array_remove(array[${given.join(', ')}]::bigint[], null) as v, count(*) as n
      from bench_codes ${withAge ? ', unnest(ages) age' : ''}
      group by grouping sets (${all.map((set) => `(${set.join(', ')})`).join(', ')})
    ) counted where 0 <> all(v)`;
}

const VOCABULARY = `
  insert into catalogue_words (word, stem, count)
    select word, coalesce((ts_lexize('english_stem', word))[1], ''), sum(used) from (
      select unnest(string_to_array(p.words, ' ')) as word, u.used from bench_phrases p
      join (select phrase, count(*) as used from bench_rows, unnest(array[pa, pb, pc, pd]) phrase group by 1) u on u.phrase = p.id
      union all select lower(style), count(*) from bench_rows group by 1
    ) each where word <> '' group by 1, 2`;

/** Fills an empty, migrated database with `size` listed resources. Seconds it took. */
export async function fillCatalogue(client: pg.Client, size: number): Promise<number> {
  const began = performance.now();
  const sized = (statement: string) => statement.replaceAll('$1', String(size));
  // Triggers and foreign keys rest: what they would do is done in bulk.
  await client.query(`set session_replication_role = replica; set work_mem = '256MB'; set maintenance_work_mem = '512MB';
    set statement_timeout = 0; select setseed(0.42)`);
  for (const statement of [PEOPLE, PHRASES, ROWS, RESOURCES]) await client.query(sized(statement));
  await client.query('analyze resources; analyze bench_rows');
  for (const index of INDEXES) await client.query(`drop index if exists ${index.split(' ')[2]}`);
  await client.query(LISTINGS);
  await client.query(LISTING_WORDS);
  await client.query(
    'create index resource_listings_useful on resource_listings (score, resource_id) include (bits, category_id)',
  );
  await client.query('analyze resource_listings; analyze listing_words; select refresh_catalogue_tiers()');
  for (const index of INDEXES)
    await client.query(index.replace('create index', 'create index if not exists'));
  for (const statement of [CODES, countStatement(false), countStatement(true), VOCABULARY]) {
    await client.query(statement);
  }
  await client.query(
    'drop table bench_codes; drop table bench_rows; drop table bench_phrases; drop table bench_words',
  );
  for (const table of ['resource_listings', 'listing_words'])
    await client.query(`vacuum (analyze, freeze) ${table}`);
  for (const table of ['resources', 'resource_counts', 'catalogue_words', 'sellers', 'categories', 'users'])
    await client.query(`vacuum analyze ${table}`);
  await client.query(
    `select setval(pg_get_serial_sequence('resources', 'id'), (select max(id) from resources))`,
  );
  return (performance.now() - began) / 1000;
}

const DAY = { sales: 1000, reviews: 300, prices: 200, publications: 100 };

/** A day of sales and edits, one after the other; what they leave behind is autovacuum's to clean up. */
export async function tradeForADay(client: pg.Client, size: number): Promise<void> {
  const db = drizzle(client, { casing: 'snake_case' });
  const change = async (times: number, toStatement: (id: number) => ReturnType<typeof sql>) => {
    for (let n = 0; n < times; n++) await db.execute(toStatement(1 + ((n * n * 7919) % size)));
  };
  await change(
    DAY.sales,
    (id) => sql`
      with sold as (select 'resource' as item_type, ${id}::int as item_id, 1 as seats), ${countResourceSalesSql} select 1`,
  );
  await change(
    DAY.reviews,
    (id) =>
      sql`update resources set rating_sum = rating_sum + 5, rating_count = rating_count + 1 where id = ${id}`,
  );
  await change(
    DAY.prices,
    (id) => sql`update resources set price_cents = price_cents + 100 where id = ${id}`,
  );
  await change(
    DAY.publications,
    (id) => sql`
      insert into resources (seller_id, category_id, title, description, type, dance_style, age_groups, level, tags, price_cents,
        state, is_listed, published_at, created_at, updated_at)
      select seller_id, category_id, title, description, type, dance_style, age_groups, level, tags, price_cents,
        'published', true, now(), now(), now() from resources where id = ${id}`,
  );
}
