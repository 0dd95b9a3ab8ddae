// What `npm run check -- --changed` runs: the tests most likely to notice a change. Imports are followed upward from the
// changed files, and a feature that is reached brings the tests in its folder. Two things keep this short: files that put
// the whole site together import everything, so imports are not followed through them; and server tests are chosen up to
// the features that use a changed file directly. What is farther away is left out and counted.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const assemblies = [
  'server/app.ts',
  'server/start.ts',
  'server/jobs/registry.ts',
  'server/features/privacy/privacy.registry.ts',
  'server/seed/demo.ts',
  'server/seed/demo-school.ts',
  'tests/server/all-contracts.ts',
  'tests/server/global-setup.ts',
  'tests/server/test-database.ts',
];
const codeFolders = ['app', 'server', 'shared', 'tests', 'e2e', 'scripts', 'bench'];
const isCode = (file: string) =>
  /\.(ts|tsx|mjs)$/.test(file) && codeFolders.includes(file.split('/')[0] ?? '');
const isTest = (file: string) => file.endsWith('.test.ts');
const isBrowserTest = (file: string) => file.endsWith('.e2e.ts');

/** Uncommitted changes, new files, and commits that the branch has beyond its upstream (or beyond `since`). */
export function listChangedFiles(since?: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean);
  const upstream = () => {
    try {
      return git('merge-base', 'HEAD', '@{upstream}')[0] ?? 'HEAD';
    } catch {
      // A branch of its own.
      return 'HEAD';
    }
  };
  const base = since ?? upstream();
  return [...new Set([...git('diff', '--name-only', base), ...git('ls-files', '-o', '--exclude-standard')])];
}

export function listCodeFiles(): string[] {
  const read = (folder: string) => fs.readdirSync(folder, { withFileTypes: true, recursive: true });
  return codeFolders
    .flatMap(read)
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter(isCode);
}

/** The files of ours that this text imports. */
export function importsOf(file: string, text: string): string[] {
  const names = [...text.matchAll(/(?:from|import|import\()\s*'([#.][^']+)'/g)].map(([, name = '']) => name);
  return names.map((name) =>
    name.startsWith('#') ? name.slice(1) : path.posix.join(path.posix.dirname(file), name),
  );
}

type ReadText = (file: string) => string;

function importersOf(files: readonly string[], readText: ReadText): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const file of files) {
    for (const imported of importsOf(file, readText(file))) {
      const known = importers.get(imported) ?? [];
      known.push(file);
      importers.set(imported, known);
    }
  }
  return importers;
}

const featureOf = (file: string) => /^(?:server|shared)\/features\/([^/]+)\//.exec(file)?.[1];
/** Tools of tests count like a feature: what they need is not what every test with them is about. */
const placeOf = (file: string) => featureOf(file) ?? (file.startsWith('tests/') ? 'tests' : undefined);

/**
 * The changed files and everything that imports them, each with the number of features on the way: 0 in the feature that
 * changed, 1 in those that use it directly.
 */
function reachFrom(changed: readonly string[], importers: Map<string, string[]>): Map<string, number> {
  const reached = new Map(changed.map((file) => [file, 0]));
  for (const [file, distance] of reached) {
    if (assemblies.includes(file) && !changed.includes(file)) continue;
    for (const importer of importers.get(file) ?? []) {
      const isOther = placeOf(importer) !== undefined && placeOf(importer) !== placeOf(file);
      const found = distance + (isOther ? 1 : 0);
      if (found < (reached.get(importer) ?? Infinity)) {
        // Deleted first, so that the loop comes to it again.
        reached.delete(importer);
        reached.set(importer, found);
      }
    }
  }
  return reached;
}

/** Resolves to what runs and what is left out: browser tests, and files no test is found for. */
export function chooseTests(
  changed: readonly string[],
  files: readonly string[],
  readText: ReadText = (file) => fs.readFileSync(file, 'utf8'),
) {
  const reached = reachFrom(changed, importersOf(files, readText));
  const distances = new Map<string, number>();
  for (const [file, distance] of reached) {
    const feature = featureOf(file);
    if (feature) distances.set(feature, Math.min(distance, distances.get(feature) ?? Infinity));
  }
  const distanceOf = (file: string) =>
    Math.min(reached.get(file) ?? Infinity, distances.get(featureOf(file) ?? '') ?? Infinity);
  const isNear = (file: string) => distanceOf(file) <= 1;
  const tests = files.filter((file) => isTest(file) && distanceOf(file) < Infinity);
  const unit = tests.filter((file) => /^(app|shared|scripts|tests\/docs)\//.test(file));
  const faults = tests.filter((file) => /^tests\/(faults|pages)\//.test(file));
  const server = tests.filter((file) => !unit.includes(file) && !faults.includes(file));
  return {
    lint: changed.filter((file) => isCode(file) && files.includes(file)),
    unit,
    server: server.filter(isNear),
    leftOut: {
      'server tests farther away': server.filter((file) => !isNear(file)),
      'faults and pages': faults,
      'browser tests': files.filter((file) => isBrowserTest(file) && reached.has(file)),
      'changed files no test is known for': changed.filter(
        (file) => !isCode(file) || file.startsWith('app/'),
      ),
    },
  };
}
