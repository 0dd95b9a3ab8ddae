// A database per test file: a copy of the template, dropped when the file is done.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { movableClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import type { AppContext } from '#server/context.ts';
import { connectDatabase, type Connection, type Database } from '#server/db/client.ts';
import { createContext } from '#server/start.ts';
import { TEMPLATE, TEST_NOW } from './global-setup.ts';
import { hashCheaply } from './cheap-passwords.ts';

hashCheaply();

/** Ten times the site's own timeouts: a busy machine must not fail tests. */
const PATIENT = {
  statement_timeout: 50_000,
  lock_timeout: 20_000,
  idle_in_transaction_session_timeout: 100_000,
  connectionTimeoutMillis: 100_000,
};

export async function createTestDatabase() {
  const server = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Without logging every page to WAL first, which a short-lived database does not need.
  await onServer(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  // Dropped before most of it is written to disk: all of them together are three gigabytes.
  afterAll(() => onServer(`drop database ${name} with (force)`));
  return { ...server, database: name };
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('postgres'), database: 'postgres' });
  await client.connect();
  await client.query(statement);
  await client.end();
}

export type TestContext = AppContext & {
  clock: ReturnType<typeof movableClock>;
  database: Database;
  connection: Connection;
};

/** Everything a service needs, on a fresh copy of the demo school; the clock stands still until it is moved. */
export async function testContext(env: Record<string, string> = {}): Promise<TestContext> {
  const connection = await createTestDatabase();
  const database = connectDatabase(connection, { max: 8, timeouts: PATIENT });
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'releve-test-'));
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env });
  const ctx = createContext(config, database, connection);
  afterAll(async () => {
    await ctx.jobs.stop();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return Object.assign(ctx, { clock: movableClock(TEST_NOW), database, connection });
}
