// One PostgreSQL for all tests of a project, with a migrated and seeded template database that each test file copies. It is
// prepared once and kept in .data/template until a source file changes; each run starts from a copy of it.
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { connectDatabase } from '#server/db/client.ts';
import { ensureDatabase, startEmbedded } from '#server/db/embedded.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { ensureStarterCategories } from '#server/features/category/category.service.ts';
import { ensureStarterTemplates } from '#server/features/certificate-template/certificate-template.service.ts';
import { ensureSiteCovers } from '#server/features/cover/cover.service.ts';
import { ensureStarterArticles } from '#server/features/help/help.service.ts';
import { prepareJobTables } from '#server/jobs/queue.ts';
import { JOBS } from '#server/jobs/registry.ts';
import { seedDemo } from '#server/seed/demo.ts';
import { hashCheaply } from './cheap-passwords.ts';
import { stampOfSources } from './source-stamp.ts';

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
  'max_wal_size=1GB',
  // Otherwise it would visit a hundred databases that live for seconds.
  'autovacuum=off',
  'jit=off',
  // Everything is in memory already: handing reads to other processes only costs time.
  'io_method=sync',
  'update_process_title=off',
  'shared_buffers=512MB',
  'max_connections=300',
].flatMap((setting) => ['-c', setting]);

const run = promisify(execFile);
const PREPARED = path.resolve('.data/template');

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await prepare();
  const folder = await mkdtemp(path.join(os.tmpdir(), `releve-${project.name}-`));
  // The database account needs access when the tests run as root.
  await chmod(folder, 0o755);
  const dataDir = path.join(folder, 'data');
  // Not Node's own copy: the database's files belong to another account when the tests run as root.
  await run('cp', ['-a', PREPARED, dataDir]);
  const embedded = await startEmbedded({ dataDir, flags: FAST });
  project.provide('postgres', embedded.connection);
  return async () => {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function prepare(): Promise<void> {
  // By its relative name: a copy of the checkout can use a copy of what was prepared.
  const stamp = await stampOfSources(path.relative('.', import.meta.filename));
  const stampFile = path.join(PREPARED, 'stamp');
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return;
  await mkdir('.data', { recursive: true });
  const dataDir = await mkdtemp(path.resolve('.data', 'template-'));
  await chmod(dataDir, 0o755);
  const embedded = await startEmbedded({ dataDir, flags: FAST });
  try {
    await makeTemplate(embedded.connection);
  } finally {
    await embedded.stop();
  }
  await writeFile(path.join(dataDir, 'stamp'), stamp);
  await rm(PREPARED, { recursive: true, force: true });
  // Whoever prepared it at the same time made the same.
  await rename(dataDir, PREPARED).catch(() => rm(dataDir, { recursive: true, force: true }));
}

async function makeTemplate(connection: { host: string; port: number; user: string }): Promise<void> {
  hashCheaply();
  await ensureDatabase(connection, TEMPLATE);
  const template = { ...connection, database: TEMPLATE };
  await migrateDatabase(template, { alsoPrepare: () => prepareJobTables(template, JOBS) });
  const { db, close } = connectDatabase(template, { max: 1 });
  await ensureSiteCovers(db);
  await ensureStarterTemplates(db, TEST_NOW);
  await ensureStarterArticles(db, TEST_NOW);
  await ensureStarterCategories(db);
  await seedDemo(db, TEST_NOW);
  // A template must have no open connections when it is copied.
  await close();
}
