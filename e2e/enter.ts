// Signed in without the form. Once for each person and worker: every sign-in costs the server a second of hashing,
// and an account has only so many tries.
import { expect, type Cookie, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from './visit.ts';

export type DemoName = 'admin' | 'officer' | 'seller' | 'instructor' | 'member' | 'multi';

const sessions = new Map<string, Cookie[]>();

export async function enterAs(page: Page, username: DemoName, origin: string = ''): Promise<void> {
  const key = `${origin} ${username}`;
  const known = sessions.get(key);
  if (known) return page.context().addCookies(known);
  const answer = await page.request.post(`${origin}/api/login`, {
    data: { username, password: DEMO_PASSWORD },
    headers: { origin },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  sessions.set(key, await page.context().cookies());
}
