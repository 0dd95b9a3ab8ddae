// One PostgreSQL for all tests of a project, with a migrated and seeded template database that each test file copies.
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { connectDatabase } from '#server/db/client.ts';
import { ensureDatabase, startEmbedded } from '#server/db/embedded.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { ensureSiteCovers } from '#server/features/cover/cover.service.ts';
import { prepareJobTables } from '#server/jobs/queue.ts';
import { JOBS } from '#server/jobs/registry.ts';
import { seedDemo } from '#server/seed/demo.ts';

export const TEMPLATE = 'template_of_tests';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string };
  }
}

/** Tests care for correctness, not for a power cut: durability is tested where it is the subject. */
const FAST = [
  '-c',
  'fsync=off',
  '-c',
  'synchronous_commit=off',
  '-c',
  'full_page_writes=off',
  '-c',
  'max_connections=300',
];

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const embedded = await startEmbedded({
    dataDir: path.resolve('.data', `test-${project.name}`),
    flags: FAST,
  });
  const { connection } = embedded;
  await dropOldDatabases(connection);
  await ensureDatabase(connection, TEMPLATE);
  const template = { ...connection, database: TEMPLATE };
  await migrateDatabase(template, { alsoPrepare: () => prepareJobTables(template, JOBS) });
  const { db, close } = connectDatabase(template, { max: 1 });
  await ensureSiteCovers(db);
  await seedDemo(db);
  // A template must have no open connection when it is copied.
  await close();
  project.provide('postgres', connection);
  return () => embedded.stop();
}

async function dropOldDatabases(connection: { host: string; port: number; user: string }): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'test\\_%' or datname = $1`,
    [TEMPLATE],
  );
  for (const { name } of rows)
    await client.query(`drop database ${client.escapeIdentifier(name)} with (force)`);
  await client.end();
}
