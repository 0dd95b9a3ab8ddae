// Finding something in the catalogue and among the courses: by search, filters and style, by mouse and keyboard.
import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';
import { go, visit } from './visit.ts';

const results = (page: Page) => page.getByRole('region', { name: 'Results' });
const cards = (page: Page) => results(page).getByRole('article');
const found = (page: Page) => page.locator('output.result-count');

test('search suggests while typing, works by keyboard, and tolerates typos', async ({ page }) => {
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
  // What the words name becomes chips; removing one keeps the others.
  await line.fill('ballet 6-8 year olds');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/curriculum?q=ballet+6-8+year+olds');
  const chips = results(page).getByRole('list', { name: 'Chosen filters' });
  await expect(chips.getByRole('listitem')).toHaveText([/Ballet$/, /Children \(5-8\)$/]);
  await expect(page.getByRole('checkbox', { name: /^Children/ })).toBeChecked();
  await chips.getByRole('link', { name: /Ballet/ }).click();
  await expect(page).toHaveURL('/curriculum?ageGroup=Children+%285-8%29');
  await expect(line).toHaveValue('');
  await line.fill('zzzz qqqq');
  await page.keyboard.press('Enter');
  await expect(results(page).getByRole('heading', { name: 'No resources for “zzzz qqqq”' })).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
});

test('courses and instructors read a search as the curriculum does; the header leads to both by keyboard', async ({
  page,
}) => {
  await visit(page, '/courses');
  const search = page.getByRole('combobox', { name: 'Search courses' });
  await search.fill('ballet for 6 year olds');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/courses?q=ballet+for+6+year+olds');
  const chips = results(page).getByRole('list', { name: 'Chosen filters' });
  await expect(chips.getByRole('listitem')).toHaveText([/Ballet$/, /Children \(5-8\)$/]);
  await expect(cards(page).filter({ hasText: 'Ballet Teaching Certification' })).toBeVisible();
  await chips.getByRole('link', { name: /Ballet/ }).click();
  await expect(page).toHaveURL('/courses?ageGroup=Children+%285-8%29');
  await expect(search).toHaveValue('');

  await visit(page, '/connect?q=hip+hop+for+teens');
  await expect(chips.getByRole('listitem')).toHaveText([/Hip Hop$/, /Teen \(13-17\)$/]);
  await expect(results(page).getByRole('link', { name: 'Marcus Oyelaran', exact: true })).toBeVisible();
  await chips.getByRole('link', { name: /Teen/ }).click();
  await expect(page).toHaveURL('/connect?style=Hip+Hop');

  const open = async (typed: string, option: string) => {
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Search', exact: true })).toBeFocused();
    await page.keyboard.type(typed);
    const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
    await expect(options.filter({ hasText: option })).toBeVisible();
    const place = (await options.allTextContents()).findIndex((text) => text.includes(option));
    for (let step = 0; step <= place; step++) await page.keyboard.press('ArrowDown');
    await expect(options.nth(place)).toHaveAttribute('aria-selected', 'true');
    await expect(options.nth(place)).toHaveText(option);
    await page.keyboard.press('Enter');
  };
  await open('hip hop cert', 'Hip Hop Teaching CertificationCourse');
  await expect(page.getByRole('heading', { level: 1, name: 'Hip Hop Teaching Certification' })).toBeVisible();
  await open('ines', 'Inés ValdiviaInstructor');
  await expect(page).toHaveURL(/\/instructors\/\d+$/);
});

test('filters narrow the list and are in the URL; Back restores them and the scroll position; what was viewed is listed', async ({
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
  const sorted = page.waitForResponse(/\/api\/resources\?.*sort=price-low/);
  await page.getByLabel('Sort by').selectOption('Price, low to high');
  await expect(page).toHaveURL(/sort=price-low/);
  await sorted;
  const last = cards(page).last().getByRole('link');
  let scrolled = 0;
  // The cards of the former order leave when those of the new one are drawn.
  await expect(async () => {
    await last.scrollIntoViewIfNeeded({ timeout: 1000 });
    scrolled = await page.evaluate(() => scrollY);
    expect(scrolled).toBeGreaterThan(200);
  }).toPass();
  await last.click();
  await expect(page).toHaveURL(/\/curriculum\/\d+$/);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).not.toHaveText('Curriculum');
  const title = await heading.innerText();
  await page.goBack();
  await expect(page).toHaveURL(/ageGroup=.*level=Beginner.*sort=price-low/);
  await expect(found(page)).toHaveText(narrowed ?? '');
  await expect(page.getByRole('checkbox', { name: /^Beginner/ })).toBeChecked();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled - 300);
  await page.getByRole('link', { name: 'Clear all filters' }).click();
  await expect(found(page)).toHaveText(all ?? '');
  await expect(page.getByRole('region', { name: 'Recently viewed' })).toContainText(title);
});

