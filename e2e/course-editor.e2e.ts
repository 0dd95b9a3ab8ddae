// An instructor builds a course from scratch: a title, a pasted outline, text, a quiz, and it is published.
import type { Page } from '@playwright/test';
import { expectNothingFoundOnTheWay } from './axe.ts';
import { enterAs } from './enter.ts';
import { expect, test } from './test.ts';
import { go, visit } from './visit.ts';

const saved = (page: Page) => expect(page.getByText(/Saved at/)).toBeVisible();
const outline = (page: Page) => page.getByRole('complementary', { name: 'Course outline' });

async function writeQuestion(
  page: Page,
  number: number,
  prompt: string,
  right: string,
  wrong: string,
): Promise<void> {
  await page.getByRole('button', { name: 'Add a question' }).click();
  const question = page.getByRole('listitem', { name: `Question ${number}` });
  await question.getByLabel(`Question ${number}`, { exact: true }).fill(prompt);
  await question.getByLabel(`Option 1 of question ${number}`).fill(right);
  await question.getByLabel(`Option 2 of question ${number}`).fill(wrong);
  await question.getByLabel('Option 1 is right').check();
}

type Spot = [number, number];

/** A question whose picture is uploaded; `at` finds a place in it by shares of its width and height. */
async function askForSpot(page: Page, number: number, prompt: string) {
  await page.getByRole('button', { name: 'Add a question' }).click();
  const question = page.getByRole('listitem', { name: `Question ${number}` });
  await question.getByLabel(`Question ${number}`, { exact: true }).fill(prompt);
  await question.getByLabel('Kind of question').selectOption('Point at a picture');
  await question
    .getByLabel(`Upload a picture for question ${number}`)
    .first()
    .setInputFiles('server/seed/media/plie.jpg');
  await question.getByLabel('What the picture shows').fill('A dancer in plié');
  const picture = question.locator('.editor-spots');
  const at = async ([x, y]: Spot) => {
    const box = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: box.x + box.width * x, y: box.y + box.height * y };
  };
  return { question, picture, at, area: question.getByRole('button', { name: /^Area 1/ }) };
}

/** An area is drawn on the picture; dragging the area then moves it. */
async function drawHotspot(page: Page, number: number, prompt: string): Promise<void> {
  const { picture, at, area } = await askForSpot(page, number, prompt);
  await picture.scrollIntoViewIfNeeded();
  const drag = async (from: Spot, to: Spot) => {
    const [start, end] = [await at(from), await at(to)];
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(end.x, end.y, { steps: 4 });
    await page.mouse.up();
  };
  await drag([0.2, 0.4], [0.5, 0.8]);
  await expect(area).toHaveAccessibleName(/20% from the left, 40% from the top, 30% wide, 40% high/);
  await drag([0.3, 0.5], [0.5, 0.6]);
  await expect(area).toHaveAccessibleName(/40% from the left, 50% from the top, 30% wide, 40% high/);
}

