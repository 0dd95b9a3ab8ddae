// Brings the database to the shape this code expects: forward only, once, however many servers start at the same time.
import { readFileSync } from 'node:fs';
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
  folder?: string;
  /** Other tables that must stand before anything runs (the job queue's), made under the same lock. */
  alsoPrepare?: () => Promise<void>;
};

export async function migrateDatabase(connection: Connection, options: MigrateOptions = {}): Promise<void> {
  const client = new pg.Client({
    application_name: 'releve migrate',
    connectionTimeoutMillis: 10_000,
    ...connection,
  });
  // The call under way is rejected as well; without a listener the event would end the process with a stack.
  client.on('error', () => {});
  await connect(client, connection);
  try {
    // The second server waits here for as long as the first one migrates, then finds nothing left to do.
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await migrate(drizzle(client), { migrationsFolder: options.folder ?? MIGRATIONS }).catch(
      (error: unknown) => {
        throw new StartError(`A database migration failed and was undone: ${reasonOf(error)}.`);
      },
    );
    await options.alsoPrepare?.().catch((error: unknown) => {
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
      `The database at ${addressOf(connection)} does not answer: ${reasonOf(error)}.${hint}`,
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

type MigrationEntry = { idx: number; version: string; when: number; tag: string; breakpoints: boolean };

/** Those this code was written for, in order. */
export function listExpectedMigrations(): MigrationEntry[] {
  const journal = readFileSync(path.join(MIGRATIONS, 'meta/_journal.json'), 'utf8');
  return (JSON.parse(journal) as { entries: MigrationEntry[] }).entries;
}

export const countExpectedMigrations = (): number => listExpectedMigrations().length;
