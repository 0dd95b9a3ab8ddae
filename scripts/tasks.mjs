// What each npm script does, under the pinned Node: single tools, the build, serving, and the two bundles
// `check` and `test`, whose steps run side by side and end in a table.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
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
const tool = (name, ...args) => [path.resolve('node_modules', bins[name]), ...args];
/** Node keeps what it compiled, so that a second start does not compile it again. */
const compileCache = { NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/node') };
/**
 * How glibc hands memory back. By itself it keeps a heap for each thread and, after the first large picture, serves
 * megabytes from them too: what drew the demo school's files stayed 300 MB larger for good. Read before Node starts, so
 * it cannot be set from inside; other systems ignore it.
 */
const memory = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
const stepMinutes = 40;
/** Vitest ends with what failed and why: about this much for one test. */
const failureLines = 60;
const sourceFolders = ['app', 'server', 'shared'];

/** Filled by runTask: what the bootstrap lends us (supervise, withLock, stopState). */
let bootstrap;

// --- running a command ---------------------------------------------------------------------------------

/** Runs Node with these arguments; with a sink its output is collected there, else it goes straight out. */
async function run(args, { env = {}, sink, interactive = false, onStart } = {}) {
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
    process.kill(-child.pid, 'SIGTERM');
  };
  const limit = sink && setTimeout(stop, stepMinutes * 60_000);
  const code = await bootstrap.supervise(child, { group: !interactive });
  clearTimeout(limit);
  // A daemon left behind by the tool would hold the pipe open for ever.
  await Promise.race([closed, sleep(1_000, undefined, { ref: false })]);
  if (code !== 0) throw new Failed(code);
}

class Failed extends Error {
  constructor(code) {
    super(`exit code ${code}`);
    this.code = code;
  }
}

/**
 * Preloaded into the server. If this process is killed outright it cannot pass the news on, and the server
 * would stay behind holding its port: it has to notice by itself.
 */
function watchParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}

/** Only where there is one: Node remarks on its absence at every start. */
const envFile = () => (fs.existsSync('.env') ? ['--env-file-if-exists=.env'] : []);

async function serve(args, env) {
  const leash = `data:text/javascript,${encodeURIComponent(`(${watchParent.toString()})()`)}`;
  await run([...envFile(), `--import=${leash}`, ...args, 'server/main.ts'], { env });
}

// --- build ---------------------------------------------------------------------------------------------

const isTest = (file) => /\.test\.tsx?$/.test(file);

/** Every file below a folder, sorted, so that a hash over them is stable. */
function listFiles(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}

function buildStamp() {
  const single = [
    'vite.config.ts',
    'react-router.config.ts',
    'package-lock.json',
    'scripts/precompress.mjs',
    ...listFiles('scripts').filter((file) => file.endsWith('.vite.ts')),
  ];
  const files = ['app', 'shared', 'public'].flatMap(listFiles).filter((file) => !isTest(file));
  const hash = createHash('sha256');
  for (const file of [...files, ...single]) {
    hash.update(`${file}\0`).update(createHash('sha256').update(fs.readFileSync(file)).digest());
  }
  return hash.digest('hex');
}

function isBuilt() {
  const parts = ['build/.stamp', 'build/server/index.js', 'build/client'];
  return (
    parts.every((part) => fs.existsSync(part)) && fs.readFileSync('build/.stamp', 'utf8') === buildStamp()
  );
}

async function build({ sink } = {}) {
  if (isBuilt()) return;
  const waiting = 'Another terminal is building: waiting for it ...';
  await bootstrap.withLock('.build.lock', waiting, async (onStart) => {
    if (isBuilt()) return;
    if (!sink) console.log('Building the pages ...');
    const stamp = buildStamp();
    // First of all, so that a build cut short is never taken for a whole one.
    fs.rmSync('build/.stamp', { force: true });
    const env = { NODE_ENV: 'production' };
    await run(tool('reactRouter', 'build', '--logLevel', 'warn'), { env, sink, onStart });
    await run(['scripts/precompress.mjs'], { sink, onStart });
    fs.writeFileSync('build/.stamp', stamp);
  });
}

// --- steps ---------------------------------------------------------------------------------------------

