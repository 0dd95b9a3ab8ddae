import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerErrorHandling } from '#server/http/errors.ts';
import { probeImage } from '#server/integrations/images.ts';
import { coverUrl, listCoverRenditions, styleCoverSubject } from '#shared/features/cover/cover.rules.ts';
import { DANCE_STYLES } from '#shared/vocabulary.ts';
import { testContext, type TestContext } from '../../../tests/server/test-database.ts';
import { registerCoverRoutes } from './cover.routes.ts';
import { drawCoverJob, ensureSiteCovers, SITE_COVERS } from './cover.service.ts';

let ctx: TestContext;
let app: FastifyInstance;
let puts: string[];

beforeAll(async () => {
  ctx = await testContext();
  const { storage } = ctx;
  ctx.storage = {
    ...storage,
    put(key, source, options) {
      puts.push(key);
      return storage.put(key, source, options);
    },
  };
  app = Fastify();
  registerErrorHandling(app);
  registerCoverRoutes(app, ctx);
});

beforeEach(() => {
  puts = [];
});

const get = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers });

describe('a cover', () => {
  test('is drawn at the first request and served from storage afterwards', async () => {
    const url = coverUrl('site-wall-ballet', 'stage', 500);
    const first = await get(url);
    expect(first.statusCode).toBe(200);
    expect(first.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(first.rawPayload.length),
      'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
      'x-content-type-options': 'nosniff',
    });
    expect(await probeImage(first.rawPayload)).toMatchObject({
      format: 'webp',
      width: 500,
      height: 400,
    });
    const second = await get(url);
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
    expect(puts).toHaveLength(1);
  });

  test('comes as AVIF too', async () => {
    const answer = await get(coverUrl('site-path', 'square', 300, { format: 'avif' }));
    expect(answer.headers['content-type']).toBe('image/avif');
    expect(await probeImage(answer.rawPayload)).toMatchObject({
      format: 'avif',
      width: 300,
      height: 300,
    });
  });

  test('is not sent again to a browser that has it', async () => {
    const url = coverUrl('site-path', 'square', 300);
    const { etag } = (await get(url)).headers;
    const again = await get(url, { 'if-none-match': `W/"other", ${etag}` });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(again.headers.etag).toBe(etag);
    expect((await get(coverUrl('site-path', 'square', 600))).headers.etag).not.toBe(etag);
  });

  test('supports HEAD', async () => {
    const answer = await app.inject({ method: 'HEAD', url: coverUrl('site-path', 'square', 300) });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(100);
  });

  test('is drawn once for many requests at once', async () => {
    const url = coverUrl('site-wall-latin', 'square', 600);
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(url)));
    expect(new Set(answers.map((answer) => answer.rawPayload.toString('base64'))).size).toBe(1);
    expect(puts).toHaveLength(1);
  });

  test('has no background if requested', async () => {
    const { rawPayload } = await get(coverUrl('site-hero-sweep', 'sweep', 900));
    expect(await probeImage(rawPayload)).toMatchObject({ width: 900, height: 620 });
    // The flag by which a WebP file says that it has an alpha channel.
    expect(rawPayload.readUInt8(20) & 0x10).toBe(0x10);
  });

  test("is served even if it can't be stored", async () => {
    const { storage } = ctx;
    ctx.storage = { ...storage, put: () => Promise.reject(new Error('disk full')) };
    const answer = await get(coverUrl('site-join', 'rise', 260));
    ctx.storage = storage;
    expect(answer.statusCode).toBe(200);
  });

  test('changes when its subject changes', async () => {
    const url = coverUrl('site-style-tap', 'poster', 320);
    const before = await get(url);
    await ctx.pool.query(`update covers set seed = 'another' where subject = 'site-style-tap'`);
    const after = await get(url);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(after.rawPayload.equals(before.rawPayload)).toBe(false);
    await ensureSiteCovers(ctx.db);
    expect((await get(url)).headers.etag).toBe(before.headers.etag);
  });
});

test.each([
  '/images/covers/nobody/poster-640.webp',
  '/images/covers/site-path/poster-641.webp',
  '/images/covers/site-path/circle-640.webp',
  '/images/covers/site-path/poster-640.svg',
  '/images/covers/site-path/poster-640',
  '/images/covers/..%2f..%2fetc/poster-640.webp',
  "/images/covers/x'%20or%201=1/poster-640.webp",
  '/images/covers/%00/poster-640.webp',
])('%s is not found, and nothing is drawn', async (url) => {
  const answer = await get(url);
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ code: 'not_found' });
  expect(puts).toEqual([]);
});

test('the job draws every missing rendition, once', async () => {
  const { storage } = ctx;
  // AVIF takes its time; here it is there already.
  const drawn = { bytes: 1, contentType: 'image/avif' };
  ctx.storage = { ...storage, stat: async (key) => (key.endsWith('.avif') ? drawn : storage.stat(key)) };
  const missing = listCoverRenditions().filter(
    ({ format, shape }) => format === 'webp' && shape === 'poster',
  ).length;
  await ctx.jobs.send(ctx.db, drawCoverJob, { subject: 'site-style-jazz', shape: 'poster' });
  await ctx.jobs.drain();
  expect(new Set(puts).size).toBe(missing);
  await ctx.jobs.send(ctx.db, drawCoverJob, { subject: 'site-style-jazz', shape: 'poster' });
  await ctx.jobs.send(ctx.db, drawCoverJob, { subject: 'gone', shape: 'poster' });
  await ctx.jobs.drain();
  expect(puts).toHaveLength(missing);
  ctx.storage = storage;
});

test("the site's own covers exist once, however often they are ensured", async () => {
  await ensureSiteCovers(ctx.db);
  await Promise.all([ensureSiteCovers(ctx.db), ensureSiteCovers(ctx.db)]);
  const { rows } = await ctx.pool.query(`select subject from covers where subject like 'site-%'`);
  expect(rows).toHaveLength(SITE_COVERS.length);
  expect(new Set(rows.map(({ subject }) => subject))).toEqual(
    new Set(SITE_COVERS.map(({ subject }) => subject)),
  );
  expect(styleCoverSubject('Hip Hop')).toBe('site-style-hip-hop');
  for (const style of DANCE_STYLES) {
    expect(SITE_COVERS).toContainEqual(expect.objectContaining({ subject: styleCoverSubject(style), style }));
  }
});
