import { expect, it } from 'vitest';
import { shorterSearches } from './no-results.tsx';

it.each([
  ['tango', []],
  ['tango shoes for blue', ['tango', 'shoes', 'blue']],
  ['a of in', []],
  ['warm warm', []],
  ['one two three four', ['three', 'four', 'one']],
])('“%s” could be searched for as %j', (words, fewer) => {
  expect(shorterSearches(words)).toEqual(fewer);
});
