// kill -9 of the server and of PostgreSQL during many writes: every acknowledged write survives. A thousand writes for
// each with FAULTS=all.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbedded } from '#server/db/embedded.ts';
import { DATABASE } from '#server/db/open-connection.ts';
import { killPostgres, postmasterPid } from './kill-postgres.ts';
import { makeReady } from './ready-folder.ts';
import { endServerProcess, startServerProcess, untilReady, type ServerProcess } from './server-process.ts';
import { FULL } from './two-servers.ts';

const WRITES = FULL ? 1000 : 250;
const AT_ONCE = 8;
const KILL_AFTER = FULL ? 400 : 100;

let folder = '';
let dataDir = '';
let server: ServerProcess;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'releve-faults-'));
  // The database account needs access when the tests run as root.
  await chmod(folder, 0o755);
  dataDir = path.join(folder, 'data');
  await makeReady(dataDir);
  server = await startServerProcess(env());
});
afterAll(async () => {
  await endServerProcess(server);
  await rm(folder, { recursive: true, force: true });
});

/** Each write comes from another address, because one address can't report a thousand errors a minute. */
const env = () => ({ DATA_DIR: dataDir, TRUST_PROXY: '1' });

async function write(n: number): Promise<string | null> {
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

/** Writes until `count` were tried or nothing responds; calls `onAcknowledged` for each success. */
async function writeMany(from: number, count: number, onAcknowledged: (n: number) => void) {
  const acknowledged: string[] = [];
  let next = from;
  const worker = async () => {
    while (next < from + count) {
      const reference = await write(next++);
      if (reference) {
        acknowledged.push(reference);
        onAcknowledged(acknowledged.length);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return acknowledged;
}

/** Those missing in the database, queried directly while the server keeps running. */
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
  const saved = new Set(rows.map((row) => row.reference));
  return references.filter((reference) => !saved.has(reference));
}

describe('every acknowledged write survives', () => {
  it('kill -9 of PostgreSQL', async () => {
    const pid = await postmasterPid(dataDir);
    const before = await writeMany(0, WRITES, (n) => {
      if (n === KILL_AFTER) killPostgres(pid);
    });
    expect(before.length).toBeGreaterThanOrEqual(KILL_AFTER);
    // The server restarts its database, logs it, and continues.
    await untilReady(server);
    expect(server.output()).toContain('PostgreSQL stopped unexpectedly. Restarting it.');
    expect(await postmasterPid(dataDir)).not.toBe(pid);
    const after = await writeMany(WRITES, 50, () => {});
    expect(after).toHaveLength(50);
    expect(await missing([...before, ...after])).toEqual([]);
  });

  it('kill -9 of the server', async () => {
    const before = await writeMany(5000, WRITES, (n) => {
      if (n === KILL_AFTER) server.child.kill('SIGKILL');
    });
    expect(before.length).toBeGreaterThanOrEqual(KILL_AFTER);
    expect(before.length).toBeLessThan(WRITES);
    server = await startServerProcess(env());
    const after = await writeMany(9000, WRITES - before.length, () => {});
    expect(before.length + after.length).toBe(WRITES);
    expect(await missing([...before, ...after])).toEqual([]);
  });
});
