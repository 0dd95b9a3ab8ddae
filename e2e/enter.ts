// Signs in without the form. Once per user and worker: sign-in attempts per account are limited.
import { expect, type Cookie, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from './visit.ts';

export type DemoName = 'admin' | 'officer' | 'seller' | 'instructor' | 'member' | 'multi';

const sessions = new Map<string, Cookie[]>();

/** The session is shared with other tests: sign out only after `enterForOnce`. */
export async function enterAs(page: Page, username: DemoName, origin: string = ''): Promise<void> {
  const key = `${origin} ${username}`;
  const known = sessions.get(key);
  if (known) return page.context().addCookies(known);
  await enterForOnce(page, username, origin);
  sessions.set(key, await page.context().cookies());
}

/** With its own session. */
export async function enterForOnce(page: Page, username: DemoName, origin: string = ''): Promise<void> {
  // Signing in replaces the current session, which other tests share.
  await page.context().clearCookies();
  const answer = await page.request.post(`${origin}/api/login`, {
    data: { username, password: DEMO_PASSWORD },
    headers: { origin },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}
