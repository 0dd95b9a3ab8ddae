// Keeps part of the disk free for the database and everybody else, whatever length a sender announced: bytes are counted
// as they arrive.
import { pipeline, Transform, type Readable } from 'node:stream';
import { storageFull } from './storage.ts';

export const RESERVE_BYTES = 256 * 1024 * 1024;

/** So much may arrive between two looks at the disk: a small part of the reserve, also with many senders at once. */
const LOOK_EACH_BYTES = 4 * 1024 * 1024;

/** Null: nobody knows, as in a bucket. */
export type FreeBytes = () => Promise<number | null>;

/** Call it with the length of each piece before it is written; throws where it would eat into the reserve. */
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

/** The same bytes, ending in an error where the disk has no more room for them. */
export function withinReserve(source: Readable, freeBytes: FreeBytes): Readable {
  const requireRoomFor = watchReserve(freeBytes);
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      requireRoomFor(chunk.length).then(() => done(null, chunk), done);
    },
  });
  // The callback is only there because pipeline asks for one: whoever reads `stream` gets the error.
  pipeline(source, stream, () => {});
  return stream;
}
