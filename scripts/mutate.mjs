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

const [, ...rows] = fs.readFileSync(list, 'utf8').trim().split('\n');
const breaks = rows
  .map((row) => row.split('\t'))
  .map(([file, from, to, test]) => ({ file, from, to, test }))
  .filter(({ file, test }) => file.includes(wanted) || test.includes(wanted));

/** With what was built and prepared for tests, if it was. */
function copyCheckout() {
  fs.rmSync(copy, { recursive: true, force: true });
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).stdout;
  for (const file of listed.split('\n').filter((name) => name && fs.existsSync(name))) {
    fs.mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    fs.copyFileSync(file, path.join(copy, file));
  }
  fs.symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'));
  fs.mkdirSync(path.join(copy, '.data'));
  // Not Node's own copy: the database's files may belong to another account.
  for (const made of ['build', '.data/template'].filter((folder) => fs.existsSync(folder))) {
    spawnSync('cp', ['-a', made, path.join(copy, made)]);
  }
}

/**
 * One Vitest for all breaks: starting it, preparing the tests' database and transforming what the server imports would
 * take longer than the tests. Each run has new workers, which load the files as they are then.
 */
async function openVitest() {
  process.env.NODE_ENV = 'test';
  process.chdir(copy);
  const { createVitest } = await import('vitest/node');
  // The first failure says enough, and nobody needs to read it.
  const vitest = await createVitest('test', { root: copy, watch: false, bail: 1, reporters: [{}] });
  await vitest.standalone();
  return vitest;
}

async function findSpecifications(vitest) {
  const found = await vitest.globTestSpecifications(breaks.map(({ test }) => test));
  const byPath = new Map(found.map((one) => [path.relative(copy, one.moduleId), one]));
  const missing = breaks.find(({ test }) => !byPath.has(test));
  if (missing) throw new Error(`${missing.test} is no test file`);
  return byPath;
}

/** The names of tests that failed. Errors are kept apart: of a file that doesn't load, no test fails. */
async function runTests(vitest, specifications) {
  const { testModules } = await vitest.runTestSpecifications(specifications);
  const files = new Set(specifications.map(({ moduleId }) => moduleId));
  const modules = testModules.filter(({ moduleId }) => files.has(moduleId));
  const failed = modules.flatMap(({ children }) => [...children.allTests('failed')]);
  const errors = modules.flatMap((module) => module.errors());
  return {
    failed: failed.map(({ module, fullName }) => `${path.relative(copy, module.moduleId)}: ${fullName}`),
    errors: errors.map(({ message }) => message),
  };
}

/** Null: the test noticed it. */
async function findProblem(vitest, specification, { file, from, to }) {
  const where = path.join(copy, file);
  const text = fs.readFileSync(where, 'utf8');
  const places = text.split(from).length - 1;
  if (places !== 1) return `The text is in the file ${places} times.`;
  const write = (content) => {
    fs.writeFileSync(where, content);
    vitest.invalidateFile(where);
  };
  write(text.replace(from, () => to));
  const { failed, errors } = await runTests(vitest, [specification]);
  write(text);
  if (failed.length > 0) return null;
  return errors.length > 0 ? `The file doesn’t load: ${errors[0]}` : 'NOT NOTICED';
}

const startedAt = Date.now();
copyCheckout();
const vitest = await openVitest();
const specifications = await findSpecifications(vitest);
const { failed, errors } = await runTests(vitest, [...specifications.values()]);
console.log(`${specifications.size} test files without a break: ${secondsSince(startedAt)} s`);
if (failed.length + errors.length > 0) {
  console.error(['These fail before anything is broken:', ...failed, ...errors].join('\n'));
  await vitest.close();
  process.exit(1);
}
const missed = [];
for (const one of breaks) {
  const brokenAt = Date.now();
  const problem = await findProblem(vitest, specifications.get(one.test), one);
  if (problem) missed.push(one);
  const what = `${one.file}: ${one.from} → ${one.to}`;
  console.log(`${problem ?? 'noticed'}  ${what} (${one.test}, ${secondsSince(brokenAt)} s)`);
}
await vitest.close();
fs.rmSync(copy, { recursive: true, force: true });
const noticed = breaks.length - missed.length;
console.log(`\n${noticed} of ${breaks.length} breaks were noticed, in ${secondsSince(startedAt)} s.`);
process.exit(missed.length === 0 ? 0 : 1);
