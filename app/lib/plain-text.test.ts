import { expect, it } from 'vitest';
import { paragraphsOf, summaryOf } from './plain-text.ts';

it('splits paragraphs at empty lines', () => {
  expect(paragraphsOf('One.\nStill one.\n\n \nTwo.\n')).toEqual(['One.\nStill one.', 'Two.']);
  expect(paragraphsOf(' \n\n ')).toEqual([]);
});

it('shortens at whole words', () => {
  expect(summaryOf('Short.\nYes.')).toBe('Short. Yes.');
  expect(summaryOf('word '.repeat(60))).toMatch(/^(word )+word…$/);
  expect(summaryOf('👏🏽'.repeat(200)).isWellFormed()).toBe(true);
});
