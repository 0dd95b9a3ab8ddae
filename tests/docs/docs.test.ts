// Checks that every path and script the documents name exists.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')];
const scripts = Object.keys(
  (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }).scripts,
);
const ROOTS = /^(app|server|shared|tests|e2e|bench|scripts|docs|public|\.ci)\//;

/** `app/routes.ts`, `server/features/cover/`, also with a `*`; names in angle brackets stand for any. */
function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
  const linked = [...text.matchAll(/\]\(([^)#\s]+)\)/g)].map((match) => match[1] ?? '');
  return [...quoted, ...linked].filter((name) => ROOTS.test(name) && !/[\s<>{}…]/.test(name));
}

function scriptsIn(text: string): string[] {
  return [...text.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1] ?? '');
}

describe.each(DOCUMENTS)('%s', (document) => {
  const text = readFileSync(document, 'utf8');

  it('names paths that exist', () => {
    const missing = pathsIn(text).filter((name) => !existsSync(name) && globSync(name).length === 0);
    expect(missing).toEqual([]);
  });

  it('names scripts that exist', () => {
    expect(scriptsIn(text).filter((name) => !scripts.includes(name))).toEqual([]);
  });

  it("mentions no folder that doesn't exist", () => {
    const tree = [...text.matchAll(/^( *)([\w.-]+\/?|\.ci\/) {2,}\S/gm)].map((match) => match[2] ?? '');
    const roots = tree.filter((name) => name.endsWith('/') && !name.includes('.'));
    expect(roots.filter((name) => !existsSync(name) && globSync(`*/${name}`).length === 0)).toEqual([]);
  });
});

it('the example settings list every setting, and nothing else', () => {
  const listed = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z0-9_]+)=/gm)].map(
    (match) => match[1] ?? '',
  );
  const read = [...readFileSync('server/config.ts', 'utf8').matchAll(/^ {2}([A-Z0-9_]+): optional/gm)].map(
    (match) => match[1] ?? '',
  );
  const internal = new Set(['NODE_ENV', 'RELEVE_DEV']);
  expect(listed.toSorted()).toEqual(read.filter((name) => !internal.has(name)).toSorted());
});

it('the spec coverage lists each requirement once, with its place and its test', () => {
  const text = readFileSync('docs/SPEC-COVERAGE.md', 'utf8');
  const rows = [...text.matchAll(/^\| (S\d-\d{3}) .*\| (.+?) \| (.+?) \| .*\|$/gm)];
  expect(rows).toHaveLength(407);
  expect(new Set(rows.map((row) => row[1])).size).toBe(407);
  expect(rows.filter(([, , where, test]) => where === '–' || test === '–')).toEqual([]);
});
