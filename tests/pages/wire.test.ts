// HTTP behavior of pages and files: status, caching, compression, policy, metadata.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { createResource } from '#server/seed/factories.ts';
import { readHtml } from '../server/read-html.ts';
import { someone, someSeller } from '../server/resource-tools.ts';
import { testContext } from '../server/test-database.ts';
import { PAGE_URLS, sampleUrl } from '../tables/urls.ts';

const ctx = await testContext();
const app = await buildApp(ctx, false);
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
const nonceOf = (policy: unknown) => /script-src[^;]*'nonce-([^']+)'/.exec(String(policy))?.[1] ?? 'none';

test('every URL of the specification returns its page, or “not built yet”', async () => {
  for (const { url, seenBy, page } of PAGE_URLS) {
    const answer = await get(sampleUrl(url));
    expect([url, answer.statusCode]).toEqual([url, page ? 200 : 404]);
    const isPrivate = Boolean(page) && seenBy !== 'everyone';
    // The two URLs of the dashboard are open to everyone, and only find out whose dashboard it is.
    const asksWho = isPrivate || page === 'features/dashboard/role-redirect.page.tsx';
    expect([url, answer.body.includes('Verifying authentication...')]).toEqual([url, asksWho]);
    if (isPrivate) expect(answer.headers['cache-control']).toBe('private, no-store');
  }
});

test('items off sale get 404: drafts, unknown ids and nonsense', async () => {
  const addresses = [
    '/curriculum/999999',
    '/curriculum/abc',
    '/courses/999999',
    '/sellers/999999',
    '/sellers/x',
    '/profile/2000000000',
    '/profile/nobody',
    '/profile/0',
    '/profile/99999999999',
    '/no/such/page',
  ];
  for (const url of addresses) expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
  expect((await get('/curriculum?level=Wizard&page=-3&price=1&after=%00')).statusCode).toBe(200);
});

test("a public page has an ETag independent of its nonce, and a 304 keeps the cached page's policy", async () => {
  const first = await get('/about');
  const { etag, vary, 'cache-control': caching, 'content-security-policy': policy } = first.headers;
  expect(caching).toBe('public, max-age=0, s-maxage=10, stale-while-revalidate=30');
  expect(vary).toContain('Cookie');
  expect(policy).toMatch(/'nonce-/);
  const again = await get('/about', { 'if-none-match': String(etag) });
  expect(again.statusCode).toBe(304);
  expect(again.headers['content-security-policy']).toBeUndefined();
  // Longer than the server caches a page: rendered again, with another nonce, and still the same page.
  await sleep(5500);
  const later = await get('/about');
  expect(later.headers['content-security-policy']).not.toBe(policy);
  expect(later.headers['etag']).toBe(etag);
});

test('a page requested with a session cookie is never shared', async () => {
  const answer = await get('/about', { cookie: 'releve_session=whatever' });
  expect(answer.headers['cache-control']).toBe('private, no-store');
  expect(answer.headers['etag']).toBeUndefined();
});

test('a page looks its visitor up once, and shows each visitor what they may see', async () => {
  const [owner, stranger] = [await someSeller(ctx), await someone(ctx)];
  const draft = await createResource(ctx.db, { sellerId: owner.id, state: 'draft' });
  const page = `/curriculum/${draft.id}`;
  const answers = await Promise.all(
    [owner, stranger, owner, stranger].map(({ headers }) => get(page, headers)),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404, 200, 404]);
  expect((await get(page)).statusCode).toBe(404);

  let queries = 0;
  const count = () => void (queries += 1);
  ctx.pool.on('acquire', count);
  const queriesFor = async (headers: Record<string, string>) => {
    queries = 0;
    await get('/courses', headers);
    return queries;
  };
  await queriesFor(stranger.headers);
  const forMember = await queriesFor(stranger.headers);
  const forGuest = await queriesFor({});
  ctx.pool.off('acquire', count);
  // Both whose turn it is to render and what the page's calls may show depend on it.
  expect(forMember - forGuest).toBe(1);
});

test('every inline script carries the nonce of its policy', async () => {
  const answer = await get('/');
  const inline = [...answer.body.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*ld\+json)([^>]*)>/g)];
  expect(inline.length).toBeGreaterThan(0);
  const nonce = nonceOf(answer.headers['content-security-policy']);
  for (const [, attributes] of inline) expect(attributes).toContain(`nonce="${nonce}"`);
});

