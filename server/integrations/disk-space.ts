// Keeps part of the disk free for the database, whatever length an upload announces: bytes are counted as they arrive.
import { pipeline, Transform, type Readable } from 'node:stream';
import { storageFull } from './storage.ts';

export const RESERVE_BYTES = 256 * 1024 * 1024;

/** Free space is checked after this many bytes: a small part of the reserve, even with many uploads at once. */
const LOOK_EACH_BYTES = 4 * 1024 * 1024;

/** Null if unknown, as in a bucket. */
export type FreeBytes = () => Promise<number | null>;

/** Call with the length of each chunk before writing it; throws if it would use the reserve. */
export function watchReserve(freeBytes: FreeBytes): (bytes: number) => Promise<void> {
  let unseen = LOOK_EACH_BYTES;
  return async (bytes) => {
    unseen += bytes;
    if (unseen < LOOK_EACH_BYTES) return;
    unseen = 0;
    const free = await freeBytes();
    if (free !== null && free < RESERVE_BYTES + bytes) throw storageFull();
  };
}

/** The same bytes, ending with an error when the disk is full. */
export function withinReserve(source: Readable, freeBytes: FreeBytes): Readable {
  const requireRoomFor = watchReserve(freeBytes);
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      requireRoomFor(chunk.length).then(() => done(null, chunk), done);
    },
  });
  // pipeline requires a callback; the reader of `stream` gets the error.
  pipeline(source, stream, () => {});
  return stream;
}
