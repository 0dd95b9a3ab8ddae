// The traced requests in docs/ARCHITECTURE.md, step by step.
import { existsSync } from 'node:fs';
import { importsOf, read } from './source.ts';

type Step = { file: string; names: string[] };
export type Trace = { title: string; steps: Step[] };

/** Each numbered line names a file first, then what to look for in it. */
export function traces(): Trace[] {
  const [, section = ''] = read('docs/ARCHITECTURE.md').split('\n## Three requests, traced\n');
  const [, ...parts] = (section.split('\n## ')[0] ?? '').split('\n### ');
  return parts.map((part) => ({
    title: part.split('\n')[0] ?? '',
    steps: part
      .split(/\n(?=\d\. )/)
      .slice(1)
      .map((step) => {
        const [file = '', ...names] = [...step.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
        return { file, names };
      }),
  }));
}

/** Steps whose file is gone or no longer contains what it is said to contain. */
export function brokenSteps({ steps }: Trace): string[] {
  return steps.flatMap(({ file, names }) => {
    if (!existsSync(file)) return [`${file} is gone`];
    const [text, routes] = [
      read(file),
      names.map((name) => name.replace(/^(GET|POST|PUT|PATCH|DELETE) /, '')),
    ];
    return routes.filter((name) => !text.includes(name)).map((name) => `${file} has no ${name}`);
  });
}

/** Neighbors that do not lead to each other: a step has been left out. */
export function missingSteps({ steps }: Trace): string[] {
  const leadsTo = (from: string, to: string) =>
    importsOf(from, 'values').includes(to) || read(from).includes(`'${to.replace('app/', '')}'`);
  return steps.flatMap(({ file }, at) => {
    const next = steps[at + 1]?.file;
    return !next || leadsTo(file, next) || leadsTo(next, file) ? [] : [`${file} … ${next}`];
  });
}
