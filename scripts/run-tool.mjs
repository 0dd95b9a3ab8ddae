// Runs the command line tools behind the npm scripts: Vitest, Playwright, the build, the server itself.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const bins = {
  cruise: 'dependency-cruiser/bin/dependency-cruiser.mjs',
  drizzle: 'drizzle-kit/bin.cjs',
  oxfmt: 'oxfmt/bin/oxfmt',
  oxlint: 'oxlint/bin/oxlint',
  playwright: '@playwright/test/cli.js',
  reactRouter: '@react-router/dev/bin.cjs',
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs',
};
export const tool = (name, ...args) => [path.resolve('node_modules', bins[name]), ...args];

/** Node keeps what it compiled, so that a second start does not compile it again. */
const compileCache = { NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/node') };
const stepMinutes = 40;

/** What the bootstrap lends us: supervise, withLock, stopState, npm. Filled before anything runs. */
export const bootstrap = {};

export class Failed extends Error {
  constructor(code) {
    super(`exit code ${code}`);
    this.code = code;
  }
}

/**
 * Runs Node with these arguments; with a sink its output is collected there, else it goes straight out. What the child
 * and its descendants computed is added to `usage`.
 */
export async function run(args, { env = {}, sink, usage, interactive = false, onStart } = {}) {
  const color = sink && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const output = sink ? 'pipe' : 'inherit';
  const child = spawn(process.execPath, args, {
    stdio: [interactive ? 'inherit' : 'ignore', output, output],
    env: { ...process.env, ...compileCache, ...color, ...env },
    // Its own group, so that a stop reaches grandchildren too; a question at the terminal needs ours.
    detached: !interactive,
  });
  for (const stream of sink ? [child.stdout, child.stderr] : []) stream.on('data', (data) => sink.push(data));
  if (child.pid) onStart?.(child.pid);
  const closed = new Promise((resolve) => child.on('close', resolve));
  // A step of a test may hang; a server runs for as long as it is wanted.
  const stop = () => {
    sink?.push(Buffer.from(`\nStopped: this step took more than ${stepMinutes} minutes.\n`));
    if (child.pid) process.kill(-child.pid, 'SIGTERM');
  };
  const limit = sink && setTimeout(stop, stepMinutes * 60_000);
  const code = await bootstrap.supervise(child, { group: !interactive });
  if (usage) usage.cpuSeconds += cpuSinceLastChild();
  clearTimeout(limit);
  // A daemon left behind by the tool would hold the pipe open for ever.
  await Promise.race([closed, sleep(1_000, undefined, { ref: false })]);
  if (code !== 0) throw new Failed(code);
}

/** Large packages for one script each: installed when that script first runs, beside the project's own. */
const extras = { lighthouse: 'lighthouse@13.5.0' };

/** Resolves to the folder of the package. */
export async function ensureExtra(name) {
  const home = path.resolve('.data/tools', extras[name]);
  const folder = path.join(home, 'node_modules', name);
  if (fs.existsSync(folder)) return folder;
  console.log(`Installing ${extras[name]} ...`);
  const code = await bootstrap.npm(['install', '--prefix', home, '--no-save', extras[name]]);
  if (code !== 0) throw new Failed(code);
  return folder;
}

let counted = 0;

/**
 * CPU seconds of the children that have ended since the last call, their own descendants included. Only Linux tells;
 * elsewhere 0.
 */
function cpuSinceLastChild() {
  let stat;
  try {
    stat = fs.readFileSync('/proc/self/stat', 'utf8');
  } catch {
    return 0;
  }
  // After the name in brackets, which may contain spaces: cutime and cstime, in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const total = (Number(fields[13]) + Number(fields[14])) / 100;
  const since = total - counted;
  counted = total;
  return since;
}
