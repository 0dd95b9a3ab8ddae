// What the server sends of pages that depend on their visitor: nothing private, and never the view of somebody else.
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { testApp } from '../server/test-app.ts';

const { ctx, signInAs } = await testApp();
const app = await buildApp(ctx, false);
afterAll(() => app.close());

const get = (url: string, cookie = '') => app.inject({ url, headers: { ...(cookie && { cookie }) } });

test('staff and members are sent the frame of their pages, and no data', async () => {
  const pages = {
    admin: ['/admin', '/admin/users', '/admin/settings', '/admin/audit', '/dashboard/user'],
    member: ['/profile-image-debug', '/profile/edit', '/my-purchases'],
  } as const;
  for (const who of ['admin', 'member'] as const) {
    const cookie = await signInAs(who);
    for (const url of pages[who]) {
      const { body, headers } = await get(url, cookie);
      expect([url, body.includes('Verifying authentication...')]).toEqual([url, true]);
      expect([url, /Mireille|Abara|Admin panel/.exec(body)?.[0]]).toEqual([url, undefined]);
      expect([url, headers['cache-control']]).toEqual([url, 'private, no-store']);
    }
  }
});

test('a public page is sent to a user without the view of a guest, and without their name', async () => {
  const { body } = await get('/', await signInAs('member'));
  expect(body).not.toContain('Sign In');
  expect(body).not.toContain('Abara');
  expect((await get('/')).body).toContain('Sign In');
});

test('registration is rendered at its own URL, and sign-in is its canonical one', async () => {
  const { body } = await get('/register');
  expect(body).toContain('Create your account');
  expect(body).toMatch(/rel="canonical" href="[^"]+\/auth"/);
});

test('links from emails without their token say so', async () => {
  for (const url of ['/verify-email', '/reset-password']) {
    expect([url, (await get(url)).body.includes('This link is incomplete')]).toEqual([url, true]);
  }
});

test('links from emails are rendered with their token, as the browser will', async () => {
  const headings = {
    '/sign-in-link': 'Your sign-in link',
    '/reset-password': 'Choose a new password',
  };
  for (const [url, heading] of Object.entries(headings)) {
    expect([url, (await get(`${url}?token=abc`)).body.includes(heading)]).toEqual([url, true]);
  }
});

test('/debug is sent without the state of a browser, which the server can’t know', async () => {
  const { body } = await get('/debug');
  expect(body).toContain('<meta name="robots" content="noindex"');
  expect(body).not.toContain('not set');
});

test('pages around the catalogue have header, footer and the way up', async () => {
  for (const url of ['/auth', '/register', '/simple-checkout']) {
    const { body } = await get(url);
    expect([url, body.includes('Back to top')]).toEqual([url, true]);
    if (url === '/simple-checkout') continue;
    expect([url, body.includes('<header'), body.includes('<footer')]).toEqual([url, true, true]);
  }
});

test('a missing item offers a search where it would have been', async () => {
  for (const list of ['/curriculum', '/courses']) {
    const { statusCode, body } = await get(`${list}/999999`);
    expect(statusCode).toBe(404);
    const main = body.slice(body.indexOf('<main'), body.indexOf('</main>'));
    expect([list, main.includes(`action="${list}"`)]).toEqual([list, true]);
  }
});
