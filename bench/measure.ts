// What measurements share: processor time from /proc, medians, a folder, waiting for a server.
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const NANOSECONDS_A_MILLISECOND = 1e6;

/** A thread's time on a processor so far, in milliseconds: the scheduler's own count, not the ticks of a clock. */
const threadTime = (folder: string) =>
  Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]) / NANOSECONDS_A_MILLISECOND;

/** Processor time of a process so far, in milliseconds: of all threads it has. */
export function cpuTime(pid: number | string): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce(
    (sum, thread) => sum + ofThoseThere(() => threadTime(`/proc/${pid}/task/${thread}`)),
    0,
  );
}

/** The same in hundredths of a second, and with the threads that have ended: for work that lasts. */
export function wholeCpuTime(pid: number): number {
  const stat = statOf(pid);
  return (Number(stat[11]) + Number(stat[12])) * 10;
}

/** The same of all processes it has started, also of those that have ended: the sessions of a database. */
export function childrenCpuTime(parent: number): number {
  const ended = statOf(parent);
  const sum = (Number(ended[13]) + Number(ended[14])) * 10;
  const children = readdirSync('/proc').filter(
    (pid) => /^\d+$/.test(pid) && ofThoseThere(() => Number(statOf(pid)[1])) === parent,
  );
  return children.reduce((all, pid) => all + ofThoseThere(() => cpuTime(pid)), sum);
}

const statOf = (pid: number | string) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];

/** What is read may have ended since its folder was. */
function ofThoseThere(read: () => number): number {
  try {
    return read();
  } catch {
    return 0;
  }
}

export function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? NaN;
}

/** Open to all, so that the account PostgreSQL runs as when we are root keeps its files in it too. */
export async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), `${name}-`));
  await chmod(folder, 0o755);
  return folder;
}

export async function untilAnswers(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (
      await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return;
    await sleep(100);
  }
  throw new Error(`${url} does not answer`);
}
