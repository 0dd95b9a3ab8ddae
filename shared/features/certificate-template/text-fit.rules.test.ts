import { expect, test } from 'vitest';
import type { TextElement } from './certificate-template.rules.ts';
import { fillPlaceholders, drawText } from './drawing.rules.ts';
import { SAMPLE_NAMES, SAMPLE_TEXT } from './template-samples.ts';
import { fitText } from './text-fit.rules.ts';

/** Every letter is half as wide as the size. */
const measure = (text: string) => Array.from(text).length * 0.5;

const NAME: TextElement = {
  id: 'name',
  label: 'Learner name',
  kind: 'text',
  text: '{name}',
  x: 100,
  y: 200,
  width: 300,
  height: 70,
  font: 'serif',
  size: 50,
  color: 'ink',
  align: 'left',
  overflow: 'wrap',
  anchor: 'bottom',
};

const textsOf = (element: TextElement, text: string) =>
  fitText(element, text, measure).lines.map((line) => line.text);

test('a name that fits stays on one line at full size', () => {
  const { lines, size } = fitText(NAME, 'Mara Okafor', measure);
  expect([lines.map((line) => line.text), size]).toEqual([['Mara Okafor'], 50]);
});

test('a long name takes two lines, then gets smaller', () => {
  const { lines, size } = fitText(NAME, SAMPLE_NAMES.longest, measure);
  expect(lines.map((line) => line.text)).toEqual(['Wilhelmina', 'Oyelaran-Castellanos']);
  // Twenty letters in 300 points would be 30; two lines in a box of 70 points may be 33.
  expect(size).toBe(30);
  for (const line of lines) expect(line.width).toBeLessThanOrEqual(300);
});

test('a name slightly too long gets smaller rather than a second line', () => {
  const { lines, size } = fitText(NAME, 'Mara Okafor-Li', measure);
  expect([lines.length, size]).toEqual([1, 42.8]);
});

test('shrinking keeps one line', () => {
  const element: TextElement = { ...NAME, overflow: 'shrink' };
  expect(textsOf(element, SAMPLE_NAMES.longest)).toEqual([SAMPLE_NAMES.longest]);
});

test('a name without spaces breaks after hyphens, or between Chinese letters', () => {
  expect(textsOf({ ...NAME, height: 200 }, 'Oyelaran-Castellanos')).toEqual(['Oyelaran-', 'Castellanos']);
  expect(textsOf({ ...NAME, height: 200, width: 60 }, '欧阳小明')).toEqual(['欧阳', '小明']);
});

test('text too long to be read says so', () => {
  expect(fitText(NAME, 'A'.repeat(40), measure).isReadable).toBe(true);
  expect(fitText(NAME, 'A'.repeat(400), measure).isReadable).toBe(false);
});

test('a long sentence uses all the lines its box has room for, none wider than the box', () => {
  const sentence: TextElement = { ...NAME, size: 10, width: 100, height: 60 };
  const { lines, size } = fitText(
    sentence,
    'has completed eight modules and taught an assessed class',
    measure,
  );
  expect([lines.length, size]).toEqual([3, 10]);
  expect(Math.max(...lines.map((line) => line.width))).toBeLessThanOrEqual(100);
});

test('lines are aligned in their box', () => {
  const at = (align: TextElement['align']) =>
    drawText({ ...NAME, align }, { ...SAMPLE_TEXT, name: 'Bo Li' }, measure).lines[0];
  expect([at('left')?.x, at('center')?.x, at('right')?.x]).toEqual([100, 187.5, 275]);
  // At the bottom: 53 points of line, the capitals in the middle of it.
  expect(at('left')?.y).toBeCloseTo(270 - 53 / 2 + 17.5);
});

test('placeholders are filled in; other braces stay', () => {
  expect(fillPlaceholders('{name} has {modules} {x}', SAMPLE_TEXT)).toBe('Mara Okafor has eight modules {x}');
});
