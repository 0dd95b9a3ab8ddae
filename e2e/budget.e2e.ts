// JavaScript of the pages people open first, gzipped, counting everything a page loads by itself: at most 170 kB for the
// home page, 220 kB for those of the catalogue.
import { gzipSync } from 'node:zlib';
import { IS_FULL } from './axe.ts';
import { expect, test } from './test.ts';
import { hydrated } from './visit.ts';

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
    await hydrated(page);
    // Until nothing more comes, whatever hydration or an idle moment asks for.
    let before = 0;
    const isComplete = () => {
      const isSame = sizes.size === before;
      before = sizes.size;
      return isSame;
    };
    await expect.poll(isComplete, { intervals: [300] }).toBe(true);
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    const list = [...sizes].map(([file, size]) => `${size} ${file}`).join('\n');
    expect(total, list).toBeGreaterThan(50_000);
    expect(total, list).toBeLessThanOrEqual(budget);
  });
}
