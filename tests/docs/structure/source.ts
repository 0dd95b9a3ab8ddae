// Reads the repository's own source for the structure checks: files, exports, imports, and the feature map.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const TEST = /\.test\.tsx?$/;
/** Demo data: prose and numbers rather than code. */
const SEED = /^server\/seed\//;

const texts = new Map<string, string>();

export function read(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, 'utf8');
  texts.set(file, text);
  return text;
}

export function files(pattern: string): string[] {
  return globSync(pattern).toSorted();
}

export const testFiles = files('{app,server,shared,tests,e2e,scripts}/**/*.{test,e2e}.{ts,tsx}');
export const productionFiles = files('{app,server,shared}/**/*.{ts,tsx}').filter(
  (file) => !TEST.test(file) && !SEED.test(file),
);

/** The feature a file belongs to; null outside the feature folders. */
export function featureOf(file: string): string | null {
  return /^(?:app|server|shared)\/features\/([^/]+)\//.exec(file)?.[1] ?? null;
}

export function exportsOf(file: string): string[] {
  return [...read(file).matchAll(/^export (?:async )?(?:function\*?|const) (\w+)/gm)].map(
    ([, name = '']) => name,
  );
}

/** The file an import leads to, from the repository's root; null for packages. */
export function importedFile(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? join(dirname(file), specifier) : null;
}

/** The files a file imports; `values` leaves out those of which it needs types only. */
export function importsOf(file: string, kind: 'all' | 'values' = 'all'): string[] {
  const text = kind === 'all' ? read(file) : read(file).replaceAll(/^import type [^;]*;/gm, '');
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)];
  return specifiers.flatMap(([, specifier = '']) => importedFile(file, specifier) ?? []);
}

/** Replaces comments by spaces, so that positions and line numbers stay. */
export function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(),])\/\/[^\n]*/g, (comment) =>
    comment.replaceAll(/[^\n]/g, ' '),
  );
}

export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

export type Feature = { name: string; tables: string[]; uses: string[] };

/** The feature map in docs/ARCHITECTURE.md: `| feature | what it does | tables | uses |`. */
export function featureMap(): Feature[] {
  const [, section = ''] = read('docs/ARCHITECTURE.md').split('\n## Feature map\n');
  const rows = (section.split('\n## ')[0] ?? '').match(/^\| [a-z-]+ \|.*$/gm) ?? [];
  const words = (cell = '') => cell.split(/[,\s]+/).filter(Boolean);
  return rows
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .filter(([, name]) => name !== 'feature')
    .map(([, name = '', , owned, uses]) => ({ name, tables: words(owned), uses: words(uses) }));
}
