// Migrates the database to the schema this code expects: forward only, and once, however many servers start together.
import { readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { StartError } from '#server/start-error.ts';
import type { Connection } from './client.ts';

export const MIGRATIONS = path.join(import.meta.dirname, 'migrations');
/** Any number will do, as long as every server of this product uses the same. */
const LOCK = 727_310_001;

export type MigrateOptions = {
  folder?: string | undefined;
  /** Stop after this many migrations. A restore recreates the schema a backup was made with, then migrates its rows. */
  upTo?: number;
  /** Creates the job queue's tables, under the same lock. */
  alsoPrepare?: () => Promise<void>;
};

export async function migrateDatabase(connection: Connection, options: MigrateOptions = {}): Promise<void> {
  const client = new pg.Client({
    application_name: 'releve migrate',
    connectionTimeoutMillis: 10_000,
    ...connection,
  });
  // The query in progress rejects as well; without a listener the event would crash the process.
  client.on('error', () => {});
  const { folder = MIGRATIONS, upTo, alsoPrepare } = options;
  await connect(client, connection);
  try {
    // A second server waits here while the first one migrates, then finds nothing left to do.
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await withFirstMigrations(folder, upTo, (migrationsFolder) =>
      migrate(drizzle(client), { migrationsFolder }),
    ).catch((error: unknown) => {
      throw new StartError(`A database migration failed and was undone: ${reasonOf(error)}.`);
    });
    await alsoPrepare?.().catch((error: unknown) => {
      throw new StartError(`The tables of background jobs could not be prepared: ${reasonOf(error)}.`);
    });
  } finally {
    await client.end();
  }
}

async function connect(client: pg.Client, connection: Connection): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    const hint = 'connectionString' in connection ? ' Check DATABASE_URL.' : '';
    throw new StartError(
      `The database at ${addressOf(connection)} does not respond: ${reasonOf(error)}.${hint}`,
    );
  }
}

/** Host and name only: a connection string also holds a password. */
function addressOf(connection: Connection): string {
  if (!('connectionString' in connection)) return `${connection.host}/${connection.database}`;
  const { host, pathname } = new URL(connection.connectionString);
  return host + pathname;
}

/** The innermost message: drizzle and node wrap the one that says what is wrong. */
function reasonOf(error: unknown): string {
  let at = error;
  while (at instanceof Error && at.cause instanceof Error) at = at.cause;
  if (at instanceof AggregateError) return reasonOf(at.errors[0]);
  return (at instanceof Error ? at.message : String(at)).replace(/\.$/, '');
}

/** Drizzle migrates to the end of a folder, so stopping earlier takes a folder that ends there. */
async function withFirstMigrations(
  folder: string,
  count: number | undefined,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const entries = listExpectedMigrations(folder).slice(0, count);
  if (entries.length === listExpectedMigrations(folder).length) return work(folder);
  const shorter = await fs.mkdtemp(path.join(os.tmpdir(), 'releve-migrations-'));
  try {
    await fs.mkdir(path.join(shorter, 'meta'));
    for (const { tag } of entries) {
      await fs.copyFile(path.join(folder, `${tag}.sql`), path.join(shorter, `${tag}.sql`));
    }
    const journal = { version: '7', dialect: 'postgresql', entries };
    await fs.writeFile(path.join(shorter, 'meta/_journal.json'), JSON.stringify(journal));
    await work(shorter);
  } finally {
    await fs.rm(shorter, { recursive: true, force: true });
  }
}

type MigrationEntry = { idx: number; version: string; when: number; tag: string; breakpoints: boolean };

/** The migrations this code was written for, in order. */
export function listExpectedMigrations(folder: string = MIGRATIONS): MigrationEntry[] {
  const journal = readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8');
  return (JSON.parse(journal) as { entries: MigrationEntry[] }).entries;
}

export const countExpectedMigrations = (): number => listExpectedMigrations().length;
