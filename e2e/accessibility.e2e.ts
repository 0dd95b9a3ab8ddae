// Every built page, light and dark, on a phone and on a desk: axe finds nothing, and nothing is wider than the screen.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { PAGE_URLS } from '../tests/tables/urls.ts';

const publicPages = PAGE_URLS.filter(({ page, seenBy }) => page && seenBy === 'everyone').map(
  ({ url }) => url,
);
const paths = [...publicPages, '/debug/ui', '/nothing-here'];
const themes = ['light', 'dark'] as const;
const widths = [390, 1280];

for (const path of paths) {
  for (const colorScheme of themes) {
    for (const width of widths) {
      test(`${path} in ${colorScheme} at ${width} px`, async ({ browser, baseURL }) => {
        const context = await browser.newContext({
          baseURL: baseURL ?? '',
          colorScheme,
          viewport: { width, height: 900 },
        });
        const page = await context.newPage();
        await page.goto(path);
        await page.locator('html[data-hydrated]').waitFor();
        await page.evaluate(() => document.fonts.ready);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`),
        ).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await context.close();
      });
    }
  }
}
