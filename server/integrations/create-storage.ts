// Stores files in the configured bucket, or else in the data folder.
import path from 'node:path';
import type { Config } from '#server/config.ts';
import { createDiskStorage } from './storage-disk.ts';
import { createS3Storage } from './storage-s3.ts';
import type { ByteRange, Storage } from './storage.ts';
import { isStorageKey } from './storage.ts';

export function createStorage(config: Pick<Config, 's3' | 'dataDir'>): Storage {
  return checked(
    config.s3 ? createS3Storage(config.s3) : createDiskStorage(path.join(config.dataDir, 'storage')),
  );
}

/** Rejects invalid keys and ranges before an adapter sees them. Both are our own bugs, never user input. */
function checked(storage: Storage): Storage {
  const check = (key: string) => {
    if (!isStorageKey(key)) throw new TypeError('Not a storage key');
  };
  return {
    async put(key, source, options) {
      check(key);
      return storage.put(key, source, options);
    },
    async get(key, range) {
      check(key);
      if (range && !isRange(range)) throw new RangeError('Not a byte range');
      return storage.get(key, range);
    },
    async stat(key) {
      check(key);
      return storage.stat(key);
    },
    async delete(key) {
      check(key);
      return storage.delete(key);
    },
    list: () => storage.list(),
    healthy: () => storage.healthy(),
  };
}

function isRange({ start, end }: ByteRange): boolean {
  return (
    Number.isSafeInteger(start) &&
    start >= 0 &&
    (end === undefined || (Number.isSafeInteger(end) && end >= start))
  );
}
