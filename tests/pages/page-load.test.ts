// Pages requested by a crowd: made-up parameters are one page, renders are limited per client and per process, and
// other requests are served meanwhile. And no request line redirects off the site.
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { PageCache } from '#server/http/page-cache.ts';
import { PAGE_RENDERS } from '#server/http/page-renders.ts';
import { headerIn, sendRaw, statusIn } from '../server/raw-http.ts';
import { testApp } from '../server/test-app.ts';

const { ctx, signInAs } = await testApp();
let now = Date.now();
const pages = new PageCache(() => now);
const app = await buildApp(ctx, false, { pages });
let port = 0;
beforeAll(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => app.close());

let callers = 0;
/** A new visitor. */
const somebody = () => `10.1.${callers >> 8}.${callers++ & 0xff}`;
const nonceOf = (html: string) => /nonce="([^"]+)"/.exec(html)?.[1];

async function get(url: string, { from = somebody(), cookie = '' } = {}) {
  const answer = await app.inject({ url, remoteAddress: from, headers: { ...(cookie && { cookie }) } });
  // Whichever copy it is, its scripts run: its own policy names their nonce.
  const nonce = nonceOf(answer.body);
  if (nonce) expect(answer.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
  return answer;
}

describe('parameters a page does not read', () => {
  it("don't make another page: a thousand of them render once", async () => {
    pages.forget();
    const asked = Array.from({ length: 1000 }, (_, n) => get(`/?x=made-up-${n}&utm_source=mail-${n}`));
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => nonceOf(body))).size).toBe(1);
    expect(answers[999]?.body).not.toMatch(/made-up|utm_source/);
  });

  it('are dropped where others are read, and the order of those does not matter', async () => {
    const page = await get('/curriculum?q=ballet&page=1&x=made-up');
    expect(page.body).not.toContain('made-up');
    expect(page.body).toContain('ballet');
    const same = await get('/curriculum?page=1&y=2&q=ballet');
    expect(nonceOf(same.body)).toBe(nonceOf(page.body));
    const other = await get('/curriculum?q=tap');
    expect(nonceOf(other.body)).not.toBe(nonceOf(page.body));
  });

  it('are kept by redirects', async () => {
    expect((await get('/resources?q=ballet&from=old')).headers.location).toBe(
      '/curriculum?q=ballet&from=old',
    );
  });
});

describe('a client over the render limit', () => {
  it('is asked to come back and still gets cached pages; others are unaffected', async () => {
    await get('/about');
    const from = '2001:db8:7:7::1';
    await ctx.limiter.take('page 2001:db8:7:7::/64', { ...PAGE_RENDERS, points: 1_000_000 });
    await ctx.pool.query(`update rate_limits set points = $1 where key = 'page 2001:db8:7:7::/64'`, [
      PAGE_RENDERS.points,
    ]);
    const refused = await get('/nothing/here', { from });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['content-type']).toContain('text/html');
    expect(refused.body).toContain('Try again');
    expect(refused.body.length).toBeLessThan(3000);
    expect((await get('/nothing/here', { from: '2001:db8:7:7:9::9' })).statusCode).toBe(429);
    expect((await get('/about', { from })).statusCode).toBe(200);
    expect((await get('/nothing/here')).statusCode).toBe(404);
    expect((await get('/api/site', { from })).statusCode).toBe(200);
    const cookie = await signInAs('member');
    expect((await get('/about', { from, cookie })).statusCode).toBe(200);
  });

  it('costs the database nothing while they keep asking', async () => {
    const from = '10.2.0.1';
    await ctx.limiter.take(`page ${from}`, { ...PAGE_RENDERS, points: 1_000_000 });
    await ctx.pool.query(`update rate_limits set points = $2 where key = $1`, [
      `page ${from}`,
      PAGE_RENDERS.points,
    ]);
    for (let n = 0; n < 20; n++) expect((await get(`/nothing/${n}`, { from })).statusCode).toBe(429);
    const { rows } = await ctx.pool.query<{ points: number }>(
      'select points from rate_limits where key = $1',
      [`page ${from}`],
    );
    expect(rows[0]?.points).toBe(PAGE_RENDERS.points + 1);
  });
});

