// Parts of a file on their way into a bucket. The library's own way leaves things behind there and forgets why a write
// failed; what is different here is said at each place.
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

/** The SDK notes down on each failure how often it tried. */
function isOfBucket(error: unknown): boolean {
  return error instanceof Error && '$metadata' in error;
}

export class BucketParts extends S3Store {
  /** A full bucket must be told from a lost connection. */
  override create(upload: Parameters<S3Store['create']>[0]) {
    return answered(super.create(upload));
  }

  override write(source: Readable, id: string, offset: number): Promise<number> {
    const written = super.write(source, id, offset).catch((error: unknown) => {
      // The sender is gone. Parts that were whole stay, and the sender goes on after them.
      throw isOfBucket(error) ? error : ERRORS.FILE_WRITE_ERROR;
    });
    return answered(written);
  }

  /** A server may have died when every part was there, before they became one file. */
  override async read(id: string): Promise<Readable> {
    const whole = await super.read(id).catch(nullIfNotThere);
    if (whole) return whole;
    await this.finishMultipartUpload(await this.getMetadata(id), await this.retrieveParts(id));
    return super.read(id);
  }

  /**
   * The library leaves the rest of a part behind, and everything of a file that has arrived whole. Removing what is not
   * there is fine. What says that there is something goes last: a removal cut short can be done again.
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
