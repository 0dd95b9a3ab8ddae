// `npm run mutate`: mutation testing, group by group, with the scores in bench/MUTATION.md. An argument limits it to one
// group (`-- coupon`) or to files (`-- shared/money.ts`). Results are kept in .data/mutation, so only what has changed
// since is run again.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const report = 'bench/MUTATION.md';
const folder = '.data/mutation';

/** Word lists and wiring, without decisions to test. */
const dataOnly = ['site-pages', 'public-pages', 'page-context', 'vocabulary'];
const services = ['coupon', 'cart', 'seat', 'entitlement', 'checkout', 'payment', 'refund', 'payout'];

/** The code to change, and the tests that must notice. */
const groups = {
  shared: {
    mutate: [
      'shared/**/*.ts',
      '!shared/**/*.test.ts',
      '!shared/**/*.contract.ts',
      '!shared/**/*.schema.ts',
      ...dataOnly.map((name) => `!shared/${name}.ts`),
    ],
    // The random carts take seconds per mutant; the examples next to them have to be enough.
    tests: ['shared/**/!(random-carts).test.ts'],
  },
  ...Object.fromEntries(
    services.map((name) => [
      name,
      {
        mutate: [`server/features/${name}/*.service.ts`],
        tests: [`server/features/${name}/*.test.ts`],
      },
    ]),
  ),
};

function runStryker(name, mutate) {
  const args = [
    path.resolve('node_modules/@stryker-mutator/core/bin/stryker.js'),
    'run',
    '--mutate',
    mutate.join(','),
    '--incrementalFile',
    resultsOf(name),
    '--tempDirName',
    `${folder}/sandbox-${name}`,
    '--concurrency',
    process.env.MUTATE_AT_ONCE ?? '2',
  ];
  const env = { ...process.env, NODE_ENV: 'test', MUTATION_TESTS: groups[name].tests.join(',') };
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'], env });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', resolve);
  });
}

const resultsOf = (name) => `${folder}/${name}.json`;

/** One row per feature folder: Stryker's score counts mutants a test noticed, by failing or by timing out. */
function scoreRows(name) {
  const { files } = JSON.parse(fs.readFileSync(resultsOf(name), 'utf8'));
  const counts = new Map();
  for (const [file, { mutants }] of Object.entries(files)) {
    if (!fs.existsSync(file)) continue;
    const module = path.dirname(file);
    const count = counts.get(module) ?? { Killed: 0, Timeout: 0, Survived: 0, NoCoverage: 0 };
    for (const { status } of mutants) count[status] = (count[status] ?? 0) + 1;
    counts.set(module, count);
  }
  return [...counts].map(([module, { Killed, Timeout, Survived, NoCoverage }]) => {
    const noticed = Killed + Timeout;
    const all = noticed + Survived + NoCoverage;
    const score = all === 0 ? '–' : `${((100 * noticed) / all).toFixed(1)}%`;
    return `| ${module} | ${all} | ${Killed} | ${Timeout} | ${Survived} | ${NoCoverage} | ${score} |`;
  });
}

/** Replaces the rows of the modules that ran and leaves all other text as it is. */
function writeScores(rows) {
  const moduleOf = (line) => /^\| ((?:shared|server)\S*) \|/.exec(line)?.[1];
  const lines = fs.readFileSync(report, 'utf8').split('\n');
  const start = lines.findIndex((line) => line.startsWith('| module |')) + 2;
  const table = new Map();
  let end = start;
  for (; moduleOf(lines[end] ?? ''); end += 1) table.set(moduleOf(lines[end]), lines[end]);
  for (const row of rows) table.set(moduleOf(row), row);
  const sorted = [...table.values()].toSorted((a, b) => a.localeCompare(b));
  fs.writeFileSync(report, [...lines.slice(0, start), ...sorted, ...lines.slice(end)].join('\n'));
}

const wanted = process.argv[2];
const chosen = Object.keys(groups).filter((name) => {
  if (!wanted || wanted === name) return true;
  return wanted.startsWith(name === 'shared' ? 'shared/' : `server/features/${name}/`);
});
if (chosen.length === 0) {
  console.error(
    `Nothing to mutate for "${wanted}". Groups: ${Object.keys(groups).join(', ')}; or a path in them.`,
  );
  process.exit(2);
}
fs.mkdirSync(folder, { recursive: true });
for (const name of chosen) {
  console.log(`\n▶ ${name}`);
  const { mutate } = groups[name];
  const never = mutate.filter((glob) => glob.startsWith('!'));
  const code = await runStryker(name, wanted?.includes('/') ? [wanted, ...never] : mutate);
  if (code !== 0) process.exit(code ?? 1);
  const rows = scoreRows(name);
  console.log(rows.join('\n'));
  writeScores(rows);
}
