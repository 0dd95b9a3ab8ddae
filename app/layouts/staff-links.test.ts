// Links in the code of staff pages: a page never links to one that its viewer may not open. Links
// that depend on the viewer go through `StaffLink` or `useMayOpen`.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import routes from '#app/routes.ts';
import type { Role } from '#shared/roles.ts';
import { mayOpen } from '#shared/staff-pages.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const IMPORTED = /(?:from |import\()'((?:#app\/|\.)[^']+\.tsx?)'/g;

function importsOf(file: string): string[] {
  return [...read(file).matchAll(IMPORTED)]
    .map(([, from = '']) => (from.startsWith('#app/') ? from.slice(1) : path.join(path.dirname(file), from)))
    .filter((found) => existsSync(path.join(ROOT, found)));
}

function codeOf(page: string): Set<string> {
  const found = new Set([page]);
  for (const file of found) for (const next of importsOf(file)) found.add(next);
  return found;
}

/** Addresses in `to="/admin/…"` of links, and in `to: '/admin/…'` of lists that nothing filters. */
function linksIn(file: string): string[] {
  const text = read(file);
  const links = [...text.matchAll(/<(\w+)\b[^<>]*?\bto=\{?["'`](\/admin[\w/-]*)/g)].filter(
    ([, tag]) => tag !== 'StaffLink',
  );
  const isFiltered = text.includes('mayOpen(');
  const listed = isFiltered ? [] : [...text.matchAll(/(\bto): ["'`](\/admin[\w/-]*)/g)];
  return [...links, ...listed].map(([, , to = '']) => (to.endsWith('/') ? `${to}1` : to));
}

const staffRoutes = routes.find(({ id }) => id === 'admin')?.children ?? [];
const combinations: Role[][] = [['curriculum_officer'], ['curriculum_officer', 'seller'], ['admin']];

it.each(combinations.map((roles) => ({ roles })))('$roles find only pages they open', ({ roles }) => {
  const dead = staffRoutes.flatMap(({ path: address = '', file }) => {
    if (!mayOpen(roles, `/${address.replaceAll(/:\w+/g, '1')}`)) return [];
    return [...codeOf(`app/${file}`)].flatMap((used) =>
      linksIn(used).flatMap((to) => (mayOpen(roles, to) ? [] : [`${address}: ${used} links to ${to}`])),
    );
  });
  expect(dead).toEqual([]);
});

it('finds the links of a page', () => {
  const links = [...codeOf('app/features/dashboard/staff-dashboard.page.tsx')].flatMap(linksIn);
  expect(links).toContain('/admin/orders');
  expect(links).toContain('/admin/users');
});
