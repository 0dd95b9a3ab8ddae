// The object storage port. Nothing in it is public; routes decide who may read what.
import { createHash } from 'node:crypto';
import { pipeline, Readable, Transform } from 'node:stream';
import { AppError } from '#shared/errors.ts';

/** Inclusive, as in an HTTP Range; without an end, up to the last byte. */
export type ByteRange = { start: number; end?: number };

export type StoredFile = { key: string; bytes: number; sha256: string };
export type FileStat = { bytes: number; contentType: string };
/** `bytes` is the length of `stream`: 0 if the range starts past the end. */
export type OpenFile = { stream: Readable; bytes: number; totalBytes: number; contentType: string };
export type PutOptions = { contentType: string; maxBytes?: number };

export type Storage = {
  /** Atomic: readers see the old file or the complete new one. */
  put(key: string, source: Readable | Uint8Array, options: PutOptions): Promise<StoredFile>;
  get(key: string, range?: ByteRange): Promise<OpenFile | null>;
  stat(key: string): Promise<FileStat | null>;
  /** Deleting what does not exist is fine. */
  delete(key: string): Promise<void>;
  /** All keys, unordered. For backups; requests never need it. */
  list(): Promise<string[]>;
  /** Rejects if files cannot be stored right now. */
  healthy(): Promise<void>;
};

/** The bucket's folder for incoming uploads, outside the storage's own folders. */
export const BUCKET_INCOMING = 'incoming';

/** Segments start with a letter or digit, which rules out `..` and hidden files. */
const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

export function isStorageKey(key: string): boolean {
  return key.length <= 200 && KEY.test(key) && !key.includes('..');
}

/**
 * Counts and hashes the bytes as they pass. Exceeding the limit ends the stream with an error, so that nothing
 * downstream mistakes a truncated file for a complete one.
 */
export function measured(source: Readable | Uint8Array, maxBytes = Number.POSITIVE_INFINITY) {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) return done(tooLarge(maxBytes));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  // pipeline requires a callback; the reader of `stream` gets the error.
  pipeline(
    source instanceof Readable ? source : Readable.from([source], { objectMode: false }),
    stream,
    () => {},
  );
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}

function tooLarge(maxBytes: number): AppError {
  const megabytes = maxBytes / 1024 / 1024;
  const limit =
    megabytes >= 1 ? `${Math.floor(megabytes)} MB` : `${Math.max(1, Math.floor(maxBytes / 1024))} kB`;
  return new AppError('payload_too_large', `This file is larger than ${limit}. Choose a smaller one.`);
}

export function storageFull(): AppError {
  const error = new AppError(
    'insufficient_storage',
    'There’s no space to store this file right now. Please try again later.',
  );
  return Object.assign(error, { retryAfterSeconds: 60 });
}