/** dependency-cruiser succeeds when it understands no file at all, so what it has read is counted too. */
async function checkImports({ sink } = {}) {
  const say = (text) => (sink ? sink.push(Buffer.from(`${text}\n`)) : console.log(text));
  const report = '.data/imports.json';
  fs.mkdirSync('.data', { recursive: true });
  const known = '.dependency-cruiser-known.json';
  const ignore = fs.existsSync(known) ? ['--ignore-known', known] : [];
  const args = [
    '--config',
    '.dependency-cruiser.mjs',
    ...ignore,
    '--output-type',
    'json',
    '--output-to',
    report,
  ];
  await run(tool('cruise', ...args, ...sourceFolders), { sink });
  const { modules, summary } = JSON.parse(fs.readFileSync(report, 'utf8'));

  const reasons = new Map(summary.ruleSetUsed.forbidden.map((rule) => [rule.name, rule.comment]));
  const violations = summary.violations.filter(({ rule }) => rule.severity !== 'ignore');
  for (const { rule, from, to, cycle } of violations) {
    const way = cycle ? cycle.map((step) => step.name ?? step) : [to];
    say(`${rule.name}: ${[from, ...way].join(' → ')}\n    ${reasons.get(rule.name) ?? ''}`);
  }
  const isSource = (file) =>
    /\.tsx?$/.test(file) && sourceFolders.includes(file.split('/')[0]) && !isTest(file);
  const wanted = sourceFolders.flatMap(listFiles).filter(isSource).length;
  const read = modules.filter((module) => isSource(module.source)).length;
  say(`${read} of ${wanted} source files read, ${violations.length} forbidden imports`);
  if (violations.length > 0 || read < wanted * 0.9) throw new Failed(1);
}

const vitest =
  (project, env = {}, files = []) =>
  ({ sink, args = [] } = {}) =>
    run(tool('vitest', 'run', '--project', project, ...files, ...args), {
      env: { NODE_ENV: 'test', ...env },
      sink,
    });
const command =
  (...args) =>
  ({ sink, args: more = [] } = {}) =>
    run([...args, ...more], { sink });
/** Files in random order, so that none comes to depend on another; the seed is printed, and E2E_SEED repeats it. */
const playwright =
  (env = {}) =>
  ({ sink, args = [] } = {}) => {
    const seed = process.env.E2E_SEED ?? Math.floor(Math.random() * 1e6);
    return run(tool('playwright', 'test', `--shuffle=${seed}`, ...args), { env, sink });
  };

/** Whoever hears this copies the demo school that the step `school` made, instead of founding one. */
const schoolMade = { SCHOOL_MADE: '1' };

/**
 * The faults in `npm test`: pages, and what guards money, bookings and answers, in a short form. Full disks, lost
 * databases, slow connections, uploads and restarts change rarely and take minutes: `npm run faults` has all of them.
 */
const dailyFaults = [
  'tests/pages/',
  ...['checkout-stripe', 'kill-', 'races', 'random-carts'].map((name) => `tests/faults/${name}`),
];

/** `needs`: not worth running unless that one passed. `alone`: sensitive to load, and shown live. */
const steps = {
  lock: { work: command('scripts/check-lock.mjs') },
  typegen: { work: command(...tool('reactRouter', 'typegen')) },
  types: { work: command(...tool('tsc', '-b', '--noEmit')), needs: 'typegen' },
  lint: { work: command(...tool('oxlint', '--type-aware')), needs: 'typegen' },
  format: { work: command(...tool('oxfmt', '--check')) },
  imports: { work: checkImports },
  unit: { work: vitest('unit') },
  build: { work: build },
  server: { work: vitest('server') },
  school: { work: command('tests/faults/make-school.ts'), needs: 'build' },
  faults: { work: vitest('faults', schoolMade, dailyFaults), needs: 'school' },
  quickFaults: { work: vitest('faults', schoolMade), needs: 'school' },
  allFaults: { work: vitest('faults', { ...schoolMade, FAULTS: 'all' }), needs: 'school' },
  e2e: { work: playwright(schoolMade), needs: 'school', alone: true },
  fullE2e: { work: playwright({ ...schoolMade, E2E_FULL: '1' }), needs: 'school', alone: true },
};
const checkSteps = ['typegen', 'types', 'lint', 'format', 'imports', 'unit'];
// The longest first: what is short fills the gaps.
const testSteps = [
  'typegen',
  'build',
  'server',
  'school',
  'faults',
  'lock',
  'types',
  'lint',
  'format',
  'imports',
  'unit',
  'e2e',
];

const secondsSince = (time) => ((Date.now() - time) / 1000).toFixed(1);

/** Runs one step to its result; a failing step never throws, so that the others still get their turn. */
async function runStep(name) {
  const { work, alone } = steps[name];
  const startedAt = Date.now();
  const sink = alone ? undefined : [];
  console.log(`▶ ${name} ...`);
  let result = 'ok';
  try {
    await work({ sink });
  } catch (error) {
    result = 'failed';
    if (!(error instanceof Failed)) console.error(error);
  }
  const seconds = secondsSince(startedAt);
  console.log(`\n── ${name}: ${result} in ${seconds} s ──`);
  const output = Buffer.concat(sink ?? [])
    .toString()
    .trim();
  if (output) console.log(`${output}\n`);
  return { name, result, seconds, output };
}

