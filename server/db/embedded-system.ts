// What the embedded PostgreSQL has to know of the machine: files that may be missing, processes that may be gone.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);
export const randomName = (): string => randomBytes(4).toString('hex');
export const statOf = (file: string) => fs.statSync(file, { throwIfNoEntry: false });

export function readIfThere(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** When a process began (which tells it from a later one with its pid) and its command. Not for zombies. */
export function inspect(pid: number): { born: string; command: string } | undefined {
  if (process.platform === 'linux') {
    const fields = readIfThere(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ');
    if (!fields || fields[0] === 'Z') return undefined;
    return { born: fields[19] ?? '', command: readIfThere(`/proc/${pid}/cmdline`) ?? '' };
  }
  const format = 'stat=,lstart=,command=';
  const line = spawnSync('ps', ['-ww', '-o', format, '-p', String(pid)], { encoding: 'utf8' }).stdout;
  const match = /^[^Z\s]\S*\s+((?:\S+ +){5})(.*)/.exec(line);
  return match ? { born: match[1] ?? '', command: match[2] ?? '' } : undefined;
}

/** Not by isServer: a process on its way out loses its command line before it ends. */
export async function untilGone(pid: number, limit: number): Promise<void> {
  const deadline = Date.now() + limit;
  const born = inspect(pid)?.born ?? 'gone';
  while (inspect(pid)?.born === born) {
    if (Date.now() > deadline) process.kill(pid, 'SIGKILL');
    await sleep(10);
  }
}