test('an instructor creates a course with three lessons and a quiz, and publishes it', async ({
  page,
  baseURL,
}) => {
  await enterAs(page, 'instructor', baseURL);
  await visit(page, '/instructor/courses/create');
  await page.getByLabel('Title').fill('Teaching adagio from scratch');
  await page.getByRole('button', { name: 'Create course' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Teaching adagio from scratch');

  await page.getByLabel('Description').fill('Slow work for teachers who want balance to last.');
  await page.getByLabel('Price in dollars').fill('0');
  await saved(page);

  await page.getByRole('button', { name: 'Paste titles' }).click();
  await page
    .getByRole('textbox', { name: 'Titles' })
    .fill('# Balance\nFind the floor\nBreathe\nLet go\nQuiz: What holds you up?');
  await page.getByRole('button', { name: 'Add to outline' }).click();
  await expect(outline(page).getByRole('button', { name: /^Let go/ })).toBeVisible();

  for (const title of ['Find the floor', 'Breathe', 'Let go']) {
    await outline(page)
      .getByRole('button', { name: new RegExp(`^${title}`) })
      .click();
    await expect(page.getByLabel('Lesson title')).toHaveValue(title);
    await page.getByLabel('Kind of lesson').selectOption('Text');
    await page.getByLabel('Lesson text').fill(`${title}: stand still and count to eight.`);
    await saved(page);
  }
  await outline(page)
    .getByRole('button', { name: /^What holds you up/ })
    .click();
  await writeQuestion(page, 1, 'What do you feel first?', 'The floor', 'The ceiling');
  await writeQuestion(page, 2, 'What moves last?', 'The head', 'The heel');
  await drawHotspot(page, 3, 'Point at the standing leg');
  await saved(page);

  // The last lesson moves up by keyboard.
  const last = outline(page).getByRole('button', { name: /^Let go/ });
  await last.focus();
  await page.keyboard.press('Alt+ArrowUp');
  const names = outline(page).getByRole('list', { name: 'Lessons of Balance' }).locator('.editor-name');
  await expect(names).toHaveText([/^Find the floor/, /^Let go/, /^Breathe/, /^What holds you up/]);

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingFoundOnTheWay(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 900 });

  // As a learner sees it: nothing is published, and nothing is sent to the server.
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.getByRole('link', { name: 'Preview as learner' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'What holds you up?' })).toBeVisible();
  sent.length = 0;
  await page.getByRole('button', { name: 'Start the quiz' }).click();
  await page.getByLabel('The floor').check();
  await page.getByRole('button', { name: 'Go to question 2' }).click();
  await page.getByLabel('The heel').check();
  await page.getByRole('button', { name: 'Go to question 3' }).click();
  await page.getByRole('button', { name: 'See the results' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '1 of 3 points' })).toBeVisible();
  await page.getByRole('link', { name: /^Let go/ }).click();
  await expect(page.getByText('Let go: stand still and count to eight.')).toBeVisible();
  expect(sent).toEqual([]);
  await expectNothingFoundOnTheWay(page);
  await page.getByRole('link', { name: 'Back to the editor' }).click();

  await page.getByRole('button', { name: 'Publish course' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish course' }).click();
  await expect(page.getByText('Everything is published')).toBeVisible();
  const id = /courses\/(\d+)/.exec(page.url())?.[1];
  await go(page, `/courses/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Teaching adagio from scratch');
  await expect(page.getByText('Let go').first()).toBeVisible();
});

test('areas of a picture are drawn, moved and resized with a finger, which still scrolls the page', async ({
  page,
  baseURL,
}) => {
  await enterAs(page, 'instructor', baseURL);
  await visit(page, '/instructor/courses/create');
  await page.getByLabel('Title').fill('Pointing with a finger');
  await page.getByRole('button', { name: 'Create course' }).click();
  await page.getByRole('button', { name: 'Paste titles' }).click();
  await page.getByRole('textbox', { name: 'Titles' }).fill('# Legs\nQuiz: Which leg?');
  await page.getByRole('button', { name: 'Add to outline' }).click();
  await outline(page)
    .getByRole('button', { name: /^Which leg/ })
    .click();
  await page.setViewportSize({ width: 390, height: 844 });
  const device = await page.context().newCDPSession(page);
  await device.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const { question, picture, at, area } = await askForSpot(page, 1, 'Point at the standing leg');
  // A swipe that scrolls goes on for a while after the finger is gone.
  const center = async () => {
    const top = () => picture.evaluate((box) => box.getBoundingClientRect().top);
    for (let before = Number.NaN, now = await top(); before !== now; now = await top()) {
      before = now;
      await page.waitForTimeout(150);
      await picture.evaluate((box) => box.scrollIntoView({ block: 'center', behavior: 'instant' }));
    }
  };
  const swipe = async (from: Spot, to: Spot) => {
    const [start, end] = [await at(from), await at(to)];
    await device.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] });
    for (let step = 1; step <= 8; step++) {
      const part = (one: number, other: number) => one + ((other - one) * step) / 8;
      const touchPoints = [{ x: part(start.x, end.x), y: part(start.y, end.y) }];
      await device.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
    }
    await device.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await center();
  const before = await page.evaluate(() => window.scrollY);
  await swipe([0.5, 0.9], [0.5, 0.1]);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before);
  await expect(area).toBeHidden();

  await center();
  await swipe([0.1, 0.3], [0.6, 0.5]);
  await expect(area).toHaveAccessibleName(/10% from the left, 30% from the top, 50% wide, 20% high/);
  await question.getByRole('button', { name: 'Remove area 1' }).click();
  await question.getByRole('button', { name: 'Add an area' }).click();
  await center();
  await swipe([0.5, 0.5], [0.4, 0.3]);
  await expect(area).toHaveAccessibleName(/30% from the left, 20% from the top, 20% wide, 20% high/);
  await swipe([0.49, 0.39], [0.69, 0.79]);
  await expect(area).toHaveAccessibleName(/30% from the left, 20% from the top, 40% wide, 60% high/);
  await saved(page);
  // The window goes on to the next test, where Enter would be the key of a phone.
  await device.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await device.detach();
});

test('an instructor fills the question bank, and a quiz draws from it', async ({ page, baseURL }) => {
  await enterAs(page, 'instructor', baseURL);
  await visit(page, '/instructor/courses/create');
  await page.getByLabel('Title').fill('Listening to feet');
  await page.getByRole('button', { name: 'Create course' }).click();
  await page.getByRole('button', { name: 'Paste titles' }).click();
  await page.getByRole('textbox', { name: 'Titles' }).fill('# Feet\nQuiz: Feet at random');
  await page.getByRole('button', { name: 'Add to outline' }).click();
  await outline(page)
    .getByRole('button', { name: /^Feet at random/ })
    .click();
  await page.getByRole('link', { name: 'Open the question bank' }).click();
  await page.getByRole('link', { name: 'Add a question' }).click();
  await expect(page.getByRole('heading', { name: 'Add a question to the bank' })).toBeVisible();
  await page.getByLabel('Course', { exact: true }).selectOption('Listening to feet');
  await page.getByLabel('Question', { exact: true }).fill('Which part lands first?');
  await page.getByRole('button', { name: 'Add to bank' }).click();
  await expect(page.getByRole('alert')).toContainText('Fill in every option');
  await page.getByLabel('Option 1 of question').fill('The toes');
  await page.getByLabel('Option 2 of question').fill('The heel');
  await page.getByLabel('Option 1 is right').check();
  await page.getByLabel('Tags').fill('Landing, feet');
  await expectNothingFoundOnTheWay(page);
  await page.getByRole('button', { name: 'Add to bank' }).click();
  await expect(page.getByRole('link', { name: 'Which part lands first?' })).toBeVisible();
  await expectNothingFoundOnTheWay(page);

  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(page.getByLabel('Quiz title')).toHaveValue('Feet at random');
  await page.getByLabel('Questions to draw from the bank').fill('2');
  await page.getByLabel('landing (1)').check();
  await expect(page.getByText('The bank has 1 question with these tags.')).toBeVisible();
  await saved(page);
  await expect(page.getByText('1 quiz draws more questions than the bank has with its tags')).toBeVisible();
  await page.getByLabel('Questions to draw from the bank').fill('1');
  await expect(page.getByText('Each attempt draws 1 of 1 question.')).toBeVisible();
  await expect(page.getByText('1 quiz draws more questions than the bank has with its tags')).toBeHidden();
});

test('an instructor uploads videos as lessons, duplicates, deletes and undoes, and sees what is locked', async ({
  page,
  baseURL,
}) => {
  await enterAs(page, 'instructor', baseURL);
  await visit(page, '/instructor/courses/create');
  await page.getByLabel('Title').fill('Feet in slow motion');
  await page.getByRole('button', { name: 'Create course' }).click();
  await page.getByRole('button', { name: 'Paste titles' }).click();
  await page.getByRole('textbox', { name: 'Titles' }).fill('# Watch\nListen first\n# Dance\nOn your own');
  await page.getByRole('button', { name: 'Add to outline' }).click();
  const titles = (module: string) =>
    outline(page)
      .getByRole('list', { name: `Lessons of ${module}` })
      .locator('.editor-name');
  await expect(titles('Dance')).toHaveText([/^On your own/]);

  await page
    .getByLabel('Upload videos to Watch')
    .setInputFiles(['server/seed/media/chasse.mp4', 'server/seed/media/jazz-square.mp4']);
  await expect(titles('Watch')).toHaveText([/^Listen first/, /^chasse/, /^jazz square/], { timeout: 60_000 });

  const more = async (name: string, action: string) => {
    await outline(page)
      .getByRole('button', { name: `More for ${name}`, exact: true })
      .click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await more('Listen first', 'Duplicate');
  await expect(titles('Watch')).toHaveText([
    /^Listen first/,
    /^Listen first \(copy\)/,
    /^chasse/,
    /^jazz square/,
  ]);
  await more('Listen first', 'Delete');
  await expect(titles('Watch')).toHaveCount(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(titles('Watch')).toHaveCount(4);
  await more('Dance', 'Duplicate');
  await expect(titles('Dance (copy)')).toHaveText([/^On your own/]);

  await outline(page)
    .getByRole('button', { name: /^2\. Dance New/ })
    .click();
  await page.getByLabel('Days after enrolling').fill('7');
  await saved(page);
  await outline(page).getByRole('button', { name: 'Course settings' }).click();
  await page.getByLabel('Lessons open one after the other').check();
  await page.getByLabel('Courses to finish first').selectOption({ index: 1 });
  await saved(page);
  await page.reload();
  await expect(page.getByLabel('Lessons open one after the other')).toBeChecked();
  await expect(page.getByRole('list', { name: 'Courses to finish first' }).getByRole('listitem')).toHaveCount(
    1,
  );

  await page.getByRole('button', { name: 'More for this course' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate course' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Feet in slow motion (copy)');
  await expect(titles('Watch')).toHaveCount(4);
  await page.getByRole('link', { name: 'Preview as learner' }).click();
  const preview = page.getByRole('complementary', { name: 'Course outline' });
  await expect(preview.getByRole('link', { name: /^chasse/ })).toContainText('Finish “Listen first” first');
  await expect(preview.getByRole('link', { name: /^On your own/ }).first()).toContainText(
    'Opens 7 days after enrolling',
  );
});
