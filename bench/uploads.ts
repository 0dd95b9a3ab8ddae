// A hundred files of 5 MB at once, in parts, until every one of them is checked: how fast, and in how much memory.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_PASSWORD } from '#server/seed/demo.ts';
import type { Upload } from '#shared/features/upload/upload.contract.ts';
import { TUS_PATH } from '#shared/features/upload/upload.rules.ts';
import { residentMb, temporaryFolder, untilAnswers } from './measure.ts';

const FILES = 100;
/** One person may have sixty under way; the two sellers of the demo school share them. */
const SENDERS = ['seller', 'multi'];
const MEGABYTE = 1024 * 1024;
const BYTES = 5 * MEGABYTE;
const PART = 4 * MEGABYTE;
const PORT = 4703;
const URL = `http://127.0.0.1:${PORT}`;

export async function measureUploads(): Promise<string> {
  const dataDir = await temporaryFolder('releve-bench');
  const server = spawn(process.execPath, ['server/main.ts'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(PORT),
      LOG_LEVEL: 'warn',
      DEMO_FILES: '0',
    },
  });
  try {
    await untilAnswers(`${URL}/readyz`);
    const cookies = await Promise.all(SENDERS.map(signIn));
    const pid = server.pid ?? 0;
    const before = residentMb(pid);
    let peak = before;
    const watching = setInterval(() => (peak = Math.max(peak, residentMb(pid))), 50);
    const began = performance.now();
    const sent = await Promise.all(
      Array.from({ length: FILES }, (_, n) => send(cookies[n % cookies.length] ?? '', n)),
    );
    const arrived = performance.now();
    await Promise.all(sent.map(untilReady));
    const checked = performance.now();
    clearInterval(watching);
    return report({ arrived: arrived - began, checked: checked - began, before, peak });
  } finally {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function signIn(username: string): Promise<string> {
  const answer = await fetch(`${URL}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: DEMO_PASSWORD }),
  });
  return /releve_session=[^;]+/.exec(answer.headers.getSetCookie().join())?.[0] ?? '';
}

type Sent = { cookie: string; where: string; sha256: string };

async function send(cookie: string, n: number): Promise<Sent> {
  const content = Buffer.alloc(BYTES, `Class ${n}: eight counts of plié, eight of tendu.\n`);
  const headers = { 'tus-resumable': '1.0.0', cookie };
  const metadata = `filename ${btoa(`class-${n}.txt`)},purpose ${btoa('resource-file')}`;
  const begun = await fetch(URL + TUS_PATH, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(BYTES), 'upload-metadata': metadata },
  });
  if (begun.status !== 201) throw new Error(`beginning answers ${begun.status}`);
  const where = begun.headers.get('location') ?? '';
  for (let at = 0; at < BYTES; at += PART) {
    const answer = await fetch(URL + where, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(at) },
      body: content.subarray(at, at + PART),
    });
    if (answer.status !== 204) throw new Error(`a part answers ${answer.status}`);
  }
  return { cookie, where, sha256: createHash('sha256').update(content).digest('hex') };
}

async function untilReady({ cookie, where, sha256 }: Sent): Promise<void> {
  for (;;) {
    const answer = await fetch(`${URL}/api/uploads/${where.split('/').at(-1)}`, { headers: { cookie } });
    const upload = (await answer.json()) as Upload;
    if (upload.state === 'ready' && upload.sha256 === sha256) return;
    if (upload.state !== 'checking') throw new Error(`an upload is ${upload.state}`);
    await sleep(250);
  }
}

function report(seen: { arrived: number; checked: number; before: number; peak: number }): string {
  const { arrived, checked, before, peak } = seen;
  const rate = (ms: number) => ((FILES * BYTES) / MEGABYTE / (ms / 1000)).toFixed(1);
  const inSeconds = (ms: number) => (ms / 1000).toFixed(1);
  return [
    '## Uploads',
    '',
    `${FILES} files of ${BYTES / MEGABYTE} MB sent at once in parts of ${PART / MEGABYTE} MB, sender and server on the same machine.`,
    '',
    '| until | seconds | MB/s |',
    '|---|---:|---:|',
    `| the last byte has arrived | ${inSeconds(arrived)} | ${rate(arrived)} |`,
    `| every file is checked and in its place | ${inSeconds(checked)} | ${rate(checked)} |`,
    '',
    `Memory of the server: ${Math.round(before)} MB before, ${Math.round(peak)} MB at the most.`,
    '',
  ].join('\n');
}
