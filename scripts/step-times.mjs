// Where the time of `npm test` went: CPU minutes of each step compared with those kept in tests/times.tsv, the slowest
// files, and browser tests that needed a second try. So that what grows is seen while it is small.
import fs from 'node:fs';

const keptFile = 'tests/times.tsv';
export const timesFolder = '.data/times';
/** Grown by a quarter; a few seconds more or less say nothing. */
const isGrown = (now, kept) => now > kept * 1.25 && now - kept > 0.1;

export const cpuMinutes = (seconds) => seconds / 60;

/** CPU minutes by step, as kept. */
export function readKeptTimes(file = keptFile) {
  if (!fs.existsSync(file)) return new Map();
  const rows = fs.readFileSync(file, 'utf8').trim().split('\n').slice(1);
  return new Map(rows.map((row) => row.split('\t')).map(([step, cpu]) => [step, Number(cpu)]));
}

export function keepTimes(results) {
  const rows = results.map(({ name, cpuSeconds, seconds }) =>
    [name, cpuMinutes(cpuSeconds).toFixed(2), (Number(seconds) / 60).toFixed(1)].join('\t'),
  );
  fs.writeFileSync(keptFile, `${['step', 'CPU minutes', 'minutes'].join('\t')}\n${rows.join('\n')}\n`);
  console.log(`Kept in ${keptFile}.`);
}

/** One sentence for each step that takes a quarter more CPU time than kept. */
export function describeGrowth(results, kept) {
  return results.flatMap(({ name, cpuSeconds }) => {
    const before = kept.get(name);
    const now = cpuMinutes(cpuSeconds);
    if (before === undefined || !isGrown(now, before)) return [];
    return [`${name} took ${now.toFixed(1)} CPU minutes; ${before.toFixed(1)} are kept in ${keptFile}.`];
  });
}

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Seconds by test file: Vitest's own report, and what e2e/times-reporter.ts writes. */
function listFileTimes() {
  if (!fs.existsSync(timesFolder)) return [];
  return fs.readdirSync(timesFolder).flatMap((name) => {
    const report = readJson(`${timesFolder}/${name}`);
    const files = report?.testResults ?? [];
    return files.map(({ name: file, startTime, endTime }) => ({
      file: file.replace(`${process.cwd()}/`, ''),
      seconds: (endTime - startTime) / 1000,
    }));
  });
}

export function describeSlowest(count = 10) {
  const slowest = listFileTimes().toSorted((a, b) => b.seconds - a.seconds);
  return slowest.slice(0, count).map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${file}`);
}

/** Browser tests that passed only on their second try: each is a defect. */
export function listRetried() {
  return readJson(`${timesFolder}/e2e.json`)?.retried ?? [];
}
