// The yardstick for the catalogue: node:http with nothing around it, one prepared statement for each question, on the
// same tables. No choices but the two it knows, no words mended, no shapes checked, no second way.
import http from 'node:http';
import pg from 'pg';

const [, , port, connectionString] = process.argv;
const pool = new pg.Pool({ max: 10, connectionString });

const CARD = `r.id, r.title, left(r.description, 240) as description, r.price_cents, r.type, r.dance_style, r.age_groups, r.level,
  r.category_id, c.name as category_name, r.seller_id, s.name as seller_name, r.rating, r.rating_count, r.is_featured, r.bpm,
  r.metre, r.created_at, r.updated_at`;
const PARTS = `join resources r on r.id = l.resource_id join sellers s on s.user_id = r.seller_id
  left join categories c on c.id = r.category_id`;

const STATEMENTS = {
  list: {
    text: `select ${CARD}, (select count from resource_counts where key = $3::bigint) as total from (
      select resource_id, score from resource_listings where (bits & $1::bigint) <> 0 and (bits & $2::bigint) <> 0
      order by score desc, resource_id desc limit 24) l ${PARTS} order by l.score desc, r.id desc`,
  },
  listInCategory: {
    text: `select ${CARD}, (select count from resource_counts where key = $3::bigint) as total from (
      select resource_id, score from resource_listings where (bits & $1::bigint) <> 0 and category_id = $2
      order by score desc, resource_id desc limit 24) l ${PARTS} order by l.score desc, r.id desc`,
  },
  search: {
    text: `select ${CARD}, l.total from (
      select resource_id, count(*) over () as total, score + 6000 * ts_rank(words, q) as rank
      from listing_words, to_tsquery('english', $1) q where tier = 0 and words @@ q
      order by rank desc, resource_id desc limit 24) l ${PARTS} order by l.rank desc, r.id desc`,
  },
  detail: {
    text: `select r.*, s.name as seller_name, s.tagline, c.name as category_name, u.first_name, u.last_name, u.profile_image_url,
      s.rating_sum as seller_rating_sum, s.rating_count as seller_rating_count,
      (select coalesce(json_agg(f order by f.position), '[]') from resource_files f where f.resource_id = r.id) as files,
      (select coalesce(json_agg(p order by p.position), '[]') from resource_previews p where p.resource_id = r.id) as previews,
      (select coalesce(json_agg(h), '[]') from (
        select stars, count(*) from reviews where item_type = 'resource' and item_id = r.id group by stars) h) as histogram
      from resources r join sellers s on s.user_id = r.seller_id join users u on u.id = s.user_id
      left join categories c on c.id = r.category_id where r.id = $1 and r.is_listed`,
  },
  facets: {
    text: `select array(
        select coalesce((select c.count from resource_counts c where c.key = k.key), 0)
        from unnest($1::bigint[]) with ordinality k(key, at) order by at) as counts,
      (select json_object_agg((c.key & 1048575) - 64, c.count) from resource_counts c
        where c.key > (($2::bigint << 20) | 64) and c.key <= (($2::bigint << 20) | 1048575)) as by_category,
      (select json_agg(json_build_array(id, parent_id, name) order by position, id) from categories where kind = 'resource')
        as categories`,
  },
  suggest: {
    text: `select
      array(select word from catalogue_words where word collate "C" >= $1 and word collate "C" < $1 || chr(1114111)
        order by weight desc nulls last limit 6) as words,
      (select json_agg(n) from (
        select r.id, r.title from (
          select resource_id, score from listing_words where tier = 0 and words @@ $2::tsquery limit 150
        ) l join resources r on r.id = l.resource_id order by l.score desc, r.id limit 4) n) as resources,
      (select json_agg(n) from (
        select id, title from courses where is_listed and lower(title) like $3 || '%' order by sales_count desc, id limit 2) n) as courses,
      (select json_agg(n) from (
        select user_id, name from sellers where lower(name) collate "C" >= $3 and lower(name) collate "C" < $3 || chr(1114111)
        order by lower(name) collate "C" limit 2) n) as sellers`,
  },
};

/** As many as there are values to choose by. */
const VALUES = 51;

/** The question in the address, as the values of its statement. */
function valuesOf(name: keyof typeof STATEMENTS, given: URLSearchParams): unknown[] {
  // In ascending order; that of a category is 64 more than its id.
  const [first = 1n, second = 1n] = given.getAll('code').map(BigInt);
  const key = (first << 20n) | second;
  if (name === 'list') return [1n << (first - 1n), 1n << (second - 1n), key];
  if (name === 'listInCategory') return [1n << (first - 1n), second - 64n, key];
  if (name === 'search') return [given.get('q')?.split(' ').join('&')];
  if (name === 'facets') {
    return [Array.from({ length: VALUES }, (_, at) => (key << 20n) | BigInt(at + 1)), key];
  }
  const typed = given.get('q') ?? '';
  if (name === 'suggest') return [typed.split(' ').at(-1), `^${typed.split(' ').join('&^')}:*`, typed];
  return [given.get('id')];
}

async function answer(url: URL, response: http.ServerResponse): Promise<void> {
  const name = url.pathname.slice(1) as keyof typeof STATEMENTS;
  const { rows } = await pool.query<object>({
    name,
    ...STATEMENTS[name],
    values: valuesOf(name, url.searchParams),
  });
  const text = JSON.stringify({ items: rows });
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

http
  .createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://bare');
    if (url.pathname === '/') response.end('ready');
    else answer(url, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  })
  .listen(Number(port), '127.0.0.1');