/** A step can start when what it needs has ended and there is a free core (a whole machine, for `alone`). */
async function runSteps(names) {
  const atOnce = Math.max(2, os.availableParallelism());
  const waiting = [...names];
  const running = new Map();
  const results = new Map();
  const outcomeOfNeed = (name) =>
    names.includes(steps[name].needs) ? results.get(steps[name].needs)?.result : 'ok';
  const canStart = (name) =>
    outcomeOfNeed(name) !== undefined && (steps[name].alone ? running.size === 0 : running.size < atOnce);

  while ((waiting.length > 0 || running.size > 0) && !bootstrap.stopState.signal) {
    const next = waiting.findIndex(canStart);
    if (next < 0) {
      const ended = await Promise.race(running.values());
      running.delete(ended.name);
      results.set(ended.name, ended);
      continue;
    }
    const [name] = waiting.splice(next, 1);
    if (outcomeOfNeed(name) === 'ok') running.set(name, runStep(name));
    else results.set(name, { name, result: `skipped (${steps[name].needs} failed)`, seconds: '0.0' });
  }
  await Promise.all(running.values());
  return summarise(names, results);
}

/** How a failed step ended, once more: hundreds of lines of others were printed since. */
function repeatFailure({ name, result, output }) {
  if (result !== 'failed' || !output) return;
  console.log(
    `\n── ${name} failed, its last lines ──\n${output.split('\n').slice(-failureLines).join('\n')}`,
  );
}

/** Prints what failed and the closing table; resolves to the exit code. What did not run did not pass. */
function summarise(names, results) {
  for (const ended of results.values()) repeatFailure(ended);
  console.log(`\n${'step'.padEnd(10)}${'result'.padEnd(26)}seconds`);
  const rows = names.map((name) => results.get(name) ?? { name, result: 'not run', seconds: '0.0' });
  for (const { name, result, seconds } of rows) {
    console.log(`${name.padEnd(10)}${result.padEnd(26)}${seconds.padStart(7)}`);
  }
  const passed = rows.filter((row) => row.result === 'ok').length;
  console.log(`\n${passed} passed, ${rows.length - passed} failed`);
  return passed === rows.length ? 0 : 1;
}

// --- the npm scripts -----------------------------------------------------------------------------------

/** Steps one after the other, output shown as it comes; extra arguments go to the last. */
const single =
  (...names) =>
  async (args) => {
    for (const [index, name] of names.entries()) {
      const startedAt = Date.now();
      console.log(`▶ ${name}`);
      await steps[name].work({ args: index === names.length - 1 ? args : [] });
      console.log(`── ${name}: ok in ${secondsSince(startedAt)} s ──`);
    }
  };
const afterBuild = (file) => async (args) => {
  await build();
  await run([file, ...args], { env: { NODE_ENV: 'production' } });
};

const tasks = {
  async start() {
    await build();
    await serve([], { NODE_ENV: 'production', ...memory });
  },
  async dev() {
    const watch = ['--watch-path=server', '--watch-path=shared', '--watch-preserve-output'];
    await serve(watch, { NODE_ENV: 'development', RELEVE_DEV: '1' });
  },
  build: single('build'),
  types: single('typegen', 'types'),
  lint: single('typegen', 'lint'),
  format: (args) => run(tool('oxfmt', ...(args.includes('--check') ? [] : ['--write']), ...args)),
  imports: single('imports'),
  unit: single('unit'),
  server: single('server'),
  e2e: single('build', 'school', 'fullE2e'),
  /** `--quick`: every fault, in its short form. */
  faults(args) {
    const others = args.filter((arg) => arg !== '--quick');
    return single('build', 'school', others.length < args.length ? 'quickFaults' : 'allFaults')(others);
  },
  bench: afterBuild('bench/run.ts'),
  lighthouse: afterBuild('bench/lighthouse.ts'),
  mutate: (args) => run(['scripts/mutate.mjs', ...args]),
  backup: (args) => run([...envFile(), 'scripts/backup.ts', ...args]),
  restore: (args) => run([...envFile(), 'scripts/restore.ts', ...args]),
  migration: (args) => run(tool('drizzle', 'generate', ...args), { interactive: true }),
  check: () => runSteps(checkSteps),
  test: () => runSteps(testSteps),
};

/** Runs the task named first; resolves to an exit code. */
export async function runTask([name = 'start', ...args], lent) {
  bootstrap = lent;
  // The terminal may be gone while the server still has to be stopped in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  if (!Object.hasOwn(tasks, name)) {
    console.error(`There is no task "${name}". Tasks: ${Object.keys(tasks).join(', ')}`);
    return 2;
  }
  try {
    return (await tasks[name](args)) ?? 0;
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    if (!bootstrap.stopState.signal) console.error(`\n${name}: ${error.message}`);
    return error.code;
  }
}
