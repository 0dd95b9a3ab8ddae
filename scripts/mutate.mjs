// `npm run mutate`: breaks the product on purpose, one line of tests/breaks.tsv at a time, and checks that the test named
// there fails. The breaks are made in a copy of the checkout, so an interrupted run leaves nothing broken. An argument
// limits it to breaks whose file or test contains it.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { secondsSince } from './steps.mjs';

const list = 'tests/breaks.tsv';
const copy = path.resolve('.data/breaks');
const wanted = process.argv[2] ?? '';

const rows = fs.readFileSync(list, 'utf8').trim().split('\n').slice(1);
const breaks = rows
  .map((row) => row.split('\t'))
  .map(([file, from, to, test]) => ({ file, from, to, test }))
  .filter(({ file, test }) => file.includes(wanted) || test.includes(wanted));

function copyCheckout() {
  fs.rmSync(copy, { recursive: true, force: true });
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).stdout;
  for (const file of listed.split('\n').filter((name) => name && fs.existsSync(name))) {
    fs.mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    fs.copyFileSync(file, path.join(copy, file));
  }
  fs.symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'));
  if (fs.existsSync('build')) fs.cpSync('build', path.join(copy, 'build'), { recursive: true });
}

/**
 * One Vitest for all breaks: starting it, preparing the tests' database and transforming what the server imports would
 * otherwise take longer than the tests. Each run has new workers, which load the files as they are then.
 */
async function openVitest() {
  process.env.NODE_ENV = 'test';
  process.chdir(copy);
  const { createVitest } = await import('vitest/node');
  // The first failure says enough; without a reporter that prints it.
  const vitest = await createVitest('test', { root: copy, watch: false, bail: 1, reporters: [{}] });
  await vitest.standalone();
  return vitest;
}

async function findSpecifications(vitest, tests) {
  const found = await vitest.globTestSpecifications(tests);
  return tests.map((test) => {
    const specification = found.find(({ moduleId }) => moduleId === path.join(copy, test));
    if (!specification) throw new Error(`${test} is no test file`);
    return specification;
  });
}

/** The tests that failed, by name; a file that doesn't even load is an error, and no failing test. */
async function runTests(vitest, specifications) {
  const { testModules } = await vitest.runTestSpecifications(specifications);
  const files = new Set(specifications.map(({ moduleId }) => moduleId));
  const modules = testModules.filter(({ moduleId }) => files.has(moduleId));
  const failed = modules.flatMap(({ children }) => [...children.allTests('failed')]);
  const errors = modules.flatMap((module) => module.errors());
  const passed = modules.flatMap(({ children }) => [...children.allTests('passed')]);
  return { failed: failed.map(({ fullName }) => fullName), errors, passedCount: passed.length };
}

async function tryBreak(vitest, { file, from, to, test }) {
  const where = path.join(copy, file);
  const text = fs.readFileSync(where, 'utf8');
  const places = text.split(from).length - 1;
  if (places !== 1) return `stale: “${from}” is ${places} times in the file`;
  const write = (content) => {
    fs.writeFileSync(where, content);
    vitest.invalidateFile(where);
  };
  write(text.replace(from, () => to));
  const { failed, errors } = await runTests(vitest, await findSpecifications(vitest, [test]));
  write(text);
  if (failed.length > 0) return null;
  return errors.length > 0 ? `nothing runs: ${errors[0].message}` : 'SURVIVED';
}

copyCheckout();
const vitest = await openVitest();
const tests = [...new Set(breaks.map(({ test }) => test))];
const startedAt = Date.now();
const { failed, errors } = await runTests(vitest, await findSpecifications(vitest, tests));
console.log(`${tests.length} test files without a break: ${secondsSince(startedAt)} s`);
if (failed.length + errors.length > 0) {
  console.error('They fail before anything is broken:', ...failed, ...errors);
  process.exit(1);
}
let missed = 0;
for (const one of breaks) {
  const brokenAt = Date.now();
  const problem = await tryBreak(vitest, one);
  if (problem) missed += 1;
  const seconds = secondsSince(brokenAt);
  console.log(`${problem ?? 'noticed'}  ${one.file}: ${one.from} → ${one.to} (${one.test}, ${seconds} s)`);
}
await vitest.close();
fs.rmSync(copy, { recursive: true, force: true });
console.log(
  `\n${breaks.length - missed} of ${breaks.length} breaks were noticed in ${secondsSince(startedAt)} s.`,
);
process.exit(missed === 0 ? 0 : 1);
