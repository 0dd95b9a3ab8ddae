// A large file, a connection lost in the middle of a part, and a server killed in the middle of another: it arrives
// unchanged, in bounded memory. With FAULTS=all, as large as files may be.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '#server/seed/demo.ts';
import type { Upload } from '#shared/features/upload/upload.contract.ts';
import { MAX_FILE_BYTES, TUS_PATH } from '#shared/features/upload/upload.rules.ts';
import { makeReady } from './ready-folder.ts';
import {
  endServerProcess,
  randomPort,
  startServerProcess,
  stopServerProcess,
  type ServerProcess,
} from './server-process.ts';

const MEGABYTE = 1024 * 1024;
const PART = 4 * MEGABYTE;
const BYTES = process.env['FAULTS'] === 'all' ? MAX_FILE_BYTES : 24 * MEGABYTE;
const MOST_GROWTH_MB = 150;

let folder = '';
let dataDir = '';
let server: ServerProcess | undefined;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'releve-uploads-'));
  await chmod(folder, 0o755);
  dataDir = path.join(folder, 'data');
  await makeReady(dataDir);
});
afterAll(async () => {
  if (server) await endServerProcess(server);
  await rm(folder, { recursive: true, force: true });
});

/** Text with a different line at each position: a part at the wrong offset would show. */
function contentOf(from: number, to: number): Buffer {
  const first = Math.floor(from / 64);
  const lines = Array.from(
    { length: Math.ceil(to / 64) - first },
    (_, n) => `${first + n}`.padEnd(63, '.') + '\n',
  );
  return Buffer.from(lines.join('')).subarray(from - first * 64, to - first * 64);
}

function residentMb({ child }: ServerProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

const TUS = { 'tus-resumable': '1.0.0' };

function sender(url: string, cookie: string) {
  const headers = { ...TUS, cookie };
  return {
    async begin(name: string, bytes: number): Promise<string> {
      const metadata = Object.entries({ filename: name, purpose: 'resource-file' });
      const answer = await fetch(url + TUS_PATH, {
        method: 'POST',
        headers: {
          ...headers,
          'upload-length': String(bytes),
          'upload-metadata': metadata.map(([key, value]) => `${key} ${btoa(value)}`).join(),
        },
      });
      expect(answer.status).toBe(201);
      return answer.headers.get('location') ?? '';
    },
    patch: (
      where: string,
      offset: number,
      body: Uint8Array | ReadableStream<Uint8Array>,
      signal?: AbortSignal,
    ) =>
      fetch(url + where, {
        method: 'PATCH',
        headers: {
          ...headers,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
        },
        body,
        duplex: 'half',
        ...(signal && { signal }),
      }),
    async offset(where: string): Promise<number> {
      const answer = await fetch(url + where, { method: 'HEAD', headers });
      expect(answer.status).toBe(200);
      return Number(answer.headers.get('upload-offset'));
    },
    async state(where: string): Promise<Upload> {
      const answer = await fetch(`${url}/api/uploads/${where.split('/').at(-1)}`, { headers });
      return (await answer.json()) as Upload;
    },
  };
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'seller', password: DEMO_PASSWORD }),
  });
  return /releve_session=[^;]+/.exec(answer.headers.getSetCookie().join())?.[0] ?? '';
}

/** Half of a part, then nothing. */
function halfPart(offset: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (stream) => stream.enqueue(new Uint8Array(contentOf(offset, offset + PART / 2))),
  });
}

/** Waits until that many bytes of the file are on disk. */
async function untilArrived(where: string, bytes: number): Promise<void> {
  const file = path.join(dataDir, 'incoming', where.split('/').at(-1) ?? '');
  while ((await stat(file)).size < bytes) await sleep(20);
}

it('arrive unchanged, whatever happens on the way', async () => {
  const env = { DATA_DIR: dataDir, PORT: String(randomPort()) };
  server = await startServerProcess(env);
  const cookie = await signIn(server.url);
  const { begin, patch, offset, state } = sender(server.url, cookie);
  const where = await begin('long.txt', BYTES);
  const lostAt = Math.floor(BYTES / 3);
  const killedAt = Math.floor((BYTES * 2) / 3);
  let isLost = false;
  let isKilled = false;
  let conflicts = 0;
  /** A server starts with `before`; `grown` is the most any of them has taken beyond that. */
  let before = 0;
  let grown = 0;
  const hash = createHash('sha256');
  let hashed = 0;
  for (let at = 0; at < BYTES;) {
    const end = Math.min(at + PART, BYTES);
    if (hashed < end) hash.update(contentOf(hashed, end));
    hashed = Math.max(hashed, end);
    if (!isLost && at >= lostAt) {
      isLost = true;
      const connection = new AbortController();
      const sending = patch(where, at, halfPart(at), connection.signal).catch(() => null);
      await untilArrived(where, at + PART / 4);
      connection.abort();
      await sending;
    } else if (!isKilled && at >= killedAt) {
      isKilled = true;
      const sending = patch(where, at, halfPart(at)).catch(() => null);
      await untilArrived(where, at + PART / 4);
      server.child.kill('SIGKILL');
      await server.ended;
      await sending;
      server = await startServerProcess(env);
      before = residentMb(server);
    } else {
      const { status } = await patch(where, at, new Uint8Array(contentOf(at, end)));
      // The part of a lost connection may still be written while the offset is read: then tus clients ask again.
      if (status === 409) conflicts += 1;
      else expect(status).toBe(204);
      // A few parts warm it up; what counts is whether memory grows with the file.
      if (before === 0 && at > 2 * PART) before = residentMb(server);
      if (before > 0) grown = Math.max(grown, residentMb(server) - before);
    }
    at = await offset(where);
  }
  let upload = await state(where);
  for (; upload.state === 'checking'; upload = await state(where)) {
    grown = Math.max(grown, residentMb(server) - before);
    await sleep(50);
  }
  process.stdout.write(`${BYTES / MEGABYTE} MB: memory grew by ${Math.round(grown)} MB at the most\n`);
  expect(upload).toMatchObject({ state: 'ready', bytes: BYTES, sha256: hash.digest('hex') });
  expect(grown).toBeLessThan(MOST_GROWTH_MB);
  expect(conflicts).toBeLessThanOrEqual(2);
  // Deleted right after it is reported as ready.
  await expect.poll(() => readdir(path.join(dataDir, 'incoming'))).toEqual([]);
  await stopServerProcess(server);
});
