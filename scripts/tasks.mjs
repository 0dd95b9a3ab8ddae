// What each npm script does, under the pinned Node: single tools, serving, and the two bundles `check` and `test`.
import fs from 'node:fs';
import { build, isBuilt } from './build.mjs';
import { chooseTests, listChangedFiles, listCodeFiles } from './changed.ts';
import { bootstrap, ensureExtra, Failed, run, tool } from './run-tool.mjs';
import { checkSteps, reportTimes, runSteps, secondsSince, steps, testSteps } from './steps.mjs';

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
const afterBuild =
  (file, env = {}) =>
  async (args) => {
    await build();
    await run([file, ...args], { env: { NODE_ENV: 'production', ...env } });
  };

/** drizzle-kit compares the schema with the newest one; each of the others is half a megabyte. */
function removeOldSnapshots() {
  const folder = 'server/db/migrations/meta';
  const snapshots = fs.readdirSync(folder).filter((name) => name.endsWith('_snapshot.json'));
  for (const old of snapshots.toSorted().slice(0, -1)) fs.rmSync(`${folder}/${old}`);
}

/** Types as a whole; lint, format and tests as far as what has changed since `since` can affect them. */
async function checkChanged(since) {
  const changed = listChangedFiles(since);
  if (changed.length === 0) {
    console.log('Nothing has changed.');
    return 0;
  }
  const { lint, unit, server, leftOut } = chooseTests(changed, listCodeFiles());
  const chosen = { lint, format: lint, unit, server };
  const names = ['typegen', 'types', ...Object.keys(chosen).filter((name) => chosen[name].length > 0)];
  console.log(`${changed.length} changed files: ${unit.length} unit and ${server.length} server test files.`);
  const code = await runSteps(names, { filesOf: chosen });
  console.log('\nLeft out:');
  for (const [what, files] of Object.entries(leftOut)) {
    if (files.length === 0) continue;
    const shown = files.slice(0, 8).join(' ');
    console.log(`  ${files.length} ${what}: ${shown}${files.length > 8 ? ' …' : ''}`);
  }
  return code;
}

const tasks = {
  async start() {
    const env = { NODE_ENV: 'production', ...memory };
    // The first start: the database is made meanwhile.
    if (!isBuilt()) await Promise.all([build(), run([...envFile(), 'scripts/prepare.ts'], { env })]);
    await serve([], env);
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
  async lighthouse(args) {
    const folder = await ensureExtra('lighthouse');
    await afterBuild('bench/lighthouse.ts', { LIGHTHOUSE: `${folder}/core/index.js` })(args);
  },
  mutate: (args) => run(['scripts/mutate.mjs', ...args]),
  backup: (args) => run([...envFile(), 'scripts/backup.ts', ...args]),
  restore: (args) => run([...envFile(), 'scripts/restore.ts', ...args]),
  async migration(args) {
    await run(tool('drizzle', 'generate', ...args), { interactive: true });
    removeOldSnapshots();
  },
  check: (args) => (args[0] === '--changed' ? checkChanged(args[1]) : runSteps(checkSteps)),
  /** `--keep-times`: what this run took is what later runs are compared with. */
  test: (args) => runSteps(testSteps, { report: reportTimes({ keep: args.includes('--keep-times') }) }),
};

/** Runs the task named first; resolves to an exit code. */
export async function runTask([name = 'start', ...args], lent) {
  Object.assign(bootstrap, lent);
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
