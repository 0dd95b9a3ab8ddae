// Where uploads are kept while they arrive in parts: next to the storage, on disk or in the bucket.
import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import { type DataStore, ERRORS } from '@tus/server';
import type { Config, S3Config } from '#server/config.ts';
import { BucketParts } from './incoming-bucket.ts';
import { AppError } from '#shared/errors.ts';
import { watchReserve, type FreeBytes } from './disk-space.ts';
import { BUCKET_INCOMING, storageFull } from './storage.ts';

export type Incoming = {
  /** The data store for the tus protocol. */
  store: DataStore;
  /** The store's name for an upload. */
  nameOf(id: string): string;
  open(id: string): Promise<Readable>;
  /** Removing what does not exist is fine. */
  remove(id: string): Promise<void>;
  freeBytes: FreeBytes;
};

export function createIncoming(config: Pick<Config, 's3' | 'dataDir'>): Incoming {
  return config.s3 ? inBucket(config.s3) : onDisk(path.join(config.dataDir, 'incoming'));
}

function onDisk(directory: string): Incoming {
  const store = new DiskParts(directory, () => incoming.freeBytes());
  const incoming: Incoming = {
    store,
    nameOf: (id) => id,
    open: (id) => Promise.resolve(createReadStream(path.join(directory, id))),
    async remove(id) {
      await fs.rm(path.join(directory, id), { force: true });
      await store.configstore.delete(id).catch((error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error;
      });
    },
    async freeBytes() {
      await fs.mkdir(directory, { recursive: true });
      const { bavail, bsize } = await fs.statfs(directory);
      return bavail * bsize;
    },
  };
  return incoming;
}

/** The library's store loses the reason a write failed; a full disk is not a lost connection. */
class DiskParts extends FileStore {
  readonly #freeBytes: FreeBytes;

  constructor(directory: string, freeBytes: FreeBytes) {
    super({ directory });
    this.#freeBytes = freeBytes;
  }

  override async create(file: Parameters<FileStore['create']>[0]) {
    return super.create(file).catch((error: unknown) => {
      throw isFull(error) ? storageFull() : error;
    });
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const handle = await fs.open(path.join(this.directory, id), 'r+');
    const requireRoomFor = watchReserve(this.#freeBytes);
    let at = offset;
    try {
      // Keep the stream alive, so that the first error is the one reported.
      for await (const part of readable.iterator({ destroyOnReturn: false })) {
        await requireRoomFor((part as Buffer).length);
        at += await writeAll(handle, part as Buffer, at);
      }
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (isFull(error)) throw storageFull();
      // Bytes received before the connection was lost stay: the upload resumes there.
      throw ERRORS.FILE_WRITE_ERROR;
    } finally {
      await handle.close();
    }
    return at;
  }
}

async function writeAll(handle: fs.FileHandle, part: Buffer, at: number): Promise<number> {
  for (let done = 0; done < part.length;) {
    done += (await handle.write(part, done, part.length - done, at + done)).bytesWritten;
  }
  return part.length;
}

const MEGABYTE = 1024 * 1024;

function inBucket({ bucket, region, endpoint, accessKeyId, secretAccessKey }: S3Config): Incoming {
  const store = new BucketParts({
    partSize: 8 * MEGABYTE,
    // Not every bucket supports tags; our own job removes abandoned uploads.
    useTags: false,
    maxConcurrentPartUploads: 4,
    s3ClientConfig: {
      bucket,
      region,
      requestHandler: { connectionTimeout: 10_000, socketTimeout: 30_000 },
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint && { endpoint, forcePathStyle: true }),
      ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    },
  });
  const nameOf = (id: string) => `${BUCKET_INCOMING}/${id}`;
  return {
    store,
    nameOf,
    open: (id) => store.read(nameOf(id)),
    remove: (id) => store.remove(nameOf(id)),
    freeBytes: () => Promise.resolve(null),
  };
}

function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
