// kill -9 during a thousand writes, of the server and of PostgreSQL: every acknowledged write is there afterwards.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbedded } from '#server/db/embedded.ts';
import { DATABASE } from '#server/db/open-connection.ts';
import { killPostgres, postmasterPid } from './kill-postgres.ts';
import { makeReady } from './ready-folder.ts';
import { startServerProcess, stopServerProcess, untilReady, type ServerProcess } from './server-process.ts';

const WRITES = 1000;
const AT_ONCE = 8;
const KILL_AFTER = 400;

let folder = '';
let dataDir = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'releve-faults-'));
  // The database’s own account must get in when the tests run as root.
  await chmod(folder, 0o755);
  dataDir = path.join(folder, 'data');
  await makeReady(dataDir);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Each write comes from another address, because one address may not report a thousand errors a minute. */
const env = () => ({ DATA_DIR: dataDir, TRUST_PROXY: '1' });

async function write(server: ServerProcess, n: number): Promise<string | null> {
  const address = `10.${Math.floor(n / 65_536)}.${Math.floor(n / 256) % 256}.${n % 256}`;
  try {
    const answer = await fetch(`${server.url}/api/client-errors`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ message: `write ${n}`, path: '/' }),
      signal: AbortSignal.timeout(30_000),
    });
    return answer.status === 201 ? ((await answer.json()) as { reference: string }).reference : null;
  } catch {
    return null;
  }
}

/** Writes until `count` were tried or nothing answers any more; `onAcknowledged` hears of each that was. */
async function writeMany(
  server: ServerProcess,
  from: number,
  count: number,
  onAcknowledged: (n: number) => void,
) {
  const acknowledged: string[] = [];
  let next = from;
  const worker = async () => {
    while (next < from + count) {
      const reference = await write(server, next++);
      if (reference) {
        acknowledged.push(reference);
        onAcknowledged(acknowledged.length);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return acknowledged;
}

async function missing(references: string[]): Promise<string[]> {
  const embedded = await startEmbedded({ dataDir });
  const client = new pg.Client({ ...embedded.connection, database: DATABASE });
  await client.connect();
  const { rows } = await client.query<{ reference: string }>(
    'select reference from client_errors where reference = any($1)',
    [references],
  );
  await client.end();
  await embedded.stop();
  const kept = new Set(rows.map((row) => row.reference));
  return references.filter((reference) => !kept.has(reference));
}

describe('every acknowledged write is there', () => {
  it('after kill -9 of the server', async () => {
    const first = await startServerProcess(env());
    const before = await writeMany(first, 0, WRITES, (n) => {
      if (n === KILL_AFTER) first.child.kill('SIGKILL');
    });
    expect(before.length).toBeGreaterThanOrEqual(KILL_AFTER);
    expect(before.length).toBeLessThan(WRITES);
    const second = await startServerProcess(env());
    const after = await writeMany(second, WRITES, WRITES - before.length, () => {});
    expect(before.length + after.length).toBe(WRITES);
    expect(await missing([...before, ...after])).toEqual([]);
    expect(await stopServerProcess(second)).toBe(0);
  });

  it('after kill -9 of PostgreSQL', async () => {
    const server = await startServerProcess(env());
    const pid = await postmasterPid(dataDir);
    const before = await writeMany(server, 5000, WRITES, (n) => {
      if (n === KILL_AFTER) killPostgres(pid);
    });
    expect(before.length).toBeGreaterThanOrEqual(KILL_AFTER);
    // The server starts its database again by itself, says so, and goes on.
    await untilReady(server);
    expect(server.output()).toContain('PostgreSQL ended unexpectedly and is started again.');
    expect(await postmasterPid(dataDir)).not.toBe(pid);
    const after = await writeMany(server, 9000, 50, () => {});
    expect(after).toHaveLength(50);
    expect(await missing([...before, ...after])).toEqual([]);
    expect(await stopServerProcess(server)).toBe(0);
  });
});
