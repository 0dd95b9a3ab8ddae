// What only a browser can check about pages: redirects, the policy, hydration. The rest is in tests/pages/wire.test.ts.
import { expect, test } from '@playwright/test';
import { REDIRECT_URLS, sampleUrl } from '../tests/tables/urls.ts';
import { enterAs } from './enter.ts';
import { visit } from './visit.ts';

test('old URLs redirect with 301, in the browser too', async ({ request, page, baseURL }) => {
  for (const { url, to } of REDIRECT_URLS) {
    // From a fresh page: one that sends guests to sign in would do so in the middle of the next navigation.
    await visit(page, '/about');
    const answer = await request.get(`${sampleUrl(url)}?from=old`, { maxRedirects: 0 });
    expect([url, answer.status()]).toEqual([url, 301]);
    expect(new URL(answer.headers()['location'] ?? '', baseURL).href).toBe(
      `${baseURL}${sampleUrl(to)}?from=old`,
    );
    type Router = { navigate(path: string): Promise<void> };
    await page.evaluate(
      (path) =>
        (window as unknown as { __reactRouterDataRouter: Router }).__reactRouterDataRouter.navigate(path),
      sampleUrl(url),
    );
    await expect(page).toHaveURL(sampleUrl(to));
  }
});

test('nothing violates the content security policy', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  for (const path of ['/', '/about', '/debug', '/debug/ui']) {
    await page.goto(path);
    await page.locator('html[data-hydrated]').waitFor();
  }
  // Chromium reports the 401 of /api/user, which means "guest" and is not an error.
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
});

test('a page that hydrates slowly first shows the server’s rendering', async ({ page, baseURL }) => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  // React works in steps, each announced by a message: responses arrive between them.
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

test('a page’s data is in its HTML and isn’t fetched again', async ({ page, request }) => {
  expect(await (await request.get('/about')).text()).toContain('mailto:hello@releve.example');
  const calls: string[] = [];
  page.on('request', (sent) => calls.push(new URL(sent.url()).pathname));
  await page.goto('/about');
  await page.locator('html[data-hydrated]').waitFor();
  await expect(page.getByRole('link', { name: 'hello@releve.example' }).first()).toBeVisible();
  expect(calls).toContain('/api/user');
  expect(calls).not.toContain('/api/site');
});
