// The steps of `check` and `test`: what each runs, which run side by side, and the table at the end.
import fs from 'node:fs';
import os from 'node:os';
import { build, isTest, listFiles } from './build.mjs';
import { bootstrap, Failed, run, tool } from './run-tool.mjs';
import {
  cpuMinutes,
  describeGrowth,
  describeSlowest,
  forgetTimes,
  keepTimes,
  listRetried,
  readKeptTimes,
  timesFolder,
} from './step-times.mjs';

/** Vitest ends with what failed and why: about this much for one test. */
const failureLines = 60;
/** Databases of two projects at a time, files, and browser profiles; measured: about one. */
const roomNeeded = 4 * 1024 ** 3;
const sourceFolders = ['app', 'server', 'shared'];

/** dependency-cruiser succeeds when it understands no file at all, so what it has read is counted too. */
async function checkImports({ sink, usage } = {}) {
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
  await run(tool('cruise', ...args, ...sourceFolders), { sink, usage });
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

/** `log`: where output and usage go (see `run`). Times of test files are collected for the last lines of `npm test`. */
const vitest =
  (project, env = {}, files = []) =>
  ({ args = [], ...log } = {}) => {
    const report = [
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${timesFolder}/${project}.json`,
    ];
    return run(tool('vitest', 'run', '--project', project, ...report, ...files, ...args), {
      env: { NODE_ENV: 'test', ...env },
      ...log,
    });
  };
const command =
  (...args) =>
  ({ args: more = [], ...log } = {}) =>
    run([...args, ...more], log);
/** Files in random order, so that none comes to depend on another; the seed is printed, and E2E_SEED repeats it. */
const playwright =
  (env = {}) =>
  ({ args = [], ...log } = {}) => {
    const seed = process.env.E2E_SEED ?? Math.floor(Math.random() * 1e6);
    return run(tool('playwright', 'test', `--shuffle=${seed}`, ...args), { env, ...log });
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

/**
 * `needs`: not worth running unless that one passed. `cores`: how many it keeps busy (1). `live`: its output is shown
 * as it comes.
 */
export const steps = {
  lock: { work: command('scripts/check-lock.mjs') },
  typegen: { work: command(...tool('reactRouter', 'typegen')) },
  // With several threads each checks what the others have checked too: twice the CPU time.
  types: { work: command(...tool('tsc', '-b', '--noEmit', '--singleThreaded')), needs: 'typegen' },
  lint: { work: command(...tool('oxlint', '--type-aware')), needs: 'typegen' },
  format: { work: command(...tool('oxfmt', '--check')) },
  imports: { work: checkImports },
  unit: { work: vitest('unit') },
  build: { work: build },
  server: { work: vitest('server'), cores: 2 },
  school: { work: command('tests/faults/make-school.ts'), needs: 'build' },
  faults: { work: vitest('faults', schoolMade, dailyFaults), needs: 'school', cores: 2 },
  quickFaults: { work: vitest('faults', schoolMade), needs: 'school', cores: 2 },
  allFaults: { work: vitest('faults', { ...schoolMade, FAULTS: 'all' }), needs: 'school', cores: 2 },
  e2e: { work: playwright(schoolMade), needs: 'school', cores: Infinity, live: true },
  fullE2e: {
    work: playwright({ ...schoolMade, E2E_FULL: '1' }),
    needs: 'school',
    cores: Infinity,
    live: true,
  },
};
export const checkSteps = ['typegen', 'types', 'lint', 'format', 'imports', 'unit'];
/** What is quick to fail comes first. Tests that share the machine with others take longer than one after the other. */
export const testSteps = [
  'typegen',
  'build',
  'types',
  'lock',
  'format',
  'lint',
  'imports',
  'unit',
  'school',
  'server',
  'faults',
  'e2e',
];

export const secondsSince = (time) => ((Date.now() - time) / 1000).toFixed(1);

/** Runs one step to its result; a failing step never throws, so that the others still get their turn. */
async function runStep(name, files = []) {
  const { work, live } = steps[name];
  const startedAt = Date.now();
  const sink = live ? undefined : [];
  const usage = { cpuSeconds: 0 };
  console.log(`▶ ${name} ...`);
  let result = 'ok';
  try {
    await work({ args: files, sink, usage });
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
  return { name, result, seconds, output, ...usage };
}

/**
 * A step can start when what it needs has ended and there are cores left for it. `filesOf` limits steps to these files;
 * `report` prints what comes before the closing table.
 */
export async function runSteps(names, { filesOf = {}, report } = {}) {
  forgetTimes();
  const fastFolder = openFastFolder();
  if (fastFolder) process.env.TMPDIR = fastFolder;
  const cores = Math.max(2, os.availableParallelism());
  const coresOf = (name) => Math.min(steps[name].cores ?? 1, cores);
  const waiting = [...names];
  const running = new Map();
  const results = new Map();
  const outcomeOfNeed = (name) =>
    names.includes(steps[name].needs) ? results.get(steps[name].needs)?.result : 'ok';
  const busyCores = () => [...running.keys()].reduce((sum, name) => sum + coresOf(name), 0);
  const canStart = (name) => outcomeOfNeed(name) !== undefined && busyCores() + coresOf(name) <= cores;

  while ((waiting.length > 0 || running.size > 0) && !bootstrap.stopState.signal) {
    const next = waiting.findIndex(canStart);
    if (next < 0) {
      const ended = await Promise.race(running.values());
      running.delete(ended.name);
      results.set(ended.name, ended);
      continue;
    }
    const [name] = waiting.splice(next, 1);
    if (outcomeOfNeed(name) === 'ok') running.set(name, runStep(name, filesOf[name]));
    else results.set(name, notRun(name, `skipped (${steps[name].needs} failed)`));
  }
  await Promise.all(running.values());
  if (fastFolder) fs.rmSync(fastFolder, { recursive: true, force: true });
  const rows = names.map((name) => results.get(name) ?? notRun(name, 'not run'));
  for (const row of rows) repeatFailure(row);
  return summarise(rows, report);
}

const notRun = (name, result) => ({ name, result, seconds: '0.0', cpuSeconds: 0, output: '' });

/**
 * Where tests keep their databases and files: in memory, if the system has a memory disk with room. On a disk, copying a
 * database takes up to a second.
 */
function openFastFolder() {
  const disk = '/dev/shm';
  try {
    const { bavail, bsize } = fs.statfsSync(disk);
    if (bavail * bsize < roomNeeded) return undefined;
    const folder = fs.mkdtempSync(`${disk}/releve-`);
    // The database account needs access when the tests run as root.
    fs.chmodSync(folder, 0o777);
    return folder;
  } catch {
    return undefined;
  }
}

/** How a failed step ended, once more: hundreds of lines of others were printed since. */
function repeatFailure({ name, result, output }) {
  if (result !== 'failed' || !output) return;
  console.log(
    `\n── ${name} failed, its last lines ──\n${output.split('\n').slice(-failureLines).join('\n')}`,
  );
}

/** Prints the closing table; resolves to the exit code. What did not run did not pass. */
function summarise(rows, report) {
  console.log(`\n${'step'.padEnd(10)}${'result'.padEnd(26)}seconds  CPU minutes`);
  for (const { name, result, seconds, cpuSeconds } of rows) {
    const cpu = cpuMinutes(cpuSeconds).toFixed(2);
    console.log(`${name.padEnd(10)}${result.padEnd(26)}${seconds.padStart(7)}  ${cpu.padStart(11)}`);
  }
  report?.(rows);
  const passed = rows.filter((row) => row.result === 'ok').length;
  console.log(`\n${passed} passed, ${rows.length - passed} failed`);
  return passed === rows.length ? 0 : 1;
}

/** For `npm test`: where the time went, what has grown, and what needed a second try. */
export const reportTimes =
  ({ keep }) =>
  (rows) => {
    console.log(`\nslowest files (seconds)\n${describeSlowest().join('\n')}`);
    if (keep) keepTimes(rows);
    const remarks = [
      ...describeGrowth(rows, readKeptTimes()),
      ...listRetried().map((name) => `Defect: passed only on its second try: ${name}`),
    ];
    if (remarks.length > 0) console.log(`\n${remarks.join('\n')}`);
  };
