import { expect, it } from 'vitest';
import { withoutImports } from './slim-manifest.vite.ts';

it('leaves out what each route imports, and nothing else', () => {
  const entry = { module: '/assets/entry.js', imports: ['/assets/core.js'] };
  const route = { id: 'root', module: '/assets/root.js', css: ['/assets/root.css'] };
  const script = (root: object) =>
    `window.__reactRouterManifest=${JSON.stringify({ entry, routes: { root }, version: '1' })};`;
  expect(withoutImports(script({ ...route, imports: ['/assets/core.js'] }))).toBe(script(route));
});

it('refuses what is no manifest', () => {
  expect(() => withoutImports('export {}')).toThrow('Not a manifest');
});
