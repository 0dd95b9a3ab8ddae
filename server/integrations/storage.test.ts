import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type FakeS3, startFakeS3 } from '../../tests/server/fake-s3.ts';
import { createStorage } from './create-storage.ts';
import { createS3Storage } from './storage-s3.ts';
import type { Storage } from './storage.ts';

const MEGABYTE = 1024 * 1024;
const PLAIN = { contentType: 'text/plain; charset=utf-8' };

let folder: string;
let s3: FakeS3;

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'releve-storage-'));
  s3 = await startFakeS3();
});

afterEach(() => s3.setTrouble(null));

afterAll(async () => {
  await fs.rm(folder, { recursive: true, force: true });
  await s3.close();
});

/** Everything the adapter stores, including half-written files. */
async function filesOnDisk(): Promise<string[]> {
  const entries = await fs.readdir(path.join(folder, 'storage'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

type Adapter = {
  name: string;
  open: () => Storage;
  countKept: () => Promise<number>;
  /** How much of the current upload has been sent. */
  bytesArrived: () => number;
};

const adapters: Adapter[] = [
  {
    name: 'disk',
    open: () => createStorage({ dataDir: folder, s3: undefined }),
    countKept: async () => (await filesOnDisk()).length,
    bytesArrived() {
      const incoming = path.join(folder, 'storage', '.incoming');
      return readdirSync(incoming).reduce((sum, name) => sum + statSync(path.join(incoming, name)).size, 0);
    },
  },
  {
    name: 's3',
    open: () => createStorage({ dataDir: folder, s3: s3.config }),
    countKept: async () => s3.objects.size + s3.openUploads.size,
    bytesArrived() {
      const parts = [...s3.openUploads.values()].flatMap((upload) => [...upload.parts.values()]);
      return parts.reduce((sum, part) => sum + part.length, 0);
    },
  },
];

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function read(storage: Storage, key: string): Promise<Buffer> {
  const file = await storage.get(key);
  if (!file) throw new Error(`${key} is missing`);
  return buffer(file.stream);
}

function slowBytes(
  chunks: number,
  chunkBytes: number,
  onChunk: (index: number) => void = () => {},
): Readable {
  return Readable.from(
    (async function* () {
      for (let index = 0; index < chunks; index++) {
        onChunk(index);
        yield Buffer.alloc(chunkBytes, index % 251);
      }
    })(),
    { objectMode: false },
  );
}

describe.each(adapters)('storage on $name', ({ open, countKept, bytesArrived }) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = open();
    await storage.healthy();
  });

  test('returns what was stored, with its type, size and hash', async () => {
    const bytes = Buffer.from('Cinq positions, é à ü ✓');
    const stored = await storage.put('notes/one.txt', bytes, PLAIN);
    expect(stored).toEqual({ key: 'notes/one.txt', bytes: bytes.length, sha256: sha256(bytes) });
    const file = await storage.get('notes/one.txt');
    file?.stream.destroy();
    expect(file).toMatchObject({
      bytes: bytes.length,
      totalBytes: bytes.length,
      contentType: PLAIN.contentType,
    });
    expect(await read(storage, 'notes/one.txt')).toEqual(bytes);
    expect(await storage.stat('notes/one.txt')).toEqual({
      bytes: bytes.length,
      contentType: PLAIN.contentType,
    });
  });

  test('replaces both bytes and type', async () => {
    await storage.put('notes/two.pdf', Buffer.from('first'), PLAIN);
    await storage.put('notes/two.pdf', Buffer.from('second'), { contentType: 'application/pdf' });
    expect(await storage.stat('notes/two.pdf')).toEqual({ bytes: 6, contentType: 'application/pdf' });
  });

  test('lists stored files, and nothing unfinished', async () => {
    const names = ['list/a.txt', 'list/b/c.bin', 'list/d.pdf', 'list/e.webp'];
    for (const name of names) await storage.put(name, Buffer.from(name), PLAIN);
    s3.objects.set('incoming/half', { body: Buffer.from('half'), contentType: 'text/plain' });
    await storage.delete('list/d.pdf');
    const keys = await storage.list();
    expect(keys.filter((key) => key.startsWith('list/')).toSorted()).toEqual([
      'list/a.txt',
      'list/b/c.bin',
      'list/e.webp',
    ]);
    expect(keys.filter((key) => /incoming|~/.test(key))).toEqual([]);
    s3.objects.delete('incoming/half');
  });

  test('stores an empty file', async () => {
    await storage.put('notes/empty.txt', Readable.from([]), PLAIN);
    expect(await storage.stat('notes/empty.txt')).toMatchObject({ bytes: 0 });
    expect(await read(storage, 'notes/empty.txt')).toHaveLength(0);
  });

  test('returns null for missing files, and deleting them is fine', async () => {
    expect(await storage.get('nothing/here')).toBeNull();
    expect(await storage.stat('nothing/here')).toBeNull();
    expect(await storage.get('notes')).toBeNull();
    await storage.delete('nothing/here');
    await storage.put('notes/gone.txt', Buffer.from('x'), PLAIN);
    await storage.delete('notes/gone.txt');
    expect(await storage.stat('notes/gone.txt')).toBeNull();
  });

  test('streams 20 MB without holding it in memory', async () => {
    let held = 0;
    const source = slowBytes(320, 64 * 1024, (index) => {
      held = Math.max(held, index * 64 * 1024 - bytesArrived());
    });
    const stored = await storage.put('big/film.mp4', source, {
      contentType: 'video/mp4',
      maxBytes: 20 * MEGABYTE,
    });
    expect(stored.bytes).toBe(20 * MEGABYTE);
    // Two parts in flight and one being filled, when it goes to a bucket.
    expect(held).toBeLessThan(16 * MEGABYTE);
    const file = await storage.get('big/film.mp4');
    const hash = createHash('sha256');
    for await (const chunk of file?.stream ?? []) hash.update(chunk as Buffer);
    expect(hash.digest('hex')).toBe(stored.sha256);
  });

  test('reads ranges as HTTP defines them', async () => {
    await storage.put('notes/range.txt', Buffer.from('0123456789'), PLAIN);
    const part = async (start: number, end?: number) => {
      const file = await storage.get('notes/range.txt', { start, ...(end !== undefined && { end }) });
      expect(file?.totalBytes).toBe(10);
      const text = (await buffer(file?.stream ?? Readable.from([]))).toString();
      expect(file?.bytes).toBe(text.length);
      return text;
    };
    expect(await part(0, 3)).toBe('0123');
    expect(await part(7)).toBe('789');
    expect(await part(8, 400)).toBe('89');
    expect(await part(9, 9)).toBe('9');
    expect(await part(10)).toBe('');
    expect(await part(400, 500)).toBe('');
    await expect(storage.get('notes/range.txt', { start: 3, end: 2 })).rejects.toThrow(RangeError);
    await expect(storage.get('notes/range.txt', { start: -1 })).rejects.toThrow(RangeError);
    expect(await storage.get('notes/no-range.txt', { start: 0 })).toBeNull();
  });

  test.each([
    ['small', 100],
    ['multipart', 12 * MEGABYTE],
  ])('rejects a %s file over the limit and stores nothing', async (_, limit) => {
    const kept = await countKept();
    const source = slowBytes(Math.ceil(limit / 65_536) + 4, 65_536);
    const put = storage.put('over/limit.bin', source, {
      contentType: 'application/octet-stream',
      maxBytes: limit,
    });
    await expect(put).rejects.toMatchObject({ code: 'payload_too_large' });
    expect(source.destroyed).toBe(true);
    expect(await storage.stat('over/limit.bin')).toBeNull();
    expect(await countKept()).toBe(kept);
  });

  test('accepts a file of exactly the limit', async () => {
    const stored = await storage.put('over/exact.bin', Buffer.alloc(1000), { ...PLAIN, maxBytes: 1000 });
    expect(stored.bytes).toBe(1000);
  });

  test.each([1, 150])('stores nothing if the sender disconnects after chunk %i', async (chunks) => {
    const kept = await countKept();
    const source = slowBytes(chunks + 1, 65_536, (index) => {
      if (index === chunks) throw Object.assign(new Error('sender gone'), { code: 'ECONNRESET' });
    });
    await expect(storage.put('broken/off.bin', source, PLAIN)).rejects.toThrow('sender gone');
    expect(await storage.stat('broken/off.bin')).toBeNull();
    expect(await countKept()).toBe(kept);
  });

  test('a failed replacement leaves the old file', async () => {
    await storage.put('notes/kept.txt', Buffer.from('old'), PLAIN);
    const put = storage.put('notes/kept.txt', Buffer.alloc(50), { ...PLAIN, maxBytes: 10 });
    await expect(put).rejects.toMatchObject({ code: 'payload_too_large' });
    expect((await read(storage, 'notes/kept.txt')).toString()).toBe('old');
  });

  test('concurrent writes to one key: the last one is complete', async () => {
    const bodies = Array.from({ length: 8 }, () => randomBytes(200_000));
    await Promise.all(bodies.map((body) => storage.put('race/same.bin', Readable.from([body]), PLAIN)));
    expect(bodies.map(sha256)).toContain(sha256(await read(storage, 'race/same.bin')));
  });

  test('a reader sees the old file or the new one, never half', async () => {
    const size = 6 * MEGABYTE;
    const [old, fresh] = [Buffer.alloc(size, 'a'), Buffer.alloc(size + 1, 'b')];
    await storage.put('race/half.bin', old, PLAIN);
    const reading = (await storage.get('race/half.bin'))?.stream;
    const progress = { isDone: false };
    const writing = storage
      .put(
        'race/half.bin',
        slowBytes(0, 0).compose(() => Readable.from([fresh])),
        PLAIN,
      )
      .finally(() => {
        progress.isDone = true;
      });
    while (!progress.isDone) {
      const seen = sha256(await read(storage, 'race/half.bin'));
      expect([sha256(old), sha256(fresh)]).toContain(seen);
    }
    await writing;
    expect(sha256(await read(storage, 'race/half.bin'))).toBe(sha256(fresh));
    // Opened before the replacement: still the old file, whole.
    expect(sha256(await buffer(reading ?? Readable.from([])))).toBe(sha256(old));
  });

  test.each([
    '',
    '/abs',
    'a/../b',
    '..',
    'a..b',
    'A',
    'a b',
    'a/',
    'a//b',
    '.hidden',
    'a/.b',
    'a\0b',
    'é',
    'a'.repeat(201),
  ])('rejects the key %j', async (key) => {
    await expect(storage.put(key, Buffer.from('x'), PLAIN)).rejects.toThrow(TypeError);
    await expect(storage.get(key)).rejects.toThrow(TypeError);
    await expect(storage.stat(key)).rejects.toThrow(TypeError);
    await expect(storage.delete(key)).rejects.toThrow(TypeError);
  });
});

