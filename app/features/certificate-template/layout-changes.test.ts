import { expect, test } from 'vitest';
import { PLACEHOLDERS } from '#shared/features/certificate-template/certificate-template.rules.ts';
import { templateLayoutSchema } from '#shared/features/certificate-template/certificate-template.schema.ts';
import { STARTER_TEMPLATES } from '#shared/features/certificate-template/starter-templates.ts';
import { addElement, changePaper, moveLayer, type NewElement, resizeBox } from './layout-changes.ts';
import { describeGuides, snapBox } from './snapping.ts';

const { layout } = STARTER_TEMPLATES[0];
const PAGE = { width: 792, height: 612 };

test('the starters and everything that can be added are layouts the server accepts', () => {
  const wanted: NewElement[] = [
    'text',
    'rectangle',
    'ellipse',
    'line',
    'qr',
    'ribbon',
    'wordmark',
    ...Object.keys(PLACEHOLDERS).map((placeholder) => ({ placeholder }) as NewElement),
    { image: { id: 7, width: 300, height: 100 }, as: 'signature' },
    { image: { id: 8, width: 3000, height: 2000 }, as: 'background' },
  ];
  for (const starter of STARTER_TEMPLATES) {
    const full = wanted.reduce((before, one) => addElement(before, one).layout, starter.layout);
    expect(templateLayoutSchema.safeParse(full).error?.issues).toBeUndefined();
    expect(full.elements[0]).toMatchObject({ label: 'Background', isLocked: true });
  }
});

test('a box snaps to margins, middles and other elements within reach, each axis on its own', () => {
  const others = [{ x: 100, y: 300, width: 50, height: 20, label: 'Disc' }];
  const snapped = snapBox({ x: 39, y: 278, width: 200, height: 20 }, { page: PAGE, others, reach: 4 });
  expect(snapped.box).toMatchObject({ x: 36, y: 280 });
  expect(describeGuides(snapped.guides)).toBe('Snapped to the left margin and Disc.');
  const far = snapBox({ x: 60, y: 150, width: 20, height: 20 }, { page: PAGE, others: [], reach: 4 });
  expect(far).toEqual({ box: { x: 60, y: 150, width: 20, height: 20 }, guides: [] });
});

test('resizing moves one corner; pictures keep their shape, lines stay lines', () => {
  const box = { x: 100, y: 100, width: 60, height: 30 };
  expect(resizeBox(box, 'se', { x: 10, y: 5 }, false)).toEqual({ ...box, width: 70, height: 35 });
  expect(resizeBox(box, 'nw', { x: 10, y: 5 }, false)).toEqual({ x: 110, y: 105, width: 50, height: 25 });
  expect(resizeBox(box, 'se', { x: 60, y: 0 }, true)).toMatchObject({ width: 120, height: 60 });
  expect(resizeBox({ ...box, height: 0 }, 'se', { x: 5, y: 50 }, false).height).toBe(0);
});

test('layers move up and down, never off the list', () => {
  const ids = (to: number) => moveLayer(layout, 'frame', to).elements.map(({ id }) => id);
  expect(ids(1)[1]).toBe('frame');
  expect(ids(1000).at(-1)).toBe('frame');
});

test('another paper keeps everything on the page', () => {
  const portrait = changePaper(layout, { paper: 'a4', orientation: 'portrait' });
  for (const { x, y, width, height } of portrait.elements) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(595);
    expect(y + height).toBeLessThanOrEqual(842);
  }
});
