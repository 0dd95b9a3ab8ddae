// What measurements share: processor time from /proc, medians, waiting for a server.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const statOf = (pid: number | string) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];

/** User and system time of a process so far, in milliseconds. */
export function cpuTime(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The same of all processes it has started, also of those that have ended: the sessions of a database. */
export function childrenCpuTime(parent: number): number {
  const own = statOf(parent);
  let sum = (Number(own[13]) + Number(own[14])) * 10;
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const fields = statOf(pid);
      if (Number(fields[1]) === parent) sum += (Number(fields[11]) + Number(fields[12])) * 10;
    } catch {
      // It has ended since the folder was read.
    }
  }
  return sum;
}

export function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

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
