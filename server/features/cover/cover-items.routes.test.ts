import { beforeAll, describe, expect, test } from 'vitest';
import { findUserForSignIn } from '#server/platform/user.queries.ts';
import { probeImage } from '#server/integrations/images.ts';
import { createCourse, createResource, createSeller } from '#server/seed/factories.ts';
import type { DemoName } from '#server/seed/demo.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { upsertCovers } from './cover.queries.ts';

const { app, ctx, signInAs } = await testApp();

const A_DAY = 'public, max-age=86400, stale-while-revalidate=604800';
const FOREVER = 'public, max-age=31536000, immutable';

let resource: number;
let draft: number;
let undrawn: number;
let course: number;
let courseDraft: number;

async function cover(subject: string): Promise<void> {
  await upsertCovers(ctx.db, [{ subject, seed: subject, style: 'Tap', colourway: null, isBare: false }]);
}

beforeAll(async () => {
  const seller = await findUserForSignIn(ctx.db, { nameKey: 'seller' });
  const { rows } = await ctx.pool.query('select 1 from sellers where user_id = $1', [seller?.id]);
  if (rows.length === 0) await createSeller(ctx.db, { userId: seller?.id ?? 0 });
  resource = (await createResource(ctx.db)).id;
  draft = (await createResource(ctx.db, { sellerId: seller?.id ?? 0, state: 'draft' })).id;
  undrawn = (await createResource(ctx.db)).id;
  course = (await createCourse(ctx.db)).id;
  courseDraft = (await createCourse(ctx.db, { state: 'draft', publishedAt: null })).id;
  for (const id of [resource, draft]) await cover(`resource-${id}`);
  for (const id of [course, courseDraft]) await cover(`course-${id}`);
});

async function get(url: string, as?: DemoName, headers = {}) {
  return app.inject({ url, headers: { ...(as && { cookie: await signInAs(as) }), ...headers } });
}

describe('the pictures of spec §3', () => {
  test.each([
    [() => `/uploads/resources/${resource}.webp`, 640, A_DAY],
    [() => `/uploads/courses/${course}.webp?t=1763200000000`, 640, FOREVER],
    [() => `/images/thumbnails/resource-${resource}.webp?t=1`, 320, A_DAY],
    [() => `/images/thumbnails/course-${course}.webp`, 320, A_DAY],
  ])('%s', async (url, width, caching) => {
    const answer = await get(url());
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': caching,
      'x-content-type-options': 'nosniff',
    });
    expect(await probeImage(answer.rawPayload)).toMatchObject({ format: 'webp', width });
    const again = await get(url(), undefined, { 'if-none-match': answer.headers.etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('an item without its own picture shows the default', async () => {
    const answer = await get(`/uploads/resources/${undrawn}.webp`);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/images/default-resource.webp']);
    expect(answer.headers['cache-control']).toBe('public, max-age=300');
  });

  test.each([
    '/uploads/resources/2147483000.webp',
    '/uploads/resources/9999999999.webp',
    '/uploads/resources/1.png',
    '/uploads/resources/abc.webp',
    '/uploads/resources/01.webp',
    '/uploads/resources/%00.webp',
    '/uploads/courses/0.webp',
    '/images/thumbnails/site-path.webp',
    '/images/thumbnails/resource-.webp',
    '/images/thumbnails/seller-1.webp',
  ])('%s is not found', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });
});

describe('an item that was never on sale', () => {
  test('shows its picture to its seller and to staff only, at every URL', async () => {
    for (const url of [
      `/uploads/resources/${draft}.webp`,
      `/images/thumbnails/resource-${draft}.webp`,
      `/images/covers/resource-${draft}/poster-320.webp`,
    ]) {
      for (const other of [undefined, 'member', 'multi'] as const) {
        expect((await get(url, other)).statusCode).toBe(404);
      }
      for (const one of ['seller', 'officer', 'admin'] as const) {
        const answer = await get(url, one);
        expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, no-cache']);
      }
    }
    expect((await get(`/uploads/courses/${courseDraft}.webp`)).statusCode).toBe(404);
    expect((await get(`/images/covers/course-${courseDraft}/poster-320.avif`)).statusCode).toBe(404);
  });

  test('keeps its picture once it was on sale: buyers still have it', async () => {
    await ctx.pool.query(`update resources set state = 'archived' where id = $1`, [resource]);
    expect((await get(`/uploads/resources/${resource}.webp`)).statusCode).toBe(200);
  });
});
