// Where the time of `npm test` went: CPU minutes of each step compared with those kept in tests/times.tsv, the slowest
// files, and browser tests that needed a second try. So that what grows is seen while it is small.
import fs from 'node:fs';

const keptFile = 'tests/times.tsv';
export const timesFolder = '.data/times';
/** Written by e2e/reporter.ts. */
const browserTimes = '.data/e2e-times.json';

export function forgetTimes() {
  for (const old of [timesFolder, browserTimes]) fs.rmSync(old, { recursive: true, force: true });
}

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

/** Seconds by test file, from Vitest's own reports and the browser tests'. */
function listFileTimes() {
  const names = fs.existsSync(timesFolder) ? fs.readdirSync(timesFolder) : [];
  const reports = names.flatMap((name) => readJson(`${timesFolder}/${name}`)?.testResults ?? []);
  const byVitest = reports.map(({ name, startTime, endTime }) => ({
    file: name.replace(`${process.cwd()}/`, ''),
    seconds: (endTime - startTime) / 1000,
  }));
  const inBrowser = (readJson(browserTimes)?.files ?? []).map(({ file, seconds }) => ({
    file: `e2e/${file}`,
    seconds,
  }));
  return [...byVitest, ...inBrowser];
}

export function describeSlowest(count = 10) {
  const slowest = listFileTimes().toSorted((a, b) => b.seconds - a.seconds);
  return slowest.slice(0, count).map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${file}`);
}

/** Browser tests that passed only on their second try: each is a defect. */
export const listRetried = () => readJson(browserTimes)?.retried ?? [];
