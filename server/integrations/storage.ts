// The private object storage port: what the site may ask of the place its files lie in. Nothing in it is
// public; a route decides who may read what.
import { createHash } from 'node:crypto';
import { pipeline, Readable, Transform } from 'node:stream';
import { AppError } from '#shared/errors.ts';

/** Both ends are included, as in an HTTP Range; without an end it goes to the last byte. */
export type ByteRange = { start: number; end?: number };

export type StoredFile = { key: string; bytes: number; sha256: string };
export type FileStat = { bytes: number; contentType: string };
/** `bytes` counts the part in `stream`: 0 when the range begins past the end. */
export type OpenFile = { stream: Readable; bytes: number; totalBytes: number; contentType: string };
export type PutOptions = { contentType: string; maxBytes?: number };

export type Storage = {
  /** Keeps all of `source` under `key`, or nothing: a reader sees the old file or the whole new one. */
  put(key: string, source: Readable | Uint8Array, options: PutOptions): Promise<StoredFile>;
  get(key: string, range?: ByteRange): Promise<OpenFile | null>;
  stat(key: string): Promise<FileStat | null>;
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>;
  /** Every key there is, in no order. For whoever copies everything; people's requests never need it. */
  list(): Promise<string[]>;
  /** Rejects when files could not be kept right now. */
  healthy(): Promise<void>;
};

/** Where uploads arrive in a bucket: beside the storage's own folders, and never in one of them. */
export const BUCKET_INCOMING = 'incoming';

/** Segments begin with a letter or digit, so neither `..` nor a hidden file can be named. */
const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

export function isStorageKey(key: string): boolean {
  return key.length <= 200 && KEY.test(key) && !key.includes('..');
}

/**
 * The same bytes, counted and hashed as they pass. A byte over the limit ends the stream with the error a
 * person gets to read, so that nothing downstream can take a truncated file for a whole one.
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
  // The callback is only there because pipeline asks for one: whoever reads `stream` gets the error.
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
    'There is no room to keep this file right now. Please try again later.',
  );
  return Object.assign(error, { retryAfterSeconds: 60 });
}
