// The manifest of a backup: its tables and files with checksums, and the version that made it. A backup is a folder
// with manifest.json, tables/ (one file each, in PostgreSQL's COPY text format) and files/ (as in the storage). It is
// written under a temporary name and renamed at the end, so a folder with the final name is complete.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isStorageKey } from '#server/integrations/storage.ts';
import { StartError } from '#server/start-error.ts';

const FORMAT = 1;
export const MANIFEST = 'manifest.json';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);

const table = z.object({
  schema: name,
  name,
  /** Without generated columns. */
  columns: z.array(name).min(1),
  rows: z.int().min(0),
  bytes: z.int().min(0),
  sha256,
});

const file = z.object({
  key: z.string().refine(isStorageKey),
  contentType: z.string(),
  bytes: z.int().min(0),
  sha256,
});

const manifest = z.object({
  format: z.literal(FORMAT),
  /** The version of the code that made it. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** The `when` of each applied migration, which identifies it in the migration journal. */
  migrations: z.array(z.int()).min(1),
  tables: z.array(table).min(1),
  /** Sequences, so that no id is used twice. */
  sequences: z.array(z.object({ name, lastValue: z.int() })),
  files: z.array(file),
});

export type Manifest = z.output<typeof manifest>;
export type TableEntry = Manifest['tables'][number];
export type FileEntry = Manifest['files'][number];

export const newManifest = (parts: Omit<Manifest, 'format'>): Manifest => ({ format: FORMAT, ...parts });

export const tablePath = (folder: string, { schema, name: table }: Pick<TableEntry, 'schema' | 'name'>) =>
  path.join(folder, 'tables', `${schema}.${table}.copy`);

export const filePath = (folder: string, { key }: Pick<FileEntry, 'key'>) => path.join(folder, 'files', key);

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => {
    throw new StartError(`There is no backup in ${folder}: it has no ${MANIFEST}.`);
  });
  const read = manifest.safeParse(parseJson(text));
  if (!read.success) {
    throw new StartError(
      `The backup in ${folder} cannot be read: its ${MANIFEST} is damaged. Use another backup.`,
    );
  }
  return read.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Verifies every checksum before anything is restored. */
export async function checkBackup(folder: string, { tables, files }: Manifest): Promise<void> {
  const parts = [
    ...tables.map((entry) => ({ at: tablePath(folder, entry), ...entry })),
    ...files.map((entry) => ({ at: filePath(folder, entry), ...entry })),
  ];
  for (const part of parts) {
    if ((await hashOf(part.at)) === part.sha256) continue;
    const which = path.relative(folder, part.at);
    throw new StartError(
      `The backup in ${folder} is damaged: ${which} is not what was saved. Use another backup.`,
    );
  }
}

async function hashOf(at: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(at)) hash.update(chunk as Buffer);
  } catch {
    return null;
  }
  return hash.digest('hex');
}
