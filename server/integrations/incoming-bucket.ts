// Resumable uploads into a bucket. Unlike the library's store, it cleans up completely and keeps the reason a write
// failed.
import type { Readable } from 'node:stream';
import { S3ServiceException } from '@aws-sdk/client-s3';
import { S3Store } from '@tus/s3-store';
import { ERRORS } from '@tus/server';
import { answered } from './storage-s3.ts';

const NOT_THERE = new Set(['NotFound', 'NoSuchKey', 'NoSuchUpload']);

function isNotThere(error: unknown): boolean {
  return error instanceof S3ServiceException && NOT_THERE.has(error.name);
}

function nullIfNotThere(error: unknown): null {
  if (isNotThere(error)) return null;
  throw error;
}

/** Errors of the SDK carry metadata about its attempts. */
function isOfBucket(error: unknown): boolean {
  return error instanceof Error && '$metadata' in error;
}

export class BucketParts extends S3Store {
  /** Distinguishes a full bucket from a lost connection. */
  override create(upload: Parameters<S3Store['create']>[0]) {
    return answered(super.create(upload));
  }

  override write(source: Readable, id: string, offset: number): Promise<number> {
    const written = super.write(source, id, offset).catch((error: unknown) => {
      // The sender disconnected. Complete parts stay, and the upload resumes after them.
      throw isOfBucket(error) ? error : ERRORS.FILE_WRITE_ERROR;
    });
    return answered(written);
  }

  /** A server may have died after the last part arrived, before the file was assembled. */
  override async read(id: string): Promise<Readable> {
    const whole = await super.read(id).catch(nullIfNotThere);
    if (whole) return whole;
    await this.finishMultipartUpload(await this.getMetadata(id), await this.retrieveParts(id));
    return super.read(id);
  }

  /**
   * The library leaves incomplete parts behind, and everything of a completed upload. Deleting what does not exist is
   * fine. The info file goes last, so that an interrupted removal can be repeated.
   */
  override async remove(id: string): Promise<void> {
    const known = await this.getMetadata(id).catch(nullIfNotThere);
    const at = { Bucket: this.bucket, Key: id };
    if (known) {
      await this.client.abortMultipartUpload({ ...at, UploadId: known['upload-id'] }).catch(nullIfNotThere);
    }
    for (const key of [id, this.partKey(id, true), this.infoKey(id)]) {
      await this.client.deleteObject({ ...at, Key: key });
    }
    await this.clearCache(id);
  }
}