describe('storage on disk only', () => {
  test('cleans up after a crash, but not what may still be written', async () => {
    const root = path.join(folder, 'swept', 'storage', '.incoming');
    await fs.mkdir(root, { recursive: true });
    await fs.writeFile(path.join(root, 'old'), 'x');
    await fs.writeFile(path.join(root, 'young'), 'x');
    const dayBefore = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await fs.utimes(path.join(root, 'old'), dayBefore, dayBefore);
    await createStorage({ dataDir: path.join(folder, 'swept'), s3: undefined }).healthy();
    expect(await fs.readdir(root)).toEqual(['young']);
  });

  // A really full disk needs its own mount; the error it raises is the same.
  test('a full disk gives a readable message', async () => {
    const storage = createStorage({ dataDir: folder, s3: undefined });
    const source = new Readable({
      read() {
        this.destroy(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }));
      },
    });
    const put = storage.put('full/disk.bin', source, PLAIN);
    await expect(put).rejects.toMatchObject({ code: 'insufficient_storage' });
    expect(await storage.stat('full/disk.bin')).toBeNull();
  });
});

describe('storage on s3 only', () => {
  test('leaves no multipart upload open', () => {
    expect(s3.openUploads.size).toBe(0);
    expect(s3.objects.size).toBeGreaterThan(0);
  });

  test('a failing or full bucket gives a readable message', async () => {
    const storage = createS3Storage(s3.config, 300);
    s3.setTrouble('error');
    await expect(storage.stat('x')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(storage.healthy()).rejects.toMatchObject({ code: 'unavailable' });
    s3.setTrouble('full');
    await expect(storage.put('x', Buffer.from('x'), PLAIN)).rejects.toMatchObject({
      code: 'insufficient_storage',
    });
  });

  test('does not wait forever for a response, nor for the rest of one', async () => {
    const storage = createS3Storage(s3.config, 200);
    await storage.put('stall.txt', Buffer.alloc(1000), PLAIN);
    s3.setTrouble('stalled-body');
    const file = await storage.get('stall.txt');
    await expect(buffer(file?.stream ?? Readable.from([]))).rejects.toMatchObject({ code: 'unavailable' });
    s3.setTrouble('silence');
    await expect(storage.get('stall.txt')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(storage.put('stall-2.txt', Buffer.from('x'), PLAIN)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