test('a style on the home page leads to its filtered list, with paging', async ({ page }) => {
  await visit(page, '/');
  await page.getByRole('main').getByRole('link', { name: 'Tap', exact: true }).click();
  await expect(page).toHaveURL('/curriculum?style=Tap');
  await expect(page.getByRole('navigation', { name: 'Dance style' }).getByText('Tap')).toHaveAttribute(
    'aria-current',
    'true',
  );
  await go(page, '/curriculum');
  await expect(page).toHaveURL('/curriculum');
  await expect(page.getByRole('navigation', { name: 'Dance style' }).getByText('Tap')).not.toHaveAttribute(
    'aria-current',
    'true',
  );
  const first = await cards(page).first().textContent();
  await page
    .getByRole('navigation', { name: 'Pages of results' })
    .getByRole('link', { name: /next/i })
    .click();
  await expect(page).toHaveURL(/page=2/);
  await expect(cards(page).first()).not.toHaveText(first ?? '');
  await expect(results(page)).toBeFocused();
});

test('the list works without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto('/curriculum');
  await plain.getByRole('checkbox', { name: /^Advanced/ }).check();
  await plain.getByRole('button', { name: 'Show results' }).click();
  await expect(plain).toHaveURL(/level=Advanced/);
  await plain.getByRole('combobox', { name: 'Search the curriculum' }).fill('music');
  await plain.keyboard.press('Enter');
  await expect(plain).toHaveURL(/q=music/);
  await plain.goto('/curriculum?q=hip+hop+for+teens');
  await plain.getByRole('list', { name: 'Chosen filters' }).getByRole('link', { name: /Teen/ }).click();
  await expect(plain).toHaveURL('/curriculum?style=Hip+Hop');
  await context.close();
});

test('on a phone filters open in a sheet, and nothing overflows', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, '/curriculum');
  await expect(page.getByRole('navigation', { name: 'Pages of results' })).toHaveText(/^1\s*2\s*…\s*\d$/, {
    useInnerText: true,
  });
  await page.getByRole('button', { name: /^Filters/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(sheet.getByRole('button', { name: /^Show \d+ resources?$/ })).toBeFocused();
  const levels = sheet.getByRole('group', { name: 'Level' }).getByRole('checkbox');
  const offered = await levels.count();
  await sheet.getByRole('checkbox', { name: /^Audio/ }).check();
  await expect(page).toHaveURL(/type=audio/);
  // No music is for professionals only; the filter stays anyway.
  await expect(levels).toHaveCount(offered);
  await sheet.getByRole('button', { name: /^Show \d+ resources?$/ }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: 'Filters, 1' })).toBeVisible();
  await expect(cards(page).first()).toContainText('Audio');
  for (const url of ['/curriculum?style=Swing', '/courses?style=Folk']) {
    await go(page, url);
    const styles = page.getByRole('navigation', { name: 'Dance style' });
    await expect(styles.locator('[aria-current]')).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
});

test('a suppressed 401 leaves a page that says what to do (spec §6); the header search leads to the catalogue from anywhere', async ({
  page,
}) => {
  await visit(page, '/about');
  await page.route(/\/api\/(resources|curriculum|courses)(\/|\?|$)/, (route) =>
    route.fulfill({ status: 401, json: { code: 'unauthenticated', message: 'No.' } }),
  );
  const menu = page.getByRole('navigation', { name: 'Main' });
  for (const [name, heading] of [
    ['Curriculum', 'Curriculum'],
    ['Certification', 'Certification and courses'],
  ] as const) {
    await menu.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('main').getByText('Sign in to see this.')).toBeVisible();
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  }
  await expect(page.locator('li.toast')).toHaveCount(0);
  await page.unroute(/\/api\/(resources|curriculum|courses)(\/|\?|$)/);

  await go(page, '/about');
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox').fill('breath');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/curriculum?q=breath');
  await expect(cards(page).first()).toBeVisible();
});

test('certifications come first; a course shows its outline and a preview lesson', async ({ page }) => {
  await visit(page, '/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Certification' }).click();
  await expect(page).toHaveURL('/courses');
  await expect(cards(page).first()).toContainText('Certification');
  await page.getByRole('radio', { name: /^Certification/ }).check();
  await expect(page).toHaveURL(/kind=certification/);
  await cards(page).first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/courses\/\d+$/);
  await expect(page.getByRole('heading', { name: 'The programme' })).toBeVisible();
  await expect(page.getByText('Credit for further training')).toBeVisible();
  await page.getByRole('link', { name: 'Try the first lesson free' }).click();
  await expect(page).toHaveURL(/\/courses\/\d+\/preview\/\d+$/);
  const lesson = page.getByRole('main').getByRole('article').first();
  await expect.poll(async () => (await lesson.textContent())?.length).toBeGreaterThan(400);
});
