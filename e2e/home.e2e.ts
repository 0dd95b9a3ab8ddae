// The front page: complete, with its pictures, without layout shifts.
import { expect, test } from '@playwright/test';
import { DANCE_STYLES } from '#shared/vocabulary.ts';
import { visit } from './visit.ts';

test('introduces the school, doesn’t shift while loading, and loads every picture', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = globalThis as { shift?: number };
    seen.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.shift = (seen.shift ?? 0) + (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await visit(page, '/');
  await expect(page).toHaveTitle('For people who teach dance · Relevé');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Every dancer remembers a teacher.');
  for (const act of ['Certification', 'Curriculum', 'Connect']) {
    await expect(page.getByRole('main').getByRole('heading', { name: act, exact: true })).toBeVisible();
  }
  for (const style of DANCE_STYLES) {
    await expect(page.getByRole('listitem').filter({ hasText: new RegExp(`^${style}$`) })).toBeVisible();
  }
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => (globalThis as { shift?: number }).shift)).toBeLessThan(0.02);

  for (const picture of await page.locator('main img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    expect(await picture.getAttribute('width')).toMatch(/^\d+$/);
    expect(await picture.getAttribute('height')).toMatch(/^\d+$/);
  }
});
