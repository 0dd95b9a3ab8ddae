// Restores a backup into an empty database and an empty storage, completely or not at all. Mail and payouts the
// original site may have sent since the backup are held back, so nobody gets either twice.
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { connectDatabase, handleOf, type Connection } from '#server/db/client.ts';
import { listExpectedMigrations, migrateDatabase, type MigrateOptions } from '#server/db/migrate.ts';
import { holdCartReminders } from '#server/features/cart/cart-reminder.service.ts';
import { holdCertificateReminders } from '#server/features/certificate/certificate.service.ts';
import { holdMessageMails } from '#server/features/message/message-mail.service.ts';
import { holdWeeklyDigests } from '#server/features/notification/notification.jobs.ts';
import { holdMails } from '#server/platform/mail.service.ts';
import type { Storage } from '#server/integrations/storage.ts';
import { holdJobs, prepareJobTables } from '#server/jobs/queue.ts';
import { JOBS } from '#server/jobs/registry.ts';
import { StartError } from '#server/start-error.ts';
import { holdPayoutsAfterRestore } from '#server/features/payout/payout-run.service.ts';
import { forEachConcurrently } from './concurrency.ts';
import {
  checkBackup,
  filePath,
  readManifest,
  tablePath,
  type Manifest,
  type TableEntry,
} from './manifest.ts';
import {
  connectWhole,
  copyIn,
  countRows,
  emptyDatabase,
  findUnevenTransaction,
  isEmptyDatabase,
  isJobTable,
  listTables,
  makeJobsAside,
  setSequence,
  takeInJobs,
  withoutReferees,
} from './tables.queries.ts';

const FILES_AT_ONCE = 8;

/**
 * The original site went on after the backup: people remember its order numbers, and gateways its payment and payout
 * keys. New ids start well above them.
 */
const NUMBERS_LEFT_OUT = 10_000;

export type RestoreOptions = {
  connection: Connection;
  storage: Storage;
  /** The backup folder. */
  from: string;
  now: Date;
  /** The migrations folder; tests use one with an extra migration. */
  migrations?: string;
  say: (progress: string) => void;
};

/** Left for staff to decide, because the original site may have done it since. */
export type KeptBack = { mails: number; payouts: number };
export type Restored = { manifest: Manifest; keptBack: KeptBack };

export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { connection, storage, from, say } = options;
  const manifest = await readManifest(from);
  refuseOtherMigrations(manifest.migrations, options.migrations);
  const client = await connectWhole(connection);
  try {
    await refuseUsedPlace(client, storage);
    say(`Checking ${manifest.tables.length} tables and ${manifest.files.length} files`);
    await checkBackup(from, manifest);
    try {
      return await takeIn(client, manifest, options);
    } catch (error) {
      await clear(client, storage, manifest);
      throw error;
    }
  } finally {
    await client.end();
  }
}

/** `applied`: the `when` of each migration in the journal of the code that made the backup. */
function refuseOtherMigrations(applied: readonly number[], folder: string | undefined): void {
  const known = listExpectedMigrations(folder);
  if (applied.slice(0, known.length).some((when, at) => when !== known[at]?.when)) {
    throw new StartError('This backup was made by different code: its migrations don’t match this version.');
  }
  if (applied.length > known.length) {
    throw new StartError('This backup was made by a newer version of Relevé. Update Relevé first.');
  }
}

async function takeIn(
  client: pg.Client,
  manifest: Manifest,
  { connection, storage, from, now, migrations: folder, say }: RestoreOptions,
): Promise<Restored> {
  const alsoPrepare: MigrateOptions['alsoPrepare'] = () => prepareJobTables(connection, JOBS);
  // First the schema the backup was made with; later migrations run once its rows are in.
  await migrateDatabase(connection, { folder, upTo: manifest.migrations.length, alsoPrepare });
  say('Restoring files');
  await forEachConcurrently(manifest.files, FILES_AT_ONCE, (entry) => putFile(storage, from, entry));
  say('Restoring rows');
  await takeInRows(client, from, manifest);
  await migrateDatabase(connection, { folder });
  await client.query('analyze');
  return { manifest, keptBack: await keepBack(connection, now) };
}

/** Both were empty before. Without this, the next attempt would be refused. */
async function clear(client: pg.Client, storage: Storage, { files }: Manifest): Promise<void> {
  await emptyDatabase(client).catch(() => {});
  await forEachConcurrently(files, FILES_AT_ONCE, ({ key }) => storage.delete(key)).catch(() => {});
}

