// Every built page, light and dark, on a phone and on a desk: axe finds nothing, and nothing is wider than the screen.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { PAGE_URLS } from '../tests/tables/urls.ts';
import { visit } from './visit.ts';

const publicPages = PAGE_URLS.filter(({ page, seenBy }) => page && seenBy === 'everyone').map(
  ({ url }) => url,
);
const paths = [...publicPages, '/debug/ui', '/nothing-here'];
const themes = ['light', 'dark'] as const;
const widths = [390, 1280];

for (const path of paths) {
  test(`${path}, light and dark, at 390 and 1280 px`, async ({ page }) => {
    test.slow();
    await visit(page, path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme });
        const { violations } = await new AxeBuilder({ page }).analyze();
        const found = violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`,
        );
        expect([width, colorScheme, found]).toEqual([width, colorScheme, []]);
      }
    }
  });
}
