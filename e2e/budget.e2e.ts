// JavaScript of the home page: at most 130 kB gzipped in all, counting everything the page loads by itself.
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

const BUDGET = 130_000;

test('the home page loads at most 130 kB of JavaScript', async ({ page }) => {
  const sizes = new Map<string, number>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    void response
      .body()
      .then((body) => sizes.set(new URL(response.url()).pathname, gzipSync(body, { level: 9 }).length));
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.locator('html[data-hydrated]').waitFor();
  await page.waitForTimeout(500);
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const list = [...sizes].map(([file, size]) => `${size} ${file}`).join('\n');
  expect(total, list).toBeGreaterThan(50_000);
  expect(total, list).toBeLessThanOrEqual(BUDGET);
});
