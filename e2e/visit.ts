// How nearly every browser test starts.
import type { Locator, Page, Response } from '@playwright/test';

export const DEMO_PASSWORD = 'dance-demo-2026';

/** Opens a page and waits for hydration: earlier clicks are lost. */
export async function visit(page: Page, path: string): Promise<Response> {
  const response = await page.goto(path);
  await hydrated(page);
  if (!response) throw new Error(`${path} gave no response`);
  return response;
}

export async function hydrated(page: Page): Promise<void> {
  // Not expect, which polls only after a quarter and half a second, on every page of every test.
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
}

/** Clicks something that reloads the page (spec §4: every change of a guest's cart), and waits for the new one. */
export async function reloaded(page: Page, press: () => Promise<unknown>): Promise<void> {
  // Not the load event, which also waits for every picture.
  await page.evaluate(() => document.documentElement.setAttribute('data-left', ''));
  await press();
  await page.locator('html[data-hydrated]:not([data-left])').waitFor({ state: 'attached' });
}

/** From now on time passes only when the test says so (`page.clock.runFor`). The page must be loaded with a clock. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Fills in the sign-in form on the screen and submits it. */
export async function signIn(page: Page, username: string, password: string = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The toast with this text. Its words also sit in a live region for screen readers, so plain text finds two. */
export function toast(page: Page, words: string): Locator {
  const toasts = page.getByRole('region', { name: 'Messages (F8)' });
  return toasts.getByRole('listitem').filter({ hasText: words });
}
