// What nearly every browser test begins with.
import type { Page, Response } from '@playwright/test';

export const DEMO_PASSWORD = 'dance-demo-2026';

/** Opens a page and waits until React has taken over: presses before that are lost. */
export async function visit(page: Page, path: string): Promise<Response> {
  const response = await page.goto(path);
  await hydrated(page);
  if (!response) throw new Error(`${path} gave no response`);
  return response;
}

export async function hydrated(page: Page): Promise<void> {
  // Not expect: that looks again after a quarter and half a second, on every page of every test.
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
}

/** Fills in the sign-in form that is on the screen and sends it. */
export async function signIn(page: Page, username: string, password: string = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
