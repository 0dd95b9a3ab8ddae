// How long `npm start` takes until the home page is there: from nothing, from what a stop leaves, from what a kill leaves.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from './measure.ts';

export type Starts = { first: number; later: number[]; afterKill: number };

const PORT = 4703;
const LATER = 3;
const GIVE_UP_MS = 120_000;

/** Milliseconds each, with everything installed and built: what a person waits for who typed `npm start`. */
export async function measureStarts(): Promise<Starts> {
  const dataDir = await temporaryFolder('releve-starts');
  try {
    const first = await startOnce(dataDir, stopInOrder);
    const later: number[] = [];
    for (let left = LATER - 1; left >= 0; left--) {
      later.push(await startOnce(dataDir, left > 0 ? stopInOrder : killAll));
    }
    const afterKill = await startOnce(dataDir, stopInOrder);
    return { first, later, afterKill };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

type End = (npm: number, dataDir: string) => void;

async function startOnce(dataDir: string, end: End): Promise<number> {
  const env = { ...process.env, PORT: String(PORT), DATA_DIR: dataDir, LOG_LEVEL: 'error' };
  const began = performance.now();
  const npm = spawn('npm', ['start'], { env, stdio: 'ignore', detached: true });
  const ended = once(npm, 'exit');
  try {
    await untilFirstPage();
    return performance.now() - began;
  } finally {
    end(npm.pid ?? 0, dataDir);
    await ended;
  }
}

async function untilFirstPage(): Promise<void> {
  for (const until = Date.now() + GIVE_UP_MS; Date.now() < until; await sleep(20)) {
    const isThere = await fetch(`http://127.0.0.1:${PORT}/`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isThere) return;
  }
  throw new Error('npm start shows no page');
}

/** As Ctrl-C does: the whole group of the terminal hears it. */
function stopInOrder(npm: number): void {
  process.kill(-npm, 'SIGINT');
}

/** Server and database at once, in the middle of work; npm notices and ends by itself. */
function killAll(_npm: number, dataDir: string): void {
  const servers = readdirSync(path.join(dataDir, 'postgres.users'));
  const database = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8');
  for (const name of [...servers, database]) process.kill(Number.parseInt(name, 10), 'SIGKILL');
}
