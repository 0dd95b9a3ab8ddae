// Every built page, light and dark, on a phone and on a desk: axe finds nothing, and nothing is wider than the screen.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { PAGE_URLS } from '../tests/tables/urls.ts';
import { visit } from './visit.ts';

const publicPages = PAGE_URLS.filter(({ page, seenBy }) => page && seenBy === 'everyone').map(
  ({ url }) => url,
);
const paths = [...publicPages, '/debug/ui', '/nothing-here'];
const LOOKS = [
  { width: 390, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;
/** Every primitive in every state takes axe as long as all other pages together: two looks show all four sides. */
const looksOf = (path: string) => (path === '/debug/ui' ? LOOKS.slice(0, 2) : LOOKS);

for (const path of paths) {
  test(`${path}, light and dark, at 390 and 1280 px`, async ({ page }) => {
    test.slow();
    await visit(page, path);
    for (const { width, colorScheme } of looksOf(path)) {
      await page.setViewportSize({ width, height: 900 });
      // Without motion: a colour on its way from light to dark is neither.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const { violations } = await new AxeBuilder({ page })
        .options({ resultTypes: ['violations'] })
        .analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`);
      expect([width, colorScheme, found]).toEqual([width, colorScheme, []]);
    }
  });
}
