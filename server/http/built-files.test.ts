import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { registerBuiltFiles } from './built-files.ts';

const SCRIPT = 'export const steps = 8;';
const folder = await mkdtemp(path.join(os.tmpdir(), 'built-files-'));
await mkdir(path.join(folder, 'assets'));
await mkdir(path.join(folder, '.vite'));
await writeFile(path.join(folder, 'assets/app-1a2b.js'), SCRIPT);
await writeFile(path.join(folder, 'assets/app-1a2b.js.br'), brotliCompressSync(SCRIPT));
await writeFile(path.join(folder, 'assets/app-1a2b.js.gz'), gzipSync(SCRIPT));
await writeFile(path.join(folder, 'assets/font.woff2'), 'font');
await writeFile(path.join(folder, 'favicon.svg'), '<svg/>');
await writeFile(path.join(folder, '.vite/manifest.json'), '{}');
const app = Fastify();
await registerBuiltFiles(app, folder);
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test('each browser gets the copy it can read', async () => {
  const url = '/assets/app-1a2b.js';
  const [brotli, gzip, plain] = [
    await get(url, { 'accept-encoding': 'gzip, br' }),
    await get(url, { 'accept-encoding': 'gzip' }),
    await get(url),
  ];
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(SCRIPT);
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(SCRIPT);
  expect(plain.body).toBe(SCRIPT);
  expect([brotli, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual([
    'br',
    'gzip',
    undefined,
  ]);
  for (const { headers } of [brotli, gzip, plain]) expect(headers['vary']).toBe('Accept-Encoding');
  expect(new Set([brotli, gzip, plain].map(({ headers }) => headers['etag'])).size).toBe(3);
});

test('a file without a compressed copy is sent as it is', async () => {
  const { headers, body } = await get('/assets/font.woff2', { 'accept-encoding': 'br' });
  expect(body).toBe('font');
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers['content-type']).toBe('font/woff2');
});

test('names with a hash are cached forever, others are asked for again', async () => {
  expect((await get('/assets/app-1a2b.js')).headers['cache-control']).toContain('immutable');
  const { headers } = await get('/favicon.svg');
  expect(headers['cache-control']).toBe('public, max-age=3600');
  expect((await get('/favicon.svg', { 'if-none-match': headers['etag'] ?? '' })).statusCode).toBe(304);
});

test('HEAD has the length and no body', async () => {
  const { headers, body } = await app.inject({ method: 'HEAD', url: '/assets/app-1a2b.js' });
  expect([headers['content-length'], body]).toEqual([String(SCRIPT.length), '']);
});

test('only files of the build are served', async () => {
  for (const url of [
    '/.vite/manifest.json',
    '/assets/app-1a2b.js.br',
    '/assets/none.js',
    '/assets',
    '/..%2f..%2fpackage.json',
  ]) {
    expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
  }
});
