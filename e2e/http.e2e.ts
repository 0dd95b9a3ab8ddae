// What pages and files promise on the wire: status, caching, compression, policy, redirects.
import { expect, test } from '@playwright/test';
import { PAGE_URLS, REDIRECT_URLS, sampleUrl } from '../tests/tables/urls.ts';
import { enterAs } from './enter.ts';
import { visit } from './visit.ts';

test('every URL of the specification answers as its page, or as not built yet', async ({ request }) => {
  for (const { url, seenBy, page } of PAGE_URLS) {
    const answer = await request.get(sampleUrl(url));
    expect([url, answer.status()]).toEqual([url, page ? 200 : 404]);
    const isPrivate = Boolean(page) && seenBy !== 'everyone';
    // The two names of the dashboard are open to everyone, and only find out whose dashboard it is.
    const asksWho = isPrivate || page === 'features/dashboard/role-redirect.page.tsx';
    expect([url, (await answer.text()).includes('Verifying authentication...')]).toEqual([url, asksWho]);
    if (isPrivate) expect(answer.headers()['cache-control']).toBe('private, no-store');
  }
});

for (const { url, to } of REDIRECT_URLS) {
  test(`${url} answers 301 and leads to ${to} in the browser too`, async ({ request, page, baseURL }) => {
    const answer = await request.get(`${sampleUrl(url)}?from=old`, { maxRedirects: 0 });
    expect(answer.status()).toBe(301);
    expect(new URL(answer.headers()['location'] ?? '', baseURL).href).toBe(
      `${baseURL}${sampleUrl(to)}?from=old`,
    );

    await page.goto('/');
    await page.locator('html[data-hydrated]').waitFor();
    type Router = { navigate(path: string): Promise<void> };
    await page.evaluate(
      (path) =>
        (window as unknown as { __reactRouterDataRouter: Router }).__reactRouterDataRouter.navigate(path),
      sampleUrl(url),
    );
    await expect(page).toHaveURL(sampleUrl(to));
  });
}

test('a public page has an ETag that outlives its nonce, and a 304 that keeps the policy of the kept page', async ({
  request,
}) => {
  const first = await request.get('/about');
  const { etag, vary, 'cache-control': caching, 'content-security-policy': policy } = first.headers();
  expect(caching).toBe('public, max-age=0, s-maxage=10, stale-while-revalidate=30');
  expect(vary).toContain('Cookie');
  expect(policy).toMatch(/'nonce-/);
  const again = await request.get('/about', { headers: { 'if-none-match': etag ?? '' } });
  expect(again.status()).toBe(304);
  expect(again.headers()['content-security-policy']).toBeUndefined();
  // Longer than the server keeps a page: rendered anew, with another nonce, and still the same page.
  await new Promise((resolve) => setTimeout(resolve, 5500));
  const later = await request.get('/about');
  expect(later.headers()['content-security-policy']).not.toBe(policy);
  expect(later.headers()['etag']).toBe(etag);
});

test('a page asked for with a session cookie is never shared', async ({ request }) => {
  const answer = await request.get('/about', { headers: { cookie: 'releve_session=whatever' } });
  expect(answer.headers()['cache-control']).toBe('private, no-store');
  expect(answer.headers()['etag']).toBeUndefined();
});

test('every inline script carries the nonce of its policy', async ({ request }) => {
  const answer = await request.get('/');
  const nonce = /script-src[^;]*'nonce-([^']+)'/.exec(answer.headers()['content-security-policy'] ?? '')?.[1];
  const inline = [...(await answer.text()).matchAll(/<script(?![^>]*\bsrc=)(?![^>]*ld\+json)([^>]*)>/g)];
  expect(inline.length).toBeGreaterThan(0);
  for (const [, attributes] of inline) expect(attributes).toContain(`nonce="${nonce}"`);
});

test('the browser finds nothing to complain about in the policy', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  for (const path of ['/', '/about', '/debug', '/debug/ui']) {
    await page.goto(path);
    await page.locator('html[data-hydrated]').waitFor();
  }
  // Chromium reports the 401 of /api/user, which means "guest" and is no fault.
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
});

