// Storage on the local disk: one file per key below one folder. Right for one server; several share a bucket.
import { randomUUID } from 'node:crypto';
import { close, constants, createReadStream, fstat, open } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { ByteRange, FileStat, OpenFile, PutOptions, Storage, StoredFile } from './storage.ts';
import { isStorageKey, measured, storageFull } from './storage.ts';

/** No key starts with a dot, so no stored file can be in here. */
const INCOMING = '.incoming';
/** No key contains `~` either: `a.bin~type` stores the type of `a.bin` if its extension does not tell. */
const TYPE_SUFFIX = '~type';
const LEFTOVER_AGE = 24 * 60 * 60 * 1000;

const TYPES_BY_ENDING: Record<string, string> = {
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.zip': 'application/zip',
};
const UNKNOWN_TYPE = 'application/octet-stream';

export function createDiskStorage(root: string): Storage {
  const incoming = path.join(root, INCOMING);
  let preparing: Promise<void> | undefined;

  /** Once per process, before the first write; retried after a failure, such as an unmounted disk. */
  const prepare = () =>
    (preparing ??= makeReady(incoming).catch((error: unknown) => {
      preparing = undefined;
      throw error;
    }));

  return {
    async put(key, source, options) {
      try {
        await prepare();
        return await putFile(root, incoming, key, source, options);
      } catch (error) {
        throw isFull(error) ? storageFull() : error;
      } finally {
        if (source instanceof Readable) source.destroy();
      }
    },
    get: (key, range) => openFile(path.join(root, key), range),
    stat: (key) => statFile(path.join(root, key)),
    async delete(key) {
      const file = path.join(root, key);
      await fs.rm(file, { force: true });
      await fs.rm(file + TYPE_SUFFIX, { force: true });
    },
    list: () => listKeys(root),
    async healthy() {
      // Writes a file: checking permissions would not detect a full or read-only disk.
      const probe = path.join(incoming, randomUUID());
      try {
        await prepare();
        await writeDurably(probe, Readable.from(['ok']));
      } catch (error) {
        throw isFull(error) ? storageFull() : error;
      } finally {
        await fs.rm(probe, { force: true });
      }
    },
  };
}

async function makeReady(incoming: string): Promise<void> {
  await fs.mkdir(incoming, { recursive: true });
  const names = await fs.readdir(incoming);
  for (const name of names) {
    const file = path.join(incoming, name);
    const found = await fs.stat(file).catch(() => null);
    // One day: no upload still being written by another process is older.
    if (found && Date.now() - found.mtimeMs > LEFTOVER_AGE) await fs.rm(file, { force: true });
  }
}

async function putFile(
  root: string,
  incoming: string,
  key: string,
  source: Readable | Uint8Array,
  { contentType, maxBytes }: PutOptions,
): Promise<StoredFile> {
  const target = path.join(root, key);
  const temporary = path.join(incoming, randomUUID());
  const body = measured(source, maxBytes);
  try {
    await writeDurably(temporary, body.stream);
    const made = await fs.mkdir(path.dirname(target), { recursive: true });
    await keepType(target, contentType, `${temporary}${TYPE_SUFFIX}`);
    await fs.rename(temporary, target);
    await syncFolders(path.dirname(target), made ? path.dirname(made) : path.dirname(target));
  } catch (error) {
    await fs.rm(temporary, { force: true });
    await fs.rm(`${temporary}${TYPE_SUFFIX}`, { force: true });
    throw error;
  }
  return { key, ...body.result() };
}

async function writeDurably(file: string, stream: Readable): Promise<void> {
  const handle = await fs.open(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o640);
  try {
    // `flush` calls fsync before close: the bytes must be on disk before the rename.
    await pipeline(stream, handle.createWriteStream({ flush: true }));
  } catch (error) {
    await handle.close().catch(() => {});
    throw error;
  }
}

async function keepType(target: string, contentType: string, temporary: string): Promise<void> {
  if (contentType === typeByEnding(target)) {
    await fs.rm(target + TYPE_SUFFIX, { force: true });
    return;
  }
  await writeDurably(temporary, Readable.from([contentType]));
  await fs.rename(temporary, target + TYPE_SUFFIX);
}

/** A rename survives a power cut only after fsync of its folder and of every new parent folder. */
async function syncFolders(from: string, upTo: string): Promise<void> {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const handle = await fs.open(folder, constants.O_RDONLY);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (folder === upTo || folder === path.dirname(folder)) return;
  }
}

// Plain file descriptors: a FileHandle whose stream was never read would crash the process when garbage collected.
const openDescriptor = promisify(open);
const statDescriptor = promisify(fstat);
const closeDescriptor = promisify(close);

/** Temporary and type files have names no key can have. */
async function listKeys(root: string): Promise<string[]> {
  const entries = await unlessMissing(fs.readdir(root, { recursive: true, withFileTypes: true }));
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter(isStorageKey);
}

async function openFile(file: string, range: ByteRange | undefined): Promise<OpenFile | null> {
  const fd = await unlessMissing(openDescriptor(file, 'r'));
  if (fd === null) return null;
  let isHandedOver = false;
  try {
    const found = await statDescriptor(fd);
    if (!found.isFile()) return null;
    const contentType = await typeOf(file);
    const totalBytes = found.size;
    const start = range?.start ?? 0;
    const end = Math.min(range?.end ?? Number.POSITIVE_INFINITY, totalBytes - 1);
    if (start > end) return { stream: Readable.from([]), bytes: 0, totalBytes, contentType };
    isHandedOver = true;
    // The descriptor keeps pointing at this file even if a newer one is renamed over it.
    const stream = createReadStream('', { fd, start, end });
    return { stream, bytes: end - start + 1, totalBytes, contentType };
  } finally {
    if (!isHandedOver) await closeDescriptor(fd);
  }
}

async function statFile(file: string): Promise<FileStat | null> {
  const found = await unlessMissing(fs.stat(file));
  return found?.isFile() ? { bytes: found.size, contentType: await typeOf(file) } : null;
}

async function typeOf(file: string): Promise<string> {
  return (await unlessMissing(fs.readFile(file + TYPE_SUFFIX, 'utf8'))) ?? typeByEnding(file);
}

function typeByEnding(file: string): string {
  return TYPES_BY_ENDING[path.extname(file)] ?? UNKNOWN_TYPE;
}

async function unlessMissing<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(errorCode(error))) return null;
    throw error;
  }
}

function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(errorCode(error));
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
