// JavaScript of the pages people open first, gzipped, counting everything a page loads by itself: at most 170 kB for the
// home page, 220 kB for those of the catalogue.
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { IS_FULL } from './axe.ts';

const BUDGETS = {
  '/': 170_000,
  '/curriculum': 220_000,
  '/curriculum/7': 220_000,
  '/courses': 220_000,
  '/courses/7': 220_000,
  '/sellers/3': 220_000,
};

/** One of each kind; `npm run e2e` measures all of them. */
const QUICK = ['/', '/curriculum', '/curriculum/7'];
const measured = Object.entries(BUDGETS).filter(([url]) => IS_FULL || QUICK.includes(url));

for (const [url, budget] of measured) {
  test(`${url} loads at most ${budget / 1000} kB of JavaScript`, async ({ page }) => {
    const sizes = new Map<string, number>();
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      void response
        .body()
        .then((body) => sizes.set(new URL(response.url()).pathname, gzipSync(body, { level: 9 }).length));
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.locator('html[data-hydrated]').waitFor();
    await page.waitForTimeout(500);
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    const list = [...sizes].map(([file, size]) => `${size} ${file}`).join('\n');
    expect(total, list).toBeGreaterThan(50_000);
    expect(total, list).toBeLessThanOrEqual(budget);
  });
}
