// Storage in an S3-compatible bucket, shared by several app servers.
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { S3Config } from '#server/config.ts';
import { AppError } from '#shared/errors.ts';
import type { ByteRange, FileStat, OpenFile, PutOptions, Storage, StoredFile } from './storage.ts';
import { BUCKET_INCOMING, isStorageKey, measured, storageFull } from './storage.ts';

const TIMEOUT = 10_000;
/** The smallest the protocol allows. Two in flight: an upload holds at most about 10 MiB in memory. */
const PART_BYTES = 5 * 1024 * 1024;
const PARTS_IN_FLIGHT = 2;
const UNKNOWN_TYPE = 'application/octet-stream';

type Bucket = { reader: S3Client; writer: S3Client; name: string };

export function createS3Storage(config: S3Config, timeout = TIMEOUT): Storage {
  const bucket: Bucket = {
    // Pausing a video pauses the socket too, so this only limits the wait for headers; `unstalled` watches the body.
    reader: client(config, {
      connectionTimeout: timeout,
      requestTimeout: timeout,
      throwOnRequestTimeout: true,
      socketTimeout: 0,
    }),
    writer: client(config, { connectionTimeout: timeout, socketTimeout: timeout }),
    name: config.bucket,
  };
  return {
    put: (key, source, options) => putObject(bucket, key, source, options),
    get: (key, range) => getObject(bucket, key, range, timeout),
    stat: (key) => statObject(bucket, key),
    async delete(key) {
      await answered(bucket.writer.send(new DeleteObjectCommand({ Bucket: bucket.name, Key: key })));
    },
    list: () => listKeys(bucket),
    async healthy() {
      await answered(bucket.reader.send(new HeadBucketCommand({ Bucket: bucket.name })));
    },
  };
}

type HandlerOptions = {
  connectionTimeout: number;
  requestTimeout?: number;
  throwOnRequestTimeout?: boolean;
  socketTimeout: number;
};

function client(config: S3Config, requestHandler: HandlerOptions): S3Client {
  return new S3Client({
    region: config.region,
    requestHandler,
    // Some S3-compatible servers refuse the newer optional checksums; the signature covers the body already.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(config.endpoint && { endpoint: config.endpoint, forcePathStyle: true }),
    ...(config.accessKeyId &&
      config.secretAccessKey && {
        credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
      }),
  });
}

async function putObject(
  bucket: Bucket,
  key: string,
  source: Readable | Uint8Array,
  { contentType, maxBytes }: PutOptions,
): Promise<StoredFile> {
  const body = measured(source, maxBytes);
  const upload = new Upload({
    client: bucket.writer,
    params: { Bucket: bucket.name, Key: key, Body: body.stream, ContentType: contentType },
    partSize: PART_BYTES,
    queueSize: PARTS_IN_FLIGHT,
  });
  try {
    // If the body fails midway (too large, sender gone), `done` aborts the multipart upload. An object exists only once
    // complete.
    await answered(upload.done());
  } catch (error) {
    // Errors of the sender are not the storage's and pass unchanged.
    throw body.stream.errored ?? error;
  } finally {
    body.stream.destroy();
    if (source instanceof Readable) source.destroy();
  }
  return { key, ...body.result() };
}

async function getObject(
  bucket: Bucket,
  key: string,
  range: ByteRange | undefined,
  timeout: number,
): Promise<OpenFile | null> {
  try {
    const Range = range && `bytes=${range.start}-${range.end ?? ''}`;
    const found = await answered(
      bucket.reader.send(new GetObjectCommand({ Bucket: bucket.name, Key: key, Range })),
    );
    if (!(found.Body instanceof Readable)) throw new Error('The object storage answered without a body');
    const bytes = found.ContentLength ?? 0;
    return {
      stream: unstalled(found.Body, timeout),
      bytes,
      totalBytes: found.ContentRange ? Number(found.ContentRange.split('/')[1]) : bytes,
      contentType: found.ContentType ?? UNKNOWN_TYPE,
    };
  } catch (error) {
    if (statusOf(error) === 404) return null;
    if (statusOf(error) !== 416) throw error;
    const found = await statObject(bucket, key);
    return (
      found && {
        stream: Readable.from([]),
        bytes: 0,
        totalBytes: found.bytes,
        contentType: found.contentType,
      }
    );
  }
}

async function statObject(bucket: Bucket, key: string): Promise<FileStat | null> {
  try {
    const found = await answered(
      bucket.reader.send(new HeadObjectCommand({ Bucket: bucket.name, Key: key })),
    );
    return { bytes: found.ContentLength ?? 0, contentType: found.ContentType ?? UNKNOWN_TYPE };
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

async function listKeys({ reader, name }: Bucket): Promise<string[]> {
  const keys: string[] = [];
  let next: string | undefined;
  do {
    const page = await answered(
      reader.send(new ListObjectsV2Command({ Bucket: name, ContinuationToken: next })),
    );
    keys.push(...(page.Contents ?? []).map(({ Key }) => Key ?? ''));
    next = page.NextContinuationToken;
  } while (next !== undefined);
  return keys.filter((key) => isStorageKey(key) && !key.startsWith(`${BUCKET_INCOMING}/`));
}

/** Ends a stalled body. Only waiting for the storage counts, not a slow reader. */
function unstalled(body: Readable, timeout: number): Readable {
  return Readable.from(
    (async function* () {
      const chunks = body[Symbol.asyncIterator]();
      try {
        while (true) {
          const timer = setTimeout(() => body.destroy(unavailable()), timeout);
          const next = await chunks.next().finally(() => clearTimeout(timer));
          if (next.done) return;
          yield next.value;
        }
      } finally {
        body.destroy();
      }
    })(),
    { objectMode: false },
  );
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

/** Turns an unreachable, failing or full storage into an AppError; other errors pass. */
export async function answered<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof AppError) throw error;
    const status = statusOf(error);
    if (status === 507 || (error instanceof Error && /StorageFull|QuotaExceeded/.test(error.name)))
      throw storageFull();
    if (isUnreachable(error) || (status !== undefined && status >= 500)) throw unavailable(error);
    throw error;
  }
}

const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'ETIMEDOUT']);

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return error.name === 'TimeoutError' || NETWORK_CODES.has(code);
}

function unavailable(cause?: unknown): AppError {
  const error = new AppError(
    'unavailable',
    'Files cannot be reached right now. Please try again in a moment.',
  );
  error.cause = cause;
  return error;
}
