// Finding something in the store and among the courses: by words, by choices, by style, by hand and by keyboard.
import { expect, test, type Page } from '@playwright/test';
import { hydrated, visit } from './visit.ts';

const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const cards = (page: Page) => results(page).getByRole('article');
const found = (page: Page) => page.locator('output.result-count');

test('words are suggested while one types, walked through by keyboard, and found although mistyped', async ({
  page,
}) => {
  await visit(page, '/curriculum');
  const line = page.getByRole('combobox', { name: 'Search the curriculum' });
  await line.focus();
  await page.keyboard.type('warm');
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await expect(list.getByRole('option').first()).toContainText(/warm/i);
  await page.keyboard.press('ArrowDown');
  await expect(list.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/curriculum?q=warm');
  await expect(cards(page).first()).toContainText(/warm/i);
  await line.fill('balet');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/curriculum?q=balet');
  await expect(
    results(page)
      .getByText(/ballet/i)
      .first(),
  ).toBeVisible();
  await expect(cards(page).first()).toBeVisible();
  await line.fill('zzzz qqqq');
  await page.keyboard.press('Enter');
  await expect(results(page).getByRole('heading', { level: 2 })).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
});

test('choices narrow the list, are in the address, and Back restores them and the place on the page', async ({
  page,
}) => {
  await visit(page, '/curriculum');
  const all = await found(page).textContent();
  await page.getByRole('checkbox', { name: /^Children \(5-8\)/ }).check();
  await expect(page).toHaveURL('/curriculum?ageGroup=Children+%285-8%29');
  await expect(found(page)).not.toHaveText(all ?? '');
  const children = await found(page).textContent();
  await page.getByRole('checkbox', { name: /^Beginner/ }).check();
  await expect(page).toHaveURL(/level=Beginner/);
  await expect(found(page)).not.toHaveText(children ?? '');
  const narrowed = await found(page).textContent();
  await page.getByLabel('Sort by').selectOption('Price, low to high');
  await expect(page).toHaveURL(/sort=price-low/);
  const last = cards(page).last().getByRole('link');
  await last.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(200);
  await last.click();
  await expect(page).toHaveURL(/\/curriculum\/\d+$/);
  await page.goBack();
  await expect(page).toHaveURL(/ageGroup=.*level=Beginner.*sort=price-low/);
  await expect(found(page)).toHaveText(narrowed ?? '');
  await expect(page.getByRole('checkbox', { name: /^Beginner/ })).toBeChecked();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled - 300);
  await page.getByRole('link', { name: 'Clear all filters' }).click();
  await expect(found(page)).toHaveText(all ?? '');
});

test('a style leads from the front page to its shelf, and pages lead on', async ({ page }) => {
  await visit(page, '/');
  await page.getByRole('main').getByRole('link', { name: 'Tap', exact: true }).click();
  await expect(page).toHaveURL('/curriculum?style=Tap');
  await expect(page.getByRole('navigation', { name: 'Dance style' }).getByText('Tap')).toHaveAttribute(
    'aria-current',
    'true',
  );
  await visit(page, '/curriculum');
  const first = await cards(page).first().textContent();
  await page
    .getByRole('navigation', { name: 'Pages of results' })
    .getByRole('link', { name: /next/i })
    .click();
  await expect(page).toHaveURL(/page=2/);
  await expect(cards(page).first()).not.toHaveText(first ?? '');
  await expect(results(page)).toBeFocused();
});

test('what was looked at is there again, and what a visitor sees works without scripts', async ({
  page,
  browser,
  baseURL,
}) => {
  await visit(page, '/curriculum?sort=newest');
  const title = await cards(page).first().getByRole('heading').textContent();
  await cards(page).first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
  await visit(page, '/curriculum');
  await expect(page.getByRole('region', { name: 'Recently viewed' })).toContainText(title ?? '');
  const context = await browser.newContext({ ...(baseURL && { baseURL }), javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto('/curriculum');
  await plain.getByRole('checkbox', { name: /^Advanced/ }).check();
  await plain.getByRole('button', { name: 'Show results' }).click();
  await expect(plain).toHaveURL(/level=Advanced/);
  await plain.getByRole('combobox', { name: 'Search the curriculum' }).fill('music');
  await plain.keyboard.press('Enter');
  await expect(plain).toHaveURL(/q=music/);
  await context.close();
});

test('on a phone filters are a sheet, and nothing is wider than the hand', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, '/curriculum');
  await expect(page.getByRole('navigation', { name: 'Pages of results' })).toHaveText(/^1\s*2\s*…\s*\d$/, {
    useInnerText: true,
  });
  await page.getByRole('button', { name: /^Filters/ }).click();
  const sheet = page.getByRole('region', { name: 'Filters' });
  const levels = sheet.getByRole('group', { name: 'Level' }).getByRole('checkbox');
  const offered = await levels.count();
  await sheet.getByRole('checkbox', { name: /^Audio/ }).check();
  await expect(page).toHaveURL(/type=audio/);
  // No music is for professionals alone; the choice stays where it was all the same.
  await expect(levels).toHaveCount(offered);
  await sheet.getByRole('button', { name: /^Show \d+ resources?$/ }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: 'Filters, 1' })).toBeVisible();
  await expect(cards(page).first()).toContainText('Audio');
  for (const url of ['/curriculum?style=Swing', '/courses?style=Folk']) {
    await visit(page, url);
    const styles = page.getByRole('navigation', { name: 'Dance style' });
    await expect(styles.locator('[aria-current]')).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
});

test('certifications come first, and a course shows what is in it and gives a lesson to read', async ({
  page,
}) => {
  await visit(page, '/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Certification' }).click();
  await expect(page).toHaveURL('/courses');
  await hydrated(page);
  await expect(cards(page).first()).toContainText('Certification');
  await page.getByRole('radio', { name: /^Certification/ }).check();
  await expect(page).toHaveURL(/kind=certification/);
  await cards(page).first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/courses\/\d+$/);
  await expect(page.getByRole('heading', { name: 'The programme' })).toBeVisible();
  await expect(page.getByText('Credit for further training')).toBeVisible();
  await page.getByRole('button', { name: 'Read the first lesson free' }).click();
  const dialog = page.getByRole('dialog');
  expect((await dialog.textContent())?.length).toBeGreaterThan(400);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('the search of the header leads to the store from anywhere', async ({ page }) => {
  await visit(page, '/about');
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox').fill('breath');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/curriculum?q=breath');
});

test('what is not there leads back to a search', async ({ page }) => {
  for (const url of ['/curriculum/999999', '/courses/999999']) {
    await page.goto(url);
    await expect(page.getByRole('main').getByRole('search')).toHaveAttribute(
      'action',
      url.startsWith('/courses') ? '/courses' : '/curriculum',
    );
  }
});