describe('more pages than can be rendered', () => {
  it('are rejected beyond a short queue, while signed-in users, the API and cached pages are served', async () => {
    pages.forget();
    const before = await get('/courses');
    await get('/about');
    now += 20_000;
    const cookie = await signInAs('member');
    const crowd = Array.from({ length: 200 }, (_, n) => get(`/curriculum?q=nobody-asked-${n}`));
    // Once the first is rejected, the queue is full.
    await Promise.any(
      crowd.map(async (one) => {
        if ((await one).statusCode !== 503) throw new Error('This one was rendered.');
      }),
    );
    const cached = await get('/courses');
    const [member, api] = await Promise.all([get('/profile/edit', { cookie }), get('/api/site')]);
    const answers = await Promise.all(crowd);
    // Sent as it was, and renewed in the background.
    const renewed = await get('/courses');
    expect(nonceOf(cached.body)).toBe(nonceOf(before.body));
    expect(nonceOf(renewed.body)).not.toBe(nonceOf(before.body));
    expect([cached.statusCode, member.statusCode, api.statusCode]).toEqual([200, 200, 200]);
    const refused = answers.filter(({ statusCode }) => statusCode === 503);
    const rendered = answers.filter(({ statusCode }) => statusCode === 200);
    expect(refused.length + rendered.length).toBe(200);
    expect(refused.length).toBeGreaterThan(100);
    expect(rendered.length).toBeGreaterThan(2);
    expect(refused[0]?.headers['retry-after']).toBe('2');
    expect(refused[0]?.body).toContain('Very busy right now');
    expect(refused[0]?.headers['cache-control']).toBe('private, no-store');
    // Over: pages are rendered again, including those only served from the cache.
    now += 10_000;
    expect((await get('/curriculum?q=later')).statusCode).toBe(200);
    expect((await get('/about')).statusCode).toBe(200);
  });
});

const EVIL = [
  '/.//evil.example',
  '//evil.example',
  '///evil.example/x',
  '/..//evil.example',
  '/x/../..//evil.example',
  '/%2e//evil.example',
  '/.%2e//evil.example',
  '/\\evil.example',
  '/\\\\evil.example',
  '/./\\evil.example',
  '/%2F/evil.example',
  '/%2f%2fevil.example',
  '/%5Cevil.example',
  '/%5c%5cevil.example',
  'http://evil.example/',
  'http://evil.example//evil.example',
  '//evil.example/course/1',
  '/.//evil.example/pricing',
  '/course/%2F%2Fevil.example',
  '/course/\\evil.example',
  '/course/..%2F..%2F%2Fevil.example',
  '/resources//evil.example',
  '/seller-store/%2F%2Fevil.example',
  '//',
  '/.//',
  '/?//evil.example',
];

describe('the request line', () => {
  it.each(['GET', 'HEAD', 'POST'])('with a %s never redirects off the site', async (method) => {
    for (const target of EVIL) {
      const length = method === 'POST' ? 'content-length: 0\r\n' : '';
      const answer = await sendRaw(
        port,
        `${method} ${target} HTTP/1.1\r\nhost: releve.example\r\nconnection: close\r\n${length}\r\n`,
      );
      expect([target, statusIn(answer)]).toEqual([target, expect.toBeOneOf([200, 301, 303, 404])]);
      const location = headerIn(answer, 'location');
      if (method === 'POST') expect([target, location]).toEqual([target, expect.stringMatching(/^\//)]);
      const leadsTo = new URL(location ?? '/', 'https://releve.example');
      expect([target, location, leadsTo.origin]).toEqual([target, location, 'https://releve.example']);
    }
  });

  it('sends a form submitted before hydration back to its page', async () => {
    const answer = await sendRaw(
      port,
      'POST /auth?x=1 HTTP/1.1\r\nhost: releve.example\r\ncontent-length: 0\r\n\r\n',
    );
    expect([statusIn(answer), headerIn(answer, 'location')]).toEqual([303, '/auth?x=1']);
  });
});
