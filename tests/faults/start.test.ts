// Starting and stopping the real process: failures end in one sentence, running work is finished.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { demoUsers } from '#server/seed/demo-data.ts';
import { createTestDatabase } from '../server/test-database.ts';
import { databaseUrl, urlOf } from './database-url.ts';
import { makeReady } from './ready-folder.ts';
import { launchServer, randomPort, startServerProcess, stopServerProcess } from './server-process.ts';
import { FULL } from './two-servers.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'releve-start-'));
  // The database account needs access when the tests run as root.
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ownDatabase = () => databaseUrl(inject('postgres'));

/** The last output of a failed start, and its exit code. */
async function failedStart(
  env: Record<string, string>,
): Promise<{ said: string; code: number | string | null }> {
  const server = launchServer({ DATA_DIR: await mkdtemp(path.join(folder, 'unused-')), ...env });
  const code = await server.ended;
  return { said: server.output().trim().split('\n').at(-1) ?? '', code };
}

describe.concurrent('a failed start ends with one clear sentence and exit code 1', () => {
  it('a busy port', async () => {
    const port = randomPort();
    const busy = net.createServer().listen(port, '127.0.0.1');
    await new Promise((resolve) => busy.once('listening', resolve));
    const result = await failedStart({ PORT: String(port) });
    busy.close();
    expect(result).toEqual({
      said: `Port ${port} is already in use. Stop what uses it, or set PORT to another number.`,
      code: 1,
    });
  });

  it('an impossible data folder', async () => {
    const file = path.join(folder, 'a-file');
    await writeFile(file, '');
    const { said, code } = await failedStart({ DATA_DIR: path.join(file, 'data') });
    expect(said).toMatch(
      /^The data folder .* cannot be written \(ENOTDIR\)\. Set DATA_DIR to a folder this user can write\.$/,
    );
    expect(code).toBe(1);
  });

  it('a wrong DATABASE_URL', async () => {
    const { said, code } = await failedStart({ DATABASE_URL: 'postgres://someone:hush@127.0.0.1:1/releve' });
    expect(said).toMatch(
      /^The database at 127\.0\.0\.1:1\/releve does not respond: .*\. Check DATABASE_URL\.$/,
    );
    expect(said).not.toContain('hush');
    expect(code).toBe(1);
  });

  it('a failed migration', async () => {
    const url = await ownDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('create table users (something text)');
    await client.end();
    const { said, code } = await failedStart({ DATABASE_URL: url });
    expect(said).toBe('A database migration failed and was undone: relation "users" already exists.');
    expect(code).toBe(1);
  });

  it('an invalid setting', async () => {
    const { said, code } = await failedStart({ PORT: 'eighty' });
    expect(said).toMatch(/^The setting PORT is not valid: /);
    expect(code).toBe(1);
  });
});

describe('npm start', () => {
  it('serves, survives kill -9 of the server, and leaves nothing behind when it is stopped', async () => {
    const dataDir = path.join(folder, 'npm-start');
    await makeReady(dataDir);
    const port = String(randomPort());
    const env = { ...process.env, PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'error' };
    const start = async () => {
      const child = spawn('npm', ['start'], { env, stdio: 'ignore', detached: true });
      const ended = once(child, 'exit');
      while (
        !(await fetch(`http://127.0.0.1:${port}/`).then(
          (answer) => answer.ok,
          () => false,
        ))
      )
        await sleep(100);
      return { child, ended };
    };
    const first = await start();
    const users = path.join(dataDir, 'postgres.users');
    const serverPid = Number.parseInt(readdirSync(users)[0] ?? '', 10);
    process.kill(serverPid, 'SIGKILL');
    await first.ended;
    const second = await start();
    process.kill(-(second.child.pid ?? 0), 'SIGINT');
    await second.ended;
    while (readdirSync(users).length > 0) await sleep(50);
    const database = Number.parseInt(readFileIfThere(path.join(dataDir, 'postgres/postmaster.pid')), 10);
    for (let tries = 0; tries < 200 && isAlive(database); tries++) await sleep(50);
    expect(isAlive(database)).toBe(false);
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
  });
});

function readFileIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

// In one process: server/seed/demo.test.ts and server/jobs/queue.test.ts. As processes it takes too long for npm test.
describe.runIf(FULL)('several servers on one database', () => {
  it('started at the same moment, all serve, and the demo school exists once', async () => {
    const env = {
      DATABASE_URL: await ownDatabase(),
      DEMO: '1',
      DATA_DIR: path.join(folder, 'several'),
    };
    const servers = await Promise.all(Array.from({ length: 3 }, () => startServerProcess(env)));
    const client = new pg.Client({ connectionString: env.DATABASE_URL });
    await client.connect();
    const { rows } = await client.query<{ people: number }>('select count(*)::int as people from users');
    await client.end();
    const { demo, others } = demoUsers();
    expect(rows).toEqual([{ people: demo.length + others.length }]);
    expect(await Promise.all(servers.map(stopServerProcess))).toEqual([0, 0, 0]);
  });
});

describe('SIGTERM', () => {
  it('finishes running requests, rejects new ones, and exits 0', async () => {
    const { database } = await createTestDatabase();
    const url = urlOf(inject('postgres'), database);
    const server = await startServerProcess({
      DATABASE_URL: url,
      DATA_DIR: path.join(folder, 'term'),
      DRAIN_MS: '4000',
    });
    // A gate makes this request take its time. Not a lock: the server waits for one only two seconds.
    const gate = new pg.Client({ connectionString: url });
    await gate.connect();
    await gate.query(`
      create table gate as select 'closed';
      create function wait_at_gate() returns trigger language plpgsql as $$
        begin while exists (select from gate) loop perform pg_sleep(0.02); end loop; return new; end $$;
      create trigger waits before insert on client_errors for each row execute function wait_at_gate()`);
    const underWay = fetch(`${server.url}/api/client-errors`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'under way', path: '/' }),
    });
    const isWaiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
    await expect.poll(async () => (await gate.query(isWaiting)).rowCount).toBe(1);
    server.child.kill('SIGTERM');
    // Still listening for a moment, so that a load balancer notices; a page sent now closes its connection.
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${server.url}/about`)).headers.get('connection')).toBe('close');
    await gate.query('delete from gate');
    await gate.end();
    expect((await underWay).status).toBe(201);
    expect(await server.ended).toBe(0);
  });

  it('during startup leaves nothing behind', async () => {
    const dataDir = path.join(folder, 'early');
    const server = launchServer({ DATA_DIR: dataDir });
    while (!server.output().includes('Starting PostgreSQL')) await sleep(20);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    // Nothing after the step it was in.
    expect(server.output()).not.toContain('Bringing the database up to date');
    const again = await startServerProcess({ DATA_DIR: dataDir, DEMO: '0' });
    // Without the demo school too: pages link to help articles.
    expect((await fetch(`${again.url}/api/help/get-paid`)).status).toBe(200);
    expect(await stopServerProcess(again)).toBe(0);
  });
});

describe('Ctrl-C', () => {
  it('during startup is not an error, even though it stops initdb', async () => {
    const dataDir = path.join(folder, 'interrupted');
    const server = launchServer({ DATA_DIR: dataDir }, { detached: true });
    const isMaking = () =>
      existsSync(dataDir) &&
      readdirSync(dataDir, { recursive: true }).some((file) => String(file).endsWith('PG_VERSION'));
    await expect.poll(isMaking, { interval: 10 }).toBe(true);
    // In the middle of it. A terminal signals every process in it.
    await sleep(200);
    process.kill(-(server.child.pid ?? 0), 'SIGINT');
    expect(await server.ended).toBe(0);
    expect(server.output()).toMatch(/Stopping: finishing running requests and jobs\n$/);
  });
});
