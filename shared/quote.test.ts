import { expect, it } from 'vitest';
import { endSentence, quoteAtEnd, quoteInside } from './quote.ts';

it.each([
  ['Barre basics', '“Barre basics”.', 'Barre basics.'],
  ['Ready to turn?', '“Ready to turn?”', 'Ready to turn?'],
  ['And jump!', '“And jump!”', 'And jump!'],
  ['To be continued…', '“To be continued…”', 'To be continued…'],
  ['Dance Studio Inc.', '“Dance Studio Inc.”', 'Dance Studio Inc.'],
  ['Tap (for beginners!)', '“Tap (for beginners!)”', 'Tap (for beginners!)'],
  ['Ages 6.5', '“Ages 6.5”.', 'Ages 6.5.'],
  ['Spaced ', '“Spaced ”.', 'Spaced.'],
])('%s ends a sentence once', (title, quoted, plain) => {
  expect(quoteAtEnd(title)).toBe(quoted);
  expect(endSentence(title)).toBe(plain);
});

it.each([
  ['Lovely class.', '“Lovely class”'],
  ['Why so long?', '“Why so long?”'],
  ['And then...', '“And then...”'],
])('%s goes on in the middle of one', (text, quoted) => expect(quoteInside(text)).toBe(quoted));
