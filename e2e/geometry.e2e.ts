// Where things stand on the screen: nothing covers what people press next, nothing is cut, results are in sight.
import type { Locator, Page } from '@playwright/test';
import { pricedResources } from './demo-resources.ts';
import { enterAs } from './enter.ts';
import { expect, test } from './test.ts';
import { go, storeGuestCart, visit } from './visit.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error(`${String(part)} is not on the screen`);
  return { ...box, bottom: box.y + box.height, right: box.x + box.width };
}

const overlap = (a: Awaited<ReturnType<typeof boxOf>>, b: Awaited<ReturnType<typeof boxOf>>) =>
  a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom;

test('the curriculum opens with results; the featured row leaves once someone searches', async ({ page }) => {
  const strip = page.getByRole('region', { name: 'Featured and bundles' });
  await visit(page, '/curriculum');
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await expect(strip.getByText(/^Bundle of \d/).first()).toBeAttached();
    const tops = await strip
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    const card = page.getByRole('region', { name: 'Results' }).getByRole('article').first();
    await expect.poll(async () => (await boxOf(card)).y).toBeLessThan(size.height - 100);
  }
  await go(page, '/curriculum?q=barre');
  await expect(strip).toHaveCount(0);
});

test('the cart drawer shows whole lines, how many more there are, and its total; toasts keep clear', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  const items = (await pricedResources(page)).slice(0, 5);
  await storeGuestCart(
    page,
    items.map(({ id: itemId, title, price }) => ({ itemId, title, price })),
  );
  await visit(page, '/about');
  await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Your cart' });
  const list = drawer.getByRole('region', { name: 'Items in your cart' });
  const more = drawer.getByRole('button', { name: /^\d more items?$/ });
  await expect(more).toBeVisible();
  expect((await boxOf(list)).height).toBeCloseTo(300, 0);
  const cut = async () => {
    const { y, bottom } = await boxOf(list);
    const end = (await more.count()) > 0 ? (await boxOf(more)).y : bottom;
    const lines = await list.locator('.cart-line').evaluateAll((each) =>
      each.map((line) => {
        const box = line.getBoundingClientRect();
        return { top: box.top, bottom: box.bottom };
      }),
    );
    return lines.filter(
      (line) => line.top < end - 2 && line.bottom > y + 2 && (line.top < y - 2 || line.bottom > end + 2),
    );
  };
  await expect.poll(cut).toEqual([]);
  for (let presses = 0; presses < 5 && (await more.count()) > 0; presses++) {
    const { y } = await boxOf(list.locator('.cart-line').first());
    await more.click();
    await expect.poll(async () => (await boxOf(list.locator('.cart-line').first())).y).toBeLessThan(y - 20);
    await expect.poll(cut).toEqual([]);
  }
  await expect(more).toHaveCount(0);
  const checkout = drawer.getByRole('button', { name: 'Checkout' });
  for (const part of [
    drawer.locator('.cart-total'),
    checkout,
    drawer.getByRole('button', { name: 'Clear Cart' }),
  ]) {
    await expect(part).toBeInViewport({ ratio: 1 });
  }
  // A guest's change reloads the page and opens the drawer again, with a toast.
  await drawer.getByRole('button', { name: 'Remove' }).first().click();
  await expect(checkout).toBeVisible();
  // Where toasts stand, whether or not this one is still there.
  const toasts = page.locator('.toasts');
  await expect.poll(async () => (await boxOf(toasts)).bottom).toBeLessThan((await boxOf(checkout)).y);
});

async function expectBelowEachOther(page: Page, bar: Locator, scrolled: number) {
  const strip = page.getByRole('complementary', { name: 'Version' });
  const up = page.getByRole('button', { name: 'Back to top' });
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), scrolled);
  await expect(up).toBeVisible();
  await expect(bar).toBeInViewport();
  await expect.poll(async () => overlap(await boxOf(bar), await boxOf(strip))).toBe(false);
  await expect.poll(async () => overlap(await boxOf(up), await boxOf(bar))).toBe(false);
  expect((await boxOf(strip)).height).toBeLessThanOrEqual(32);
}

