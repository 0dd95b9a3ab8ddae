// The version strip at the bottom of every page, over nothing (spec §2, §7, §8).
import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';
import { visit } from './visit.ts';

const strip = (page: Page) => page.getByRole('complementary', { name: 'Version' });

/** What is at the bottom edge of the screen. */
const isAtTheEdge = (page: Page) =>
  page.evaluate(() =>
    document.elementsFromPoint(innerWidth / 2, innerHeight - 4).some((one) => one.closest('.version')),
  );

async function expectAtTheBottom(page: Page): Promise<void> {
  await expect(strip(page)).toContainText('Version 1.0.0');
  await expect(strip(page)).toContainText(/built \d{4}-\d{2}-\d{2}/);
  await expect(strip(page).getByRole('alert')).toHaveCount(0);
  const gap = () => strip(page).evaluate((element) => innerHeight - element.getBoundingClientRect().bottom);
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  expect(await gap()).toBeCloseTo(0, 0);
  const contentEnd = await page.evaluate(() => {
    const last = document.querySelector('footer') ?? document.querySelector('main');
    return last?.getBoundingClientRect().bottom ?? 0;
  });
  const stripTop = await strip(page).evaluate((element) => element.getBoundingClientRect().top);
  expect(contentEnd).toBeLessThanOrEqual(stripTop + 1);
}

test('ends every page without covering anything; alerts when the server runs another version or is silent', async ({
  page,
}) => {
  await page.route('**/api/version', (route) =>
    route.fulfill({
      json: { version: '1.1.0', buildDate: '2026-11-15T00:00:00Z', environment: 'test', features: [] },
    }),
  );
  await visit(page, '/');
  const alert = strip(page).getByRole('alert');
  await expect(alert).toContainText('1.1.0');
  await expect(alert).toContainText('Reload to continue.');
  // An alert stays in sight.
  expect(await isAtTheEdge(page)).toBe(true);
  await page.unroute('**/api/version');
  await alert.getByRole('button', { name: 'Reload' }).click();
  await expect(strip(page)).toContainText('built');
  await expect(alert).toHaveCount(0);
  expect(await isAtTheEdge(page)).toBe(false);
  await expectAtTheBottom(page);
  expect(await isAtTheEdge(page)).toBe(true);
  await visit(page, '/auth');
  await expectAtTheBottom(page);

  await page.route('**/api/version', (route) => route.abort());
  await visit(page, '/no-such-page');
  await expect(alert).toContainText('Version check failed: no answer from the server');
});
