// The four looks of a page: phone and desk, dark and light.
import { expect, test, type Locator, type Page } from '@playwright/test';
import { IS_FULL } from './axe.ts';

export const PHONE = 390;
export const DESK = 1280;
const ALL_LOOKS = [
  { width: PHONE, colorScheme: 'dark' },
  { width: DESK, colorScheme: 'light' },
  { width: PHONE, colorScheme: 'light' },
  { width: DESK, colorScheme: 'dark' },
] as const;
/** `npm test` uses each width and each theme once; `npm run e2e` all four pairs. */
const LOOKS = IS_FULL ? ALL_LOOKS : ALL_LOOKS.slice(0, 2);

/** Runs the check in every look; nothing may be wider than the screen. */
export async function inEveryLook(page: Page, check: (width: number) => Promise<void>): Promise<void> {
  for (const { width, colorScheme } of LOOKS) {
    await test.step(`${colorScheme}, ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      // Without motion: a color on its way from light to dark is neither.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
      await check(width);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  }
}

/** A field of a date shows all of it, and the button of its calendar. */
export async function expectWhole(field: Locator): Promise<void> {
  const [width, needed] = await field.evaluate((input) => {
    const copy = input.cloneNode() as HTMLElement;
    copy.style.cssText = 'position: absolute; width: max-content';
    input.after(copy);
    const widths = [(input as HTMLElement).offsetWidth, copy.offsetWidth] as const;
    copy.remove();
    return widths;
  });
  expect(width).toBeGreaterThanOrEqual(needed);
}