test('version, bars and the way up keep clear of each other; initials are in the typeface of the site', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  const [item] = await pricedResources(page);
  await visit(page, `/curriculum/${item?.id}`);
  await expectBelowEachOther(page, page.locator('.resource-bar'), 1150);
  await visit(page, '/connect');
  const initials = page.locator('.cast-face svg text').first();
  await expect(initials).toBeVisible();
  expect(await initials.evaluate((text) => getComputedStyle(text).fontFamily)).toContain('Fraunces');
  // Of the demo school, whose page is long: other tests make teachers, too.
  const teachers = await page.getByRole('region', { name: 'Results' }).getByRole('link').all();
  const addresses = await Promise.all(teachers.map((teacher) => teacher.getAttribute('href')));
  const ids = addresses.map((address) =>
    Number(/^\/instructors\/(\d+)/.exec(address ?? '')?.[1] ?? Infinity),
  );
  await visit(page, `/instructors/${Math.min(...ids)}`);
  await expectBelowEachOther(page, page.locator('.teacher-bar'), 600);
});

test('while a page takes long to arrive, its shape shows', async ({ page }) => {
  await visit(page, '/about');
  const skeleton = page.locator('.page-skeleton');
  for (const [name, to] of [
    ['Curriculum', '/curriculum'],
    ['Certification', '/courses'],
  ] as const) {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/api\/(resources|courses)\b/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await expect(skeleton).toBeVisible();
    await expect(page.getByText('Loading the page')).toBeAttached();
    release();
    await expect(page).toHaveURL(to);
    await expect(skeleton).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.unroute(/\/api\/(resources|courses)\b/);
  }

  await test.step('a course tapped far down a long list on a phone: at the top, and Back finds the place again', async () => {
    await page.setViewportSize(PHONE);
    const last = page.getByRole('region', { name: 'Results' }).getByRole('article').last().getByRole('link');
    await last.first().scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    expect(place).toBeGreaterThan(PHONE.height);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/api\/courses\/\d+/, async (route) => {
      await held;
      await route.continue();
    });
    await last.first().click();
    await expect(skeleton.locator('.page-skeleton-title')).toBeInViewport();
    await expect(page.locator('.site-foot')).not.toBeInViewport();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    release();
    await expect(page).toHaveURL(/\/courses\/\d+$/);
    await expect(skeleton).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
    await page.goBack();
    await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThan(200);
  });
});

test('on a phone, cards of a list name their figures and keep their parts apart', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize(PHONE);
  await enterAs(page, 'instructor', baseURL);
  await visit(page, '/instructor/quizzes');
  const quiz = page.getByRole('table').getByRole('row').nth(1);
  for (const name of ['Learners', 'Tries', 'Passed', 'Average']) {
    await expect(quiz.locator(`[data-card="line"][data-label="${name}"]`)).toBeVisible();
  }
  await go(page, '/instructor/grading');
  const work = page.getByRole('table').getByRole('row').nth(1);
  await expect(work.locator('[data-card="figure"] time')).toBeVisible();

  await enterAs(page, 'member', baseURL);
  await visit(page, '/my-certifications');
  const hours = page.getByRole('row').filter({ hasText: 'Add what’s missing' });
  // The page moves while its parts arrive.
  await expect(async () => {
    const action = await boxOf(hours.getByRole('button', { name: 'Add what’s missing' }));
    const day = await boxOf(hours.getByText(/^[A-Z][a-z]{2} \d+(, \d{4})?$/));
    const file = await boxOf(hours.getByRole('link', { name: /attendance-sheet/ }));
    expect(day.bottom).toBeLessThan(action.y);
    expect(file.y).toBeGreaterThan(action.bottom);
  }).toPass();
});
