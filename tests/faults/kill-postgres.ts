// Ends PostgreSQL in the ways it ends in real life.
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

export async function postmasterPid(dataDir: string): Promise<number> {
  return Number((await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** The postmaster and every backend at once, as when the machine runs out of memory. */
export function killPostgres(pid: number): void {
  const family = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  for (const one of [pid, ...family.split('\n').map(Number).filter(Boolean)]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }
}
