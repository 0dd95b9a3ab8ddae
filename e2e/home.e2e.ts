// The front page: complete, with its pictures, without layout shifts.
import { DANCE_STYLES } from '#shared/vocabulary.ts';
import { enterAs } from './enter.ts';
import { expect, test } from './test.ts';
import { go, visit } from './visit.ts';

test('introduces the school, doesn’t shift while loading, loads every picture, and each poster leads to what it shows', async ({
  page,
}) => {
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

  const posters = page.locator('.home-wall a');
  await expect(posters).toHaveCount(3);
  const targets = await posters.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(targets.map((to) => to.replace(/\d+$/, ''))).toEqual(['/courses/', '/curriculum/', '/instructors/']);
  for (const [at, to] of targets.entries()) {
    const title = await posters.nth(at).locator('strong').innerText();
    const html = await (await page.request.get(to)).text();
    // “Latin with Inés Valdivia” leads to Inés Valdivia.
    expect(html, to).toContain(title.split(' with ').at(-1));
  }
});

test('a signed-in learner continues their lesson from the home page and the dashboard', async ({
  page,
  baseURL,
}) => {
  await enterAs(page, 'member', baseURL);
  await visit(page, '/');
  await expect(page.getByRole('link', { name: 'Get Started' })).toHaveCount(0);
  const next = page.getByRole('link', { name: 'Continue where you left off' });
  const to = await next.getAttribute('href');
  expect(to).toMatch(/^\/courses\/\d+\/modules\/\d+\//);
  await next.click();
  await expect(page).toHaveURL(to ?? '');
  await go(page, '/dashboard/user');
  await expect(
    page
      .getByRole('region', { name: 'Pick up where you left off' })
      .getByRole('link', { name: /^Continue/ })
      .first(),
  ).toBeVisible();
});
