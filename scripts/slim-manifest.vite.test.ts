import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { withoutImports } from './slim-manifest.vite.ts';

it('leaves out what a browser does not read, and nothing else', () => {
  const entry = { module: '/assets/entry.js', imports: ['/assets/core.js'] };
  const route = { module: '/assets/root.js', css: ['/assets/root.css'], hasLoader: true };
  const unread = { imports: ['/assets/core.js'], hasDefaultExport: true, hasAction: false };
  const manifest = (routes: object) => ({ entry, routes, version: '1' });
  const given = manifest({ root: { id: 'root', ...route, ...unread }, bare: { id: 'bare', css: [] } });
  const slim = withoutImports(`window.__reactRouterManifest=${JSON.stringify(given)};`);
  expect(slim).toContain(JSON.stringify(manifest({ root: route, bare: {} })));
  // As the browser runs it: the ids are back.
  const page = {};
  runInNewContext(slim, { window: page });
  expect(Object.values(page)[0]).toEqual(manifest({ root: { id: 'root', ...route }, bare: { id: 'bare' } }));
});

it('refuses what is no manifest', () => {
  expect(() => withoutImports('export {}')).toThrow('Not a manifest');
});
