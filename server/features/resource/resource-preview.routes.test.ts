import { beforeAll, describe, expect, test } from 'vitest';
import { findUserForSignIn } from '#server/platform/user.queries.ts';
import type { DemoName } from '#server/seed/demo.ts';
import { createResource, createSeller } from '#server/seed/factories.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { previewUrl } from './resource-preview.service.ts';

const { app, ctx, signInAs } = await testApp();
const SOUND = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 251));

let listed: { resourceId: number; previewId: number };
let draft: { resourceId: number; previewId: number };

async function addPreview(resourceId: number, contentType = 'audio/wav', position = 0) {
  const key = `previews/${resourceId}/${position}.wav`;
  await ctx.storage.put(key, SOUND, { contentType: 'application/octet-stream' });
  const { rows } = await ctx.pool.query<{ id: number }>(
    `insert into resource_previews (resource_id, position, kind, storage_key, content_type)
     values ($1, $2, 'audio', $3, $4) returning id`,
    [resourceId, position, key, contentType],
  );
  return { resourceId, previewId: rows[0]?.id ?? 0 };
}

beforeAll(async () => {
  const seller = await findUserForSignIn(ctx.db, { nameKey: 'seller' });
  const sellerId = seller?.id ?? 0;
  const { rows } = await ctx.pool.query('select 1 from sellers where user_id = $1', [sellerId]);
  if (rows.length === 0) await createSeller(ctx.db, { userId: sellerId });
  listed = await addPreview((await createResource(ctx.db)).id);
  draft = await addPreview((await createResource(ctx.db, { sellerId, state: 'draft' })).id);
});

async function ask(url: string, headers: Record<string, string> = {}, as?: DemoName, method = 'GET') {
  const cookie = as ? { cookie: await signInAs(as) } : {};
  return app.inject({ method: method as 'GET', url, headers: { ...cookie, ...headers } });
}

describe('a preview', () => {
  test('is served with its own type, and may run nothing', async () => {
    const answer = await ask(previewUrl(listed), { 'accept-encoding': 'br, gzip' });
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(SOUND)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'audio/wav',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    });
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=900-', 900, 999],
    ['bytes=-10', 990, 999],
    ['bytes=990-5000', 990, 999],
  ])('supports the range %s for players', async (range, start, end) => {
    const answer = await ask(previewUrl(listed), { range });
    expect(answer.statusCode).toBe(206);
    expect(answer.headers).toMatchObject({
      'content-range': `bytes ${start}-${end}/1000`,
      'content-length': String(end - start + 1),
    });
    expect(answer.rawPayload.equals(SOUND.subarray(start, end + 1))).toBe(true);
  });

  test('rejects an invalid range, and sends all of a changed file', async () => {
    const beyond = await ask(previewUrl(listed), { range: 'bytes=1000-' });
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */1000']);
    const changed = await ask(previewUrl(listed), { range: 'bytes=0-9', 'if-range': '"older"' });
    expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, 1000]);
  });

  test('is not sent again to a browser that has it, nor with HEAD', async () => {
    const head = await ask(previewUrl(listed), {}, undefined, 'HEAD');
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '1000']);
    const again = await ask(previewUrl(listed), { 'if-none-match': String(head.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

describe('a preview of an item off sale', () => {
  test.each(['GET', 'HEAD'])('is not found for others (%s)', async (method) => {
    for (const other of [undefined, 'member', 'multi'] as const) {
      expect((await ask(previewUrl(draft), {}, other, method)).statusCode).toBe(404);
      expect((await ask(previewUrl(draft), { range: 'bytes=0-1' }, other, method)).statusCode).toBe(404);
    }
  });

  test('is visible to its seller and staff, and stays out of shared caches', async () => {
    for (const one of ['seller', 'officer', 'admin'] as const) {
      const answer = await ask(previewUrl(draft), {}, one);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    }
  });

  test("can't be reached through another resource", async () => {
    const url = previewUrl({ resourceId: listed.resourceId, previewId: draft.previewId });
    expect((await ask(url)).statusCode).toBe(404);
  });
});

test('only preview types are served', async () => {
  const odd = await addPreview(listed.resourceId, 'text/html', 1);
  expect((await ask(previewUrl(odd))).statusCode).toBe(404);
});

test.each([
  '/api/resources/x/previews/1',
  '/api/resources/1/previews/99999999999',
  '/api/resources/0/previews/1',
])('%s is not a preview URL', async (url) => {
  expect((await ask(url)).statusCode).toBe(400);
});
