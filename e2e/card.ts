// What browser tests that pay with a card have in common.
import { expect, type Page } from '@playwright/test';
import { expectNothingFoundOnTheWay } from './axe.ts';

const EXPIRY = '04 / 35';

export const pay = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });

/** Any card of the sandbox. */
export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill(EXPIRY);
  await page.getByLabel('Security code').fill('123');
}

/** On a phone in dark mode, on a desktop in light mode; `npm run e2e` checks all four pairs. */
export async function look(page: Page): Promise<void> {
  // A hovered button has its own colors.
  await page.mouse.move(0, 0);
  const width = page.viewportSize()?.width ?? 0;
  const usual = [width < 900 ? 'dark' : 'light'] as const;
  for (const colorScheme of process.env['E2E_FULL'] ? (['dark', 'light'] as const) : usual) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    await expectNothingFoundOnTheWay(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}