test('a page that comes to life slowly is first drawn as the server drew it', async ({ page, baseURL }) => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  // React does its work in steps, and each is announced by a message: answers arrive between them.
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...message: unknown[]) {
      setTimeout(() => Reflect.apply(post, this, message), 200);
    };
  });
  await visit(page, '/debug');
  await enterAs(page, 'member', baseURL);
  await visit(page, '/curriculum');
  await visit(page, '/curriculum/1');
  expect(complaints).toEqual([]);
});

test('built files are compressed ahead and kept for ever', async ({ request, playwright, baseURL }) => {
  const html = await (await request.get('/')).text();
  const script = /(\/assets\/[\w.-]+\.js)/.exec(html)?.[1] ?? '';
  const raw = await playwright.request.newContext({
    baseURL: baseURL ?? '',
    extraHTTPHeaders: { 'accept-encoding': 'br' },
  });
  const answer = await raw.get(script);
  expect(answer.headers()).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
  });
  await raw.dispose();
});

test('there are icons, a manifest, a map for search engines and default pictures', async ({ request }) => {
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as {
    name: string;
    icons: { src: string }[];
  };
  expect(manifest.name).toBe('Relevé');
  const pictures = ['resource', 'user', 'seller', 'profile'].map((name) => `/images/default-${name}.webp`);
  const files = [
    '/favicon.svg',
    '/apple-touch-icon.png',
    '/og-default.png',
    ...manifest.icons.map((icon) => icon.src),
    ...pictures,
  ];
  for (const file of files) {
    const answer = await request.get(file);
    expect([file, answer.status()]).toEqual([file, 200]);
    expect(answer.headers()['content-type']).toMatch(/^image\//);
  }
  expect((await request.get('/sitemap.xml')).status()).toBe(200);
  expect((await request.get('/robots.txt')).status()).toBe(200);
});

test('pages say what they are to search engines and link previews', async ({ page, request }) => {
  await page.goto('/about?utm=x');
  await expect(page).toHaveTitle(/· Relevé$/);
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{30,}/);
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /^http.*\.png$/);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/about$/);
  const json = (await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '';
  expect(JSON.parse(json)).toMatchObject({ '@context': 'https://schema.org' });
  const debug = await (await request.get('/debug')).text();
  expect(debug).toContain('<meta name="robots" content="noindex"');
});

test('a page’s data is in its HTML and is not asked for again in the browser', async ({ page, request }) => {
  expect(await (await request.get('/about')).text()).toContain('mailto:hello@releve.example');
  const calls: string[] = [];
  page.on('request', (sent) => calls.push(new URL(sent.url()).pathname));
  await page.goto('/about');
  await page.locator('html[data-hydrated]').waitFor();
  await expect(page.getByRole('link', { name: 'hello@releve.example' }).first()).toBeVisible();
  expect(calls).toContain('/api/user');
  expect(calls).not.toContain('/api/site');
});

test('the host a caller names decides nothing', async ({ request }) => {
  const twisted = await request.get('/about?host=1', { headers: { host: '127.0.0.1:4310/debug?' } });
  expect(twisted.status()).toBe(400);
  const other = await request.get('/nothing-here?host=2', { headers: { host: 'evil.example' } });
  expect(other.status()).toBe(404);
  expect(await other.text()).not.toContain('evil.example');
});

test('a form sent before its page was awake leads back to the page', async ({ request }) => {
  const answer = await request.post('/auth', { form: { username: 'a', password: 'b' }, maxRedirects: 0 });
  expect(answer.status()).toBe(303);
  expect(answer.headers()['location']).toBe('/auth');
});

test('visitors who wait for the same page get the policy that fits it', async ({ request }) => {
  for (const path of ['/nothing-here?at-once', '/profile-image-debug?at-once', '/about?at-once']) {
    const answers = await Promise.all(Array.from({ length: 6 }, () => request.get(path)));
    for (const answer of answers) {
      const nonce = /script-src[^;]*'nonce-([^']+)'/.exec(
        answer.headers()['content-security-policy'] ?? '',
      )?.[1];
      expect(await answer.text()).toContain(`nonce="${nonce}"`);
    }
  }
});
