// What only a browser can check about pages: redirects, the policy, hydration. The rest is in tests/pages/wire.test.ts.
import { REDIRECT_URLS, sampleUrl } from '../tests/tables/urls.ts';
import { enterAs } from './enter.ts';
import { expect, test } from './test.ts';
import { visit } from './visit.ts';

test('old URLs redirect with 301, in the browser too', async ({ newClient, page, baseURL }) => {
  const guest = await newClient();
  // Whoever may open every page isn't sent to sign in at the same time.
  await enterAs(page, 'admin', baseURL);
  await visit(page, '/about');
  for (const { url, to } of REDIRECT_URLS) {
    const answer = await guest.get(`${sampleUrl(url)}?from=old`, { maxRedirects: 0 });
    expect([url, answer.status()]).toEqual([url, 301]);
    expect(new URL(answer.headers()['location'] ?? '', baseURL).href).toBe(
      `${baseURL}${sampleUrl(to)}?from=old`,
    );
    type Router = { navigate(path: string): Promise<void> };
    const reached = await page.evaluate(async (path) => {
      await (window as unknown as { __reactRouterDataRouter: Router }).__reactRouterDataRouter.navigate(path);
      return location.pathname;
    }, sampleUrl(url));
    expect([url, reached]).toEqual([url, sampleUrl(to)]);
  }
});

test('nothing violates the content security policy; a page’s data is in its HTML and isn’t fetched again', async ({
  page,
  newClient,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  for (const path of ['/', '/debug', '/debug/ui']) await visit(page, path);

  expect(await (await (await newClient()).get('/about')).text()).toContain('mailto:hello@releve.example');
  const calls: string[] = [];
  page.on('request', (sent) => calls.push(new URL(sent.url()).pathname));
  await visit(page, '/about');
  await expect(page.getByRole('link', { name: 'hello@releve.example' }).first()).toBeVisible();
  await expect.poll(() => calls).toContain('/api/user');
  expect(calls).not.toContain('/api/site');
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
      setTimeout(() => Reflect.apply(post, this, message), 100);
    };
  });
  await visit(page, '/debug');
  await enterAs(page, 'member', baseURL);
  await visit(page, '/curriculum');
  await visit(page, '/curriculum/1');
  expect(complaints).toEqual([]);
});
