// `npm run mutate`: breaks the product on purpose, one line of tests/breaks.tsv at a time, and checks that the test named
// there fails. The breaks are made in a copy of the checkout, so an interrupted run leaves nothing broken. An argument
// limits it to breaks whose file or test contains it.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

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

const projectOf = (test) => {
  if (/^tests\/(faults|pages)\//.test(test)) return 'faults';
  return /^(app|shared|scripts|tests\/docs)\//.test(test) ? 'unit' : 'server';
};

/** Whether the tests pass, in the copy as it is now. */
function passes(tests) {
  return [...Map.groupBy(tests, projectOf)].every(([project, files]) => {
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...files];
    const env = { ...process.env, NODE_ENV: 'test' };
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: copy, env, encoding: 'utf8' });
    if (/No test files found/.test(stdout)) throw new Error(`${files.join(', ')} doesn't exist`);
    return status === 0;
  });
}

function tryBreak({ file, from, to, test }) {
  const where = path.join(copy, file);
  const text = fs.readFileSync(where, 'utf8');
  const places = text.split(from).length - 1;
  if (places !== 1) return `stale: "${from}" is ${places} times in the file`;
  fs.writeFileSync(where, text.replace(from, () => to));
  const isNoticed = !passes([test]);
  fs.writeFileSync(where, text);
  return isNoticed ? 'noticed' : 'SURVIVED';
}

copyCheckout();
const tests = [...new Set(breaks.map(({ test }) => test))];
console.log(`${tests.length} test files without a break ...`);
if (!passes(tests)) {
  console.error('They fail before anything is broken: run them first.');
  process.exit(1);
}
let missed = 0;
for (const one of breaks) {
  const result = tryBreak(one);
  if (result !== 'noticed') missed += 1;
  console.log(`${result.padEnd(9)} ${one.file}: ${one.from} → ${one.to} (${one.test})`);
}
fs.rmSync(copy, { recursive: true, force: true });
console.log(`\n${breaks.length - missed} of ${breaks.length} breaks were noticed.`);
process.exitCode = missed === 0 ? 0 : 1;
