// One PostgreSQL for all tests of a project, with a migrated and seeded template database that each test file copies.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { connectDatabase } from '#server/db/client.ts';
import { ensureDatabase, startEmbedded } from '#server/db/embedded.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { ensureStarterTemplates } from '#server/features/certificate-template/certificate-template.service.ts';
import { ensureSiteCovers } from '#server/features/cover/cover.service.ts';
import { ensureStarterArticles } from '#server/features/help/help.service.ts';
import { prepareJobTables } from '#server/jobs/queue.ts';
import { JOBS } from '#server/jobs/registry.ts';
import { seedDemo } from '#server/seed/demo.ts';
import { hashCheaply } from './cheap-passwords.ts';

export const TEMPLATE = 'template_of_tests';
/** When the demo school was created and each test starts: its charts and lists are the same every day. */
export const TEST_NOW = new Date('2026-11-15T12:00:00Z');

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string };
  }
}

/** Tests need correctness, not durability, which has its own tests. */
const FAST = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=4GB',
  // Otherwise it would visit a hundred databases that live for seconds.
  'autovacuum=off',
  'jit=off',
  'shared_buffers=512MB',
  'max_connections=300',
].flatMap((setting) => ['-c', setting]);

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  hashCheaply();
  const folder = await claimFolder(project.name);
  const embedded = await startEmbedded({ dataDir: folder.path, flags: FAST });
  const { connection } = embedded;
  await dropOldDatabases(connection);
  await ensureDatabase(connection, TEMPLATE);
  const template = { ...connection, database: TEMPLATE };
  await migrateDatabase(template, { alsoPrepare: () => prepareJobTables(template, JOBS) });
  const { db, close } = connectDatabase(template, { max: 1 });
  await ensureSiteCovers(db);
  await ensureStarterTemplates(db, TEST_NOW);
  await ensureStarterArticles(db, TEST_NOW);
  await seedDemo(db, TEST_NOW);
  // A template must have no open connections when it is copied.
  await close();
  project.provide('postgres', connection);
  return async () => {
    await embedded.stop();
    await folder.release();
  };
}

/** Concurrent runs each have their own cluster: a run starts by dropping what the last one left. */
async function claimFolder(project: string) {
  await mkdir('.data', { recursive: true });
  for (let number = 1; ; number++) {
    const folder = path.resolve('.data', number === 1 ? `test-${project}` : `test-${project}-${number}`);
    const claim = `${folder}.pid`;
    if (isRunning(Number(await readFile(claim, 'utf8').catch(() => 0)))) continue;
    await writeFile(claim, String(process.pid));
    return { path: folder, release: () => rm(claim, { force: true }) };
  }
}

function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
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
