// The embedded database under hostile conditions: killed owners, stale files, unusable folders.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Connection, type Embedded, ensureDatabase, startEmbedded } from '#server/db/embedded.ts';
import { StartError } from '#server/start-error.ts';

const isRoot = process.getuid?.() === 0;
const quick = ['-c', 'fsync=off'];
const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'releve-embedded-')));
// The database account needs access when the tests run as root.
fs.chmodSync(root, 0o755);
const moduleUrl = pathToFileURL(path.resolve('server/db/embedded.ts')).href;

const template = path.join(root, 'template');
let folders = 0;
const started: Embedded[] = [];
const children: ChildProcess[] = [];

function newFolder(): string {
  folders += 1;
  return path.join(root, `d${folders}`);
}

/** A copied database folder: initdb takes ten times as long. As root, the copy belongs to root. */
function folderWithDatabase(): string {
  const dataDir = newFolder();
  fs.cpSync(path.join(template, 'postgres'), path.join(dataDir, 'postgres'), { recursive: true });
  return dataDir;
}

async function start(dataDir: string, flags: string[] = quick): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir, flags });
  started.push(embedded);
  return embedded;
}

async function ask(connection: Connection, sql: string): Promise<unknown> {
  const client = new Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

/** Runs code in a separate process, with startEmbedded in scope; resolves to its first line of output. */
async function inAnotherProcess(code: string): Promise<{ child: ChildProcess; line: string }> {
  const script = `const { startEmbedded } = await import(${JSON.stringify(moduleUrl)});\n${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, line };
}

/** A process that starts the database and lives until its input ends or it is killed. */
function anOwner(dataDir: string) {
  return inAnotherProcess(`
    const embedded = await startEmbedded(${JSON.stringify({ dataDir, flags: quick })});
    console.log(embedded.pid);
    for await (const _ of process.stdin);
    await embedded.stop();`);
}

function isAlive(pid: number): boolean {
  try {
    // A zombie has died; its parent just hasn't reaped it yet.
    return !/\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

beforeAll(async () => {
  const embedded = await startEmbedded({ dataDir: template, flags: quick });
  await embedded.stop();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const embedded of started.splice(0)) {
    await embedded.stop();
    fs.rmSync(embedded.connection.host, { recursive: true, force: true });
  }
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

describe('normal operation', () => {
  test('starts, answers, stops, and keeps its data', async () => {
    const dataDir = newFolder();
    const first = await start(dataDir);
    expect(first.adopted).toBe(false);
    await Promise.all([
      ensureDatabase(first.connection, 'school'),
      ensureDatabase(first.connection, 'school'),
    ]);
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);

    const second = await start(dataDir);
    const sql = "select count(*)::int from pg_database where datname = 'school'";
    expect(await ask(second.connection, sql)).toBe(1);
  });

  test('syncs to disk unless told otherwise, and sorts by code point', async () => {
    const { connection } = await start(newFolder(), []);
    expect(await ask(connection, 'show fsync')).toBe('on');
    expect(await ask(connection, 'show full_page_writes')).toBe('on');
    expect(await ask(connection, 'show listen_addresses')).toBe('');
    const sql =
      "select datlocprovider::text || ' ' || datlocale from pg_database where datname = 'template1'";
    expect(await ask(connection, sql)).toBe('b C.UTF-8');
  });

  test('never runs as root and keeps others out of its socket folder', async () => {
    const { connection, pid } = await start(folderWithDatabase());
    const owner = fs.statSync(`/proc/${pid}`).uid;
    expect(owner).not.toBe(0);
    expect(owner === process.getuid?.()).toBe(!isRoot);
    const socketFolder = fs.statSync(connection.host);
    expect(socketFolder.mode & 0o777).toBe(0o700);
    expect(socketFolder.uid).toBe(owner);
  });

  test('works in a folder whose path is too long for a socket', async () => {
    const dataDir = path.join(newFolder(), 'a'.repeat(60), 'b'.repeat(60));
    const { connection } = await start(dataDir);
    expect(connection.host.length).toBeLessThan(90);
    expect(await ask(connection, 'select 1')).toBe(1);
  });

  test('is stored elsewhere if its account has no access to the data folder', async () => {
    const dataDir = newFolder();
    fs.mkdirSync(dataDir, { mode: 0o700 });
    const { connection } = await start(dataDir);
    expect(await ask(connection, 'select 1')).toBe(1);
    const place = path.join(dataDir, 'postgres');
    // Only root runs the database under another account.
    expect(fs.lstatSync(place).isSymbolicLink()).toBe(isRoot);
    if (isRoot) fs.rmSync(await stopAndResolve(place), { recursive: true });
  });
});

async function stopAndResolve(place: string): Promise<string> {
  for (const embedded of started.splice(0)) await embedded.stop();
  return fs.realpathSync(place);
}

describe('several processes on one data folder', () => {
  test('two started at the same time from nothing share one database', async () => {
    const dataDir = newFolder();
    const owners = await Promise.all([anOwner(dataDir), anOwner(dataDir)]);
    expect(owners[0].line).toBe(owners[1].line);
    for (const { child } of owners) {
      child.stdin?.end();
      await once(child, 'exit');
    }
    expect(isAlive(Number(owners[0].line))).toBe(false);
  });

  test('the last one to leave stops it', async () => {
    const dataDir = folderWithDatabase();
    const { child, line } = await anOwner(dataDir);
    const embedded = await start(dataDir);
    expect(embedded).toMatchObject({ adopted: true, pid: Number(line) });
    await embedded.stop();
    expect(isAlive(embedded.pid)).toBe(true);

    child.stdin?.end();
    await once(child, 'exit');
    expect(isAlive(embedded.pid)).toBe(false);
  });

  test('an owner that calls process.exit stops it', async () => {
    const dataDir = folderWithDatabase();
    const { child, line } = await inAnotherProcess(`
      const { pid } = await startEmbedded(${JSON.stringify({ dataDir, flags: quick })});
      console.log(pid);
      process.exit(143);`);
    if (child.exitCode === null) await once(child, 'exit');
    await expect.poll(() => isAlive(Number(line)), { timeout: 5_000 }).toBe(false);
  });

  test('is not stopped by Ctrl-C in the terminal', async () => {
    const { pid } = await start(folderWithDatabase());
    const group = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[2];
    expect(group).toBe(String(pid));
  });
});

describe('after a crash', () => {
  test("an empty pid file from a killed start doesn't matter", async () => {
    const dataDir = newFolder();
    await (await start(dataDir)).stop();
    fs.writeFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), '');
    const again = await start(dataDir);
    expect(isAlive(again.pid)).toBe(true);
  });

  test('a database whose owner was killed is adopted, and then stopped', async () => {
    const dataDir = folderWithDatabase();
    const { child, line } = await anOwner(dataDir);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive(Number(line))).toBe(true);

    const embedded = await start(dataDir);
    expect(embedded).toMatchObject({ adopted: true, pid: Number(line) });
    await embedded.stop();
    expect(isAlive(embedded.pid)).toBe(false);
  });

  test('a pid file that names another program is ignored', async () => {
    const dataDir = folderWithDatabase();
    const first = await start(dataDir);
    const file = path.join(dataDir, 'postgres/postmaster.pid');
    const text = fs.readFileSync(file, 'utf8');
    const { uid, gid } = fs.statSync(file);
    await first.stop();
    // This process is alive and not PostgreSQL: like a reused pid after a restart.
    fs.writeFileSync(file, text.replace(/^\d+/, String(process.pid)));
    fs.chownSync(file, uid, gid);
    const second = await start(dataDir);
    expect(second.adopted).toBe(false);
    expect(await ask(second.connection, 'select 1')).toBe(1);
  });

  test('a database that was killed recovers', async () => {
    const dataDir = folderWithDatabase();
    const first = await start(dataDir);
    await ensureDatabase(first.connection, 'school');
    process.kill(first.pid, 'SIGKILL');
    const second = await start(dataDir);
    expect(second.adopted).toBe(false);
    const sql = "select count(*)::int from pg_database where datname = 'school'";
    expect(await ask(second.connection, sql)).toBe(1);
  });

  test('an interrupted first start leaves nothing in the way, even while its initdb still writes', async () => {
    const dataDir = newFolder();
    const dead = spawn(process.execPath, ['-e', '']);
    await once(dead, 'exit');
    const leftover = path.join(dataDir, `postgres.init-${dead.pid}-00000000`);
    fs.mkdirSync(path.join(leftover, 'base'), { recursive: true });
    const writing = `
      const until = Date.now() + 500;
      console.log('writing');
      for (let n = 0; Date.now() < until; n++) fs.writeFileSync(${JSON.stringify(leftover)} + '/base/' + n, '');`;
    const writer = spawn(process.execPath, ['-e', writing]);
    await once(writer.stdout, 'data');
    const { connection } = await start(dataDir);
    expect(await ask(connection, 'select 1')).toBe(1);
    expect(fs.existsSync(leftover)).toBe(false);
  });

  test('killed during initdb, the next start begins again', async () => {
    const dataDir = newFolder();
    const { child } = await inAnotherProcess(`
      console.log('starting');
      await startEmbedded(${JSON.stringify({ dataDir })});`);
    const isHalfway = () =>
      fs.existsSync(dataDir) && fs.readdirSync(dataDir).some((name) => name.startsWith('postgres.init-'));
    await expect.poll(isHalfway, { interval: 5, timeout: 5_000 }).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(fs.existsSync(path.join(dataDir, 'postgres'))).toBe(false);
    const { connection } = await start(dataDir);
    expect(await ask(connection, 'select 1')).toBe(1);
  });

  test('an incomplete database folder is moved aside, one with data is never touched', async () => {
    const half = newFolder();
    fs.mkdirSync(path.join(half, 'postgres/base/1'), { recursive: true });
    const { connection } = await start(half);
    expect(await ask(connection, 'select 1')).toBe(1);
    expect(fs.readdirSync(half).some((name) => name.startsWith('postgres.half-'))).toBe(true);

    const damaged = newFolder();
    fs.mkdirSync(path.join(damaged, 'postgres/base/16384'), { recursive: true });
    await expect(start(damaged)).rejects.toThrow(/is damaged .* Restore a backup\./);
  });

  test('a supervised database is restarted, for everyone who uses it', async () => {
    const dataDir = folderWithDatabase();
    const [first, second] = [await start(dataDir), await start(dataDir)];
    const messages: string[] = [];
    first.keepAlive((sentence) => messages.push(sentence));
    second.keepAlive(() => undefined);
    const { pid, connection } = first;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => messages, { timeout: 20_000 }).toHaveLength(2);
    expect(messages).toEqual([
      'PostgreSQL stopped unexpectedly. Restarting it.',
      'PostgreSQL is running again.',
    ]);
    expect(first.pid).not.toBe(pid);
    await expect.poll(() => second.pid).toBe(first.pid);
    // At the same address, so that clients only need to reconnect.
    expect(await ask(connection, 'select 1')).toBe(1);
    await first.stop();
    expect(isAlive(second.pid)).toBe(true);
    await second.stop();
    expect(isAlive(second.pid)).toBe(false);
  });

  test("one that can't be restarted is reported, and stopping does not wait for it", async () => {
    const dataDir = folderWithDatabase();
    const embedded = await start(dataDir);
    const messages: string[] = [];
    embedded.keepAlive((sentence) => messages.push(sentence));
    const control = path.join(dataDir, 'postgres/global/pg_control');
    fs.renameSync(control, `${control}.aside`);
    process.kill(embedded.pid, 'SIGKILL');
    await expect.poll(() => messages.at(-1), { timeout: 20_000 }).toMatch(/^PostgreSQL did not start: /);
    const asked = Date.now();
    await embedded.stop();
    expect(Date.now() - asked).toBeLessThan(4000);
  });

  test('a data folder removed while the database runs leads to a new database', async () => {
    const dataDir = newFolder();
    const { child, line } = await anOwner(dataDir);
    child.kill('SIGKILL');
    await once(child, 'exit');
    fs.rmSync(dataDir, { recursive: true });
    const { connection, adopted } = await start(dataDir);
    expect(adopted).toBe(false);
    expect(isAlive(Number(line))).toBe(false);
    expect(await ask(connection, 'select 1')).toBe(1);
  });
});

describe('messages for the operator', () => {
  /** Root can write anywhere, so this runs as `nobody`, after the code has been loaded. */
  async function messageAsOrdinaryUser(dataDir: string, uid: number): Promise<string> {
    const drop = isRoot ? `process.setgroups([]); process.setgid(${uid}); process.setuid(${uid});` : '';
    const { line } = await inAnotherProcess(`
      ${drop}
      const failure = await startEmbedded(${JSON.stringify({ dataDir })}).catch((error) => error);
      console.log(failure.name + ': ' + failure.message);`);
    return line;
  }

  test("a folder it can't write", async () => {
    const locked = newFolder();
    fs.mkdirSync(locked, { mode: 0o555 });
    const dataDir = path.join(locked, 'data');
    expect(await messageAsOrdinaryUser(dataDir, 65_534)).toBe(
      `StartError: The data folder ${dataDir} cannot be written (EACCES). ` +
        'Set DATA_DIR to a folder this user can write.',
    );
  });

  test('a file where the folder should be', async () => {
    const file = newFolder();
    fs.writeFileSync(file, '');
    const failure = await start(path.join(file, 'data')).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartError);
    expect((failure as StartError).message).toMatch(/cannot be written \(ENOTDIR\)/);
  });

  test('a database stored elsewhere that is gone', async () => {
    const dataDir = newFolder();
    fs.mkdirSync(dataDir);
    const place = path.join(dataDir, 'postgres');
    fs.symlinkSync('/var/lib/releve/not-mounted', place);
    const failure = await start(dataDir).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartError);
    expect((failure as StartError).message).toBe(
      'The database is no longer at /var/lib/releve/not-mounted. ' +
        `Bring it back, or remove the link ${place} to start with an empty one.`,
    );
    // Refused before anything was touched: a disk mounted now would be found again.
    expect(fs.readlinkSync(place)).toBe('/var/lib/releve/not-mounted');
    expect(fs.readdirSync(dataDir)).toEqual(['postgres']);
  });

  test('an unknown PostgreSQL setting', async () => {
    await expect(start(folderWithDatabase(), ['-c', 'no_such_setting=1'])).rejects.toThrow(
      /^PostgreSQL did not start: unrecognized configuration parameter "no_such_setting"\. Its log is /,
    );
  });

  // Only root can become a user without a name; others skip this.
  test.runIf(isRoot)('a user without a name', async () => {
    const dataDir = newFolder();
    fs.mkdirSync(dataDir);
    fs.chmodSync(dataDir, 0o777);
    expect(await messageAsOrdinaryUser(dataDir, 54_321)).toMatch(/^StartError: .*uid 54321.* DATABASE_URL/);
  });
});
