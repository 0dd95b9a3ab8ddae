// The directory of instructors with 100 and with 10,000 of them, each with their next free times: the queries behind a
// page of it, on two databases of one PostgreSQL, asked in turns.
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { connectDatabase, type Database } from '#server/db/client.ts';
import { ensureDatabase, startEmbedded } from '#server/db/embedded.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { countInstructorFacets } from '#server/features/connect/connect-facets.queries.ts';
import type { DirectoryFilters } from '#server/features/connect/connect-filters.queries.ts';
import { countInstructors, listInstructorRows } from '#server/features/connect/connect.queries.ts';
import { median, temporaryFolder } from './measure.ts';

const SIZES = [100, 10_000] as const;
const ROUNDS = 5;
const ASKED = 15;
const MOST_GROWTH = 3;
const PAGE = { limit: 24, offset: 0 };
const DAY_MS = 86_400_000;

type Work = (database: Database['db'], filter: DirectoryFilters) => Promise<unknown>;
type Case = { name: string; filters?: Partial<DirectoryFilters>; work: Work };

const page =
  (sort: 'soonest' | 'price' | 'rating' = 'soonest'): Work =>
  (db, filter) =>
    Promise.all([listInstructorRows(db, filter, { sort, ...PAGE }), countInstructors(db, filter)]);

const CASES: readonly Case[] = [
  { name: 'first page, soonest free time first', work: page() },
  { name: 'first page, lowest price first', work: page('price') },
  { name: 'of one style, soonest first', filters: { style: ['Jazz'] }, work: page() },
  { name: 'free this week', filters: { when: 'week' }, work: page() },
  { name: 'search for a word few use', filters: { q: 'fouetté' }, work: page() },
  { name: 'counts of all filters, none chosen', work: countInstructorFacets },
  {
    name: 'counts of all filters, one style chosen',
    filters: { style: ['Jazz'] },
    work: countInstructorFacets,
  },
  {
    name: 'counts of all filters, a style and a language chosen',
    filters: { style: ['Jazz'], language: ['en'] },
    work: countInstructorFacets,
  },
];

export async function measureConnect(): Promise<string> {
  const dataDir = await temporaryFolder('releve-bench');
  const embedded = await startEmbedded({ dataDir });
  const opened: { size: number; database: Database }[] = [];
  try {
    for (const size of SIZES) {
      const connection = { ...embedded.connection, database: `connect_${size}` };
      await ensureDatabase(embedded.connection, connection.database);
      await migrateDatabase(connection);
      await fill(connection, size);
      opened.push({ size, database: connectDatabase(connection, { max: 4 }) });
    }
    const found = [];
    for (const one of CASES) found.push(await measure(one, opened));
    return report(found);
  } finally {
    for (const { database } of opened) await database.close();
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Found = { name: string; small: number; large: number; growth: number[] };

async function measure({ name, filters, work }: Case, opened: { database: Database }[]): Promise<Found> {
  const now = new Date();
  const filter = { ...filters, now, weekEnd: new Date(now.getTime() + 7 * DAY_MS) } as DirectoryFilters;
  const rounds: number[][] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const times = [];
    for (const { database } of opened) times.push(await medianMs(() => work(database.db, filter)));
    // The first round warms up.
    if (round > 0) rounds.push(times);
  }
  const of = (at: number) => median(rounds.map((times) => times[at] ?? NaN));
  const growth = rounds.map(([small = NaN, large = NaN]) => large / small);
  process.stdout.write(
    `${name}: ${of(0).toFixed(1)} ms, ${of(1).toFixed(1)} ms, ×${median(growth).toFixed(1)}\n`,
  );
  return { name, small: of(0), large: of(1), growth };
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < ASKED; n++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
}

/** Everyone listed, with hours, one session type, three free times and a style; one in a hundred writes “fouetté”. */
async function fill(connection: pg.ClientConfig, size: number): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`insert into dance_styles (name, code, position)
    select name, n + 8, n from unnest(array['Ballet', 'Jazz', 'Tap', 'Salsa', 'Hip Hop']) with ordinality s(name, n)
    on conflict do nothing`);
  await client.query(
    `insert into users (username, username_key, email, email_key, first_name, last_name, role, roles, password_hash,
       created_at, state)
     select 'i' || n, 'i' || n, 'i' || n || '@bench.example', 'i' || n || '@bench.example', 'Ida', 'Quist ' || n,
       'instructor', '{instructor}', 'none', now(), 'active' from generate_series(1, $1) n`,
    [size],
  );
  await client.query(`insert into instructors (user_id, state, headline, about, time_zone, city, languages, levels, created_at)
    select id, 'listed', 'Timing for teens', case when id % 100 = 0 then 'Fouetté turns' else 'Counts and musicality' end,
      'America/Chicago', 'Chicago', '{en}', '{Beginner}', now() from users where username like 'i%' and email like '%@bench.example'`);
  await client.query(`insert into instructor_styles (instructor_id, style_id)
    select i.user_id, s.id from instructors i join lateral (select id from dance_styles order by id offset i.user_id % 5 limit 1) s on true`);
  await client.query(`insert into session_types (instructor_id, kind, title, duration_minutes, price_cents, created_at)
    select user_id, 'one_to_one', 'Class review', 45, 3000 + user_id % 40 * 100, now() from instructors`);
  await client.query(`insert into instructor_openings (instructor_id, next_starts, session_type_id, is_stale, computed_at)
    select t.instructor_id, array[s, s + interval '1 hour', s + interval '2 hours'], t.id, false, now()
    from session_types t, lateral (select now() + make_interval(mins => 60 + t.instructor_id * 37 % 20000) as s) o
    on conflict (instructor_id) do update set next_starts = excluded.next_starts, session_type_id = excluded.session_type_id,
      is_stale = false, computed_at = now()`);
  await client.query('vacuum analyze');
  await client.end();
}

function report(found: readonly Found[]): string {
  const worst = Math.max(...found.map(({ growth }) => median(growth)));
  const rows = found.map(({ name, small, large, growth }) => {
    const range = `${Math.min(...growth).toFixed(1)}–${Math.max(...growth).toFixed(1)}`;
    return `| ${name} | ${small.toFixed(1)} | ${large.toFixed(1)} | ${median(growth).toFixed(1)} (${range}) |`;
  });
  return [
    '## The directory of instructors',
    '',
    `Generated instructors, each with three free times. The queries behind a page, asked in turns on both sizes: ${ROUNDS} rounds of ${ASKED} after one of warm-up; times are medians of the rounds' medians, growth the median of the ratios within a round (lowest–highest).`,
    '',
    `Target: 10,000 instructors within ${MOST_GROWTH} times of 100: **${worst <= MOST_GROWTH ? 'met' : 'missed'}** (at most ${worst.toFixed(1)}).`,
    '',
    '| question | 100, ms | 10,000, ms | growth |',
    '|---|---:|---:|---:|',
    ...rows,
    '',
  ].join('\n');
}