async function refuseUsedPlace(client: pg.Client, storage: Storage): Promise<void> {
  if (!(await isEmptyDatabase(client))) {
    throw new StartError(
      'The database is not empty, and a restore never overwrites a site. Set DATA_DIR or DATABASE_URL to an empty one.',
    );
  }
  if ((await storage.list()).length > 0) {
    throw new StartError(
      'The storage already contains files, and a restore never overwrites a site. Set DATA_DIR or S3_BUCKET to an empty one.',
    );
  }
}

async function putFile(storage: Storage, from: string, entry: Manifest['files'][number]): Promise<void> {
  const { key, contentType, sha256 } = entry;
  const stored = await storage.put(key, createReadStream(filePath(from, entry)), { contentType });
  if (stored.sha256 !== sha256)
    throw new StartError(`The file ${key} changed while it was copied. Try again.`);
}

/** One transaction: a failed restore leaves empty tables. */
async function takeInRows(client: pg.Client, from: string, manifest: Manifest): Promise<void> {
  const entries = manifest.tables.filter((entry) => !isJobTable(entry));
  await client.query('begin');
  try {
    const tables = await listTables(client);
    refuseOtherShape(
      entries,
      tables.filter((table) => !isJobTable(table)),
    );
    await withoutReferees(client, entries, async () => {
      for (const entry of entries) {
        await pipeline(createReadStream(tablePath(from, entry)), copyIn(client, entry));
      }
    });
    for (const { name, lastValue } of manifest.sequences) {
      await setSequence(client, { name, lastValue: lastValue + NUMBERS_LEFT_OUT });
    }
    await checkRows(client, entries);
    const jobs = manifest.tables.find(isJobTable);
    const place = tables.find(isJobTable);
    // Skipped if another version of the job library made the backup: hourly jobs find the work again.
    if (jobs && place && jobs.columns.every((column) => place.columns.includes(column))) {
      await takeInWaitingJobs(client, from, jobs);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

const shapeOf = ({ schema, name, columns }: Pick<TableEntry, 'schema' | 'name' | 'columns'>) =>
  `${schema}.${name} (${columns.toSorted().join(', ')})`;

/** The same migrations create the same tables; a difference means someone changed the schema by hand. */
function refuseOtherShape(
  saved: readonly Pick<TableEntry, 'schema' | 'name' | 'columns'>[],
  made: readonly Pick<TableEntry, 'schema' | 'name' | 'columns'>[],
): void {
  const there = new Set(made.map(shapeOf));
  const odd = saved.find((table) => !there.has(shapeOf(table)));
  if (odd) throw new StartError(`The backup has a table that no migration creates: ${shapeOf(odd)}.`);
  const known = new Set(saved.map(shapeOf));
  const missing = made.find((table) => !known.has(shapeOf(table)));
  if (missing)
    throw new StartError(`The table ${missing.name} is missing from the backup. Use another backup.`);
}

async function checkRows(client: pg.Client, entries: readonly TableEntry[]): Promise<void> {
  for (const entry of entries) {
    const rows = await countRows(client, entry);
    if (rows === entry.rows) continue;
    throw new StartError(
      `Only ${rows} of ${entry.rows} rows of ${entry.name} arrived. Nothing was restored.`,
    );
  }
  const uneven = await findUnevenTransaction(client);
  if (uneven !== null) {
    throw new StartError(`Transaction ${uneven} of the ledger does not sum to zero. Nothing was restored.`);
  }
}

async function takeInWaitingJobs(client: pg.Client, from: string, jobs: TableEntry): Promise<void> {
  const aside = await makeJobsAside(client);
  const file = createReadStream(tablePath(from, jobs));
  await pipeline(file, copyIn(client, { ...aside, columns: jobs.columns }));
  await takeInJobs(client, jobs);
  await holdJobs(handleOf(client), JOBS);
}

async function keepBack(connection: Connection, now: Date): Promise<KeptBack> {
  const { db, close } = connectDatabase(connection, { max: 1 });
  try {
    await holdCartReminders(db, now);
    await holdCertificateReminders(db, now);
    await holdMessageMails(db);
    await holdWeeklyDigests(db, now);
    return { mails: await holdMails(db, now), payouts: await holdPayoutsAfterRestore(db, now) };
  } finally {
    await close();
  }
}
