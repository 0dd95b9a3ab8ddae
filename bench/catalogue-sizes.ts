// The databases the catalogue is measured on: one of each size, each with a PostgreSQL of its own, ours and bare before it.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { ensureDatabase, startEmbedded, type Embedded } from '#server/db/embedded.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { fillCatalogue, tradeForADay } from './catalogue-data.ts';
import { median, untilAnswers } from './measure.ts';

const PUBLISHED = 40;
const FIRST_PORT = 4704;

/** Another checkout, built, with the same tables: measured like ours, for a table of before and after. */
const BEFORE = process.env['BENCH_BEFORE'];

export type Side = 'ours' | 'bare' | 'before';
type Server = { process: ChildProcess; port: number };
export type Filled = {
  size: number;
  filledIn: number;
  /** Milliseconds to publish one, with and without what keeps the catalogue. */
  publish: { kept: number; plain: number };
  embedded: Embedded;
  url: string;
};
export type Running = Filled & { ours: Server; bare: Server; before: Server | null };

export async function fill(dataDir: string, size: number): Promise<Filled> {
  const embedded = await startEmbedded({ dataDir: path.join(dataDir, `database-${size}`) });
  try {
    const name = `catalogue_${size}`;
    await ensureDatabase(embedded.connection, name);
    const connection = { ...embedded.connection, database: name };
    await migrateDatabase(connection);
    const client = new pg.Client(connection);
    await client.connect();
    const filledIn = await fillCatalogue(client, size);
    process.stdout.write(`${size} resources written in ${Math.round(filledIn)} s\n`);
    const publish = {
      plain: await timePublishing(client, size, 'replica'),
      kept: await timePublishing(client, size, 'origin'),
    };
    await tradeForADay(client, size);
    await client.query('checkpoint');
    await client.end();
    const { host, user } = embedded.connection;
    return {
      size,
      filledIn,
      publish,
      embedded,
      url: `postgresql://${user}@localhost/${name}?host=${host}`,
    };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/** `at` is its place among the sizes: each has three ports. */
export function startServers(filled: Filled, at: number, dataDir: string): Running {
  const [ours = 0, bare = 0, before = 0] = [0, 1, 2].map((n) => FIRST_PORT + at * 3 + n);
  const site = (port: number, cwd = '.') => ({
    port,
    process: launch(['server/main.ts'], cwd, {
      DATABASE_URL: filled.url,
      DATA_DIR: path.join(dataDir, `files-${filled.size}-${port}`),
      PORT: String(port),
      LOG_LEVEL: 'error',
      TRUST_PROXY: '1',
    }),
  });
  return {
    ...filled,
    ours: site(ours),
    bare: { port: bare, process: launch(['bench/bare-catalogue.ts', String(bare), filled.url], '.') },
    before: BEFORE === undefined ? null : site(before, BEFORE),
  };
}

export async function untilReady({ ours, bare, before }: Running): Promise<void> {
  for (const site of [ours, before ?? ours]) await untilAnswers(`http://127.0.0.1:${site.port}/readyz`);
  await untilAnswers(`http://127.0.0.1:${bare.port}/`);
}

export async function stopServers({ ours, bare, before }: Running): Promise<void> {
  for (const { process: child } of [ours, bare, before ?? ours]) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

function launch(args: string[], cwd: string, env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
}

/** The median of publishing one at a time; "replica" leaves out all that keeps the catalogue. */
async function timePublishing(client: pg.Client, size: number, role: 'origin' | 'replica'): Promise<number> {
  await client.query(`set session_replication_role = ${role}`);
  const times: number[] = [];
  for (let n = 0; n < PUBLISHED; n++) {
    const began = performance.now();
    await client.query(
      `insert into resources (seller_id, category_id, title, description, type, dance_style, age_groups, level, tags, price_cents,
         state, is_listed, published_at, created_at, updated_at)
       select seller_id, category_id, title, description, type, dance_style, age_groups, level, tags, price_cents,
         'published', true, now(), now(), now() from resources where id = $1`,
      [1 + n * 13],
    );
    times.push(performance.now() - began);
  }
  // Without triggers nothing counted them; with them the counters are put right again.
  await client.query('delete from resources where id > $1', [size]);
  return median(times);
}