test('visitors waiting for the same page get the policy that matches it', async () => {
  for (const path of ['/nothing-here?at-once', '/profile-image-debug?at-once', '/about?at-once']) {
    for (const answer of await Promise.all(Array.from({ length: 6 }, () => get(path)))) {
      expect(answer.body).toContain(`nonce="${nonceOf(answer.headers['content-security-policy'])}"`);
    }
  }
});

test('built files are precompressed and cached forever', async () => {
  const script = /(\/assets\/[\w.-]+\.js)/.exec((await get('/')).body)?.[1] ?? '';
  expect((await get(script, { 'accept-encoding': 'br' })).headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
  });
});

test('there are icons, a manifest, a sitemap and default pictures', async () => {
  const manifest = (await get('/manifest.webmanifest')).json<{ name: string; icons: { src: string }[] }>();
  expect(manifest.name).toBe('Relevé');
  const files = [
    '/favicon.svg',
    '/apple-touch-icon.png',
    '/og-default.png',
    ...manifest.icons.map((icon) => icon.src),
    '/images/default-resource.webp',
    '/images/default-user.webp',
    '/images/default-seller.webp',
    '/images/default-profile.webp',
  ];
  for (const file of files) {
    const answer = await get(file);
    expect([file, answer.statusCode]).toEqual([file, 200]);
    expect(answer.headers['content-type']).toMatch(/^image\//);
  }
  expect((await get('/sitemap.xml')).statusCode).toBe(200);
  expect((await get('/robots.txt')).statusCode).toBe(200);
});

test('pages have metadata for search engines and link previews', async () => {
  const { body } = await get('/about?utm=x');
  const { elements } = readHtml(body);
  const attribute = (name: string, key: string, value: string, wanted: string) =>
    elements.find((one) => one.name === name && one.attributes.get(key) === value)?.attributes.get(wanted) ??
    '';
  expect(body).toMatch(/<title>[^<]+ · Relevé<\/title>/);
  expect(attribute('meta', 'name', 'description', 'content')).toMatch(/.{30,}/);
  expect(attribute('meta', 'property', 'og:image', 'content')).toMatch(/^http.*\.png$/);
  expect(attribute('link', 'rel', 'canonical', 'href')).toMatch(/\/about$/);
  const data = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(body)?.[1] ?? '';
  expect(JSON.parse(data)).toMatchObject({ '@context': 'https://schema.org' });
  expect((await get('/debug')).body).toContain('<meta name="robots" content="noindex"');
});

test('the front page is complete without scripts, and has no broken link', async () => {
  const { body } = await get('/');
  expect(body).toMatch(/<h1[^>]*>[^<]*Every dancer remembers a teacher/);
  const links = readHtml(body)
    .elements.filter(({ name }) => name === 'a')
    .map(({ attributes }) => attributes.get('href') ?? '')
    .filter((href) => /^\/(?!\/)/.test(href));
  expect(links).toContain('/auth');
  for (const link of new Set(links)) expect([link, (await get(link)).statusCode]).toEqual([link, 200]);
});

test('the Host header decides nothing', async () => {
  expect((await get('/about?host=1', { host: '127.0.0.1:4310/debug?' })).statusCode).toBe(400);
  const other = await get('/nothing-here?host=2', { host: 'evil.example' });
  expect(other.statusCode).toBe(404);
  expect(other.body).not.toContain('evil.example');
});

test('a form submitted before hydration leads back to the page', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/auth',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'username=a&password=b',
  });
  expect(answer.statusCode).toBe(303);
  expect(answer.headers['location']).toBe('/auth');
});

test('the list of all routes is one file, kept until the next deployment', async () => {
  const page = (await get('/about')).body;
  const file = /\/assets\/manifest-\w+\.js/.exec(page)?.[0] ?? '';
  const list = await get(file);
  expect(list.headers['cache-control']).toContain('immutable');
  expect(list.body).toContain('features/user-admin/users.page');
  // The page itself contains none of it.
  expect(page).not.toContain('features/user-admin/users.page');
});

test('a rendered page leaves no timer behind, which would keep all its data in memory', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const render = (url: string) => get(url, { cookie: 'releve_session=none' });
  const pages = ['/', '/curriculum', '/courses', '/connect', '/sellers'];
  for (const page of pages) await render(page);
  const before = timers();
  for (const page of [...pages, ...pages]) await render(page);
  expect(timers() - before).toBeLessThan(pages.length);
});
