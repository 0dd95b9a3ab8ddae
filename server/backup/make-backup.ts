// Backs up a whole site while it runs: one snapshot of the database, and every stored file.
import { createWriteStream, existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { Connection } from '#server/db/client.ts';
import { measured, type Storage } from '#server/integrations/storage.ts';
import { StartError } from '#server/start-error.ts';
import { forEachConcurrently } from './concurrency.ts';
import {
  filePath,
  MANIFEST,
  newManifest,
  tablePath,
  type FileEntry,
  type Manifest,
  type TableEntry,
} from './manifest.ts';
import {
  connectWhole,
  copyOut,
  listMigrations,
  listSequences,
  listTables,
  recordBackup,
  type Table,
} from './tables.queries.ts';

const FILES_AT_ONCE = 8;

export type BackupOptions = {
  connection: Connection;
  storage: Storage;
  /** The parent of the new backup folder. */
  into: string;
  version: string;
  now: Date;
  say: (progress: string) => void;
};

/** Resolves to the backup folder. */
export async function makeBackup({ connection, storage, into, version, now, say }: BackupOptions) {
  const folder = path.join(
    path.resolve(into),
    `releve-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`,
  );
  if (existsSync(folder)) throw new StartError(`${folder} already exists. Try again in a second.`);
  const half = `${folder}.part-${process.pid}`;
  // Closed to other users: it contains password hashes and private mail.
  await fs.mkdir(path.join(half, 'tables'), { recursive: true, mode: 0o700 });
  const client = await connectWhole(connection);
  try {
    // Files, then the rows that refer to them, then files added meanwhile: a file deleted in between is in the first
    // pass, a new one in the second.
    const files = new Map<string, FileEntry>();
    await saveFiles(storage, half, files, say);
    await client.query('begin isolation level repeatable read read only');
    const parts = await saveTables(client, half, say);
    await client.query('commit');
    await saveFiles(storage, half, files, say);
    const all = [...files.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
    await writeManifest(half, newManifest({ version, createdAt: now.toISOString(), ...parts, files: all }));
    await fs.rename(half, folder);
    await recordBackup(client, now);
    return folder;
  } catch (error) {
    await fs.rm(half, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
}

async function saveTables(client: pg.Client, folder: string, say: BackupOptions['say']) {
  const migrations = await listMigrations(client);
  if (!migrations) throw new StartError('This database has no site yet, so there is nothing to back up.');
  const found = await listTables(client);
  say(`Saving ${found.length} tables`);
  const tables: TableEntry[] = [];
  for (const table of found) tables.push(await saveTable(client, folder, table));
  return { migrations, tables, sequences: await listSequences(client) };
}

async function saveTable(client: pg.Client, folder: string, table: Table): Promise<TableEntry> {
  const body = measured(copyOut(client, table));
  let rows = 0;
  await pipeline(
    body.stream,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
        yield chunk;
      }
    },
    createWriteStream(tablePath(folder, table), { flush: true, mode: 0o600 }),
  );
  return { ...table, rows, ...body.result() };
}

async function saveFiles(
  storage: Storage,
  folder: string,
  saved: Map<string, FileEntry>,
  say: BackupOptions['say'],
): Promise<void> {
  const keys = (await storage.list()).filter((key) => !saved.has(key));
  if (keys.length > 0) say(`Saving ${keys.length} ${saved.size > 0 ? 'newer ' : ''}files`);
  await forEachConcurrently(keys, FILES_AT_ONCE, async (key) => {
    const entry = await saveFile(storage, folder, key);
    if (entry) saved.set(key, entry);
  });
}

/** Null if it was deleted after it was listed. */
async function saveFile(storage: Storage, folder: string, key: string): Promise<FileEntry | null> {
  const found = await storage.get(key);
  if (!found) return null;
  const at = filePath(folder, { key });
  await fs.mkdir(path.dirname(at), { recursive: true });
  const body = measured(found.stream);
  await pipeline(body.stream, createWriteStream(at, { flush: true, mode: 0o600 }));
  return { key, contentType: found.contentType, ...body.result() };
}

async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  await fs.writeFile(path.join(folder, MANIFEST), text, { flush: true, mode: 0o600 });
}
