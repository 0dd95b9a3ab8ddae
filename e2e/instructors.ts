// Choosing a time of an instructor in the browser.
import { expect, type Page } from '@playwright/test';

const slots = (page: Page) => page.getByRole('button', { name: /^\w+day, \w+ \d+, \d+:\d\d [AP]M$/ });

/** Late in a week there may be too few times left in it, so this goes on to the next ones. */
export async function chooseTime(page: Page, at: number): Promise<string> {
  const later = page.getByRole('button', { name: 'Later week' });
  await expect(later.or(slots(page).first()).first()).toBeVisible({ timeout: 20_000 });
  for (let week = 0; week < 8 && (await later.isVisible()); week++) {
    await expect(page.locator('.slot-week[aria-busy]')).toHaveCount(0, { timeout: 20_000 });
    if ((await slots(page).count()) > at) break;
    await later.click();
  }
  const slot = slots(page).nth(at);
  const name = (await slot.getAttribute('aria-label', { timeout: 20_000 })) ?? '';
  await slot.click();
  return name;
}
