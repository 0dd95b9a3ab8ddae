import { expect, it } from 'vitest';
import { parseViewed, withViewed } from './recently-viewed.ts';

it('puts the latest first, without duplicates, and drops the oldest', () => {
  expect(withViewed([], 3)).toEqual([3]);
  expect(withViewed([1, 2, 3], 3)).toEqual([3, 1, 2]);
  expect(
    withViewed(
      Array.from({ length: 12 }, (_, at) => at + 1),
      50,
    ),
  ).toEqual([50, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

it.each([
  [null, []],
  ['', []],
  ['{"a":1}', []],
  ['not json', []],
  ['[1,"2",-3,1.5,1,99999999999,4]', [1, 4]],
])('parses %s as %j', (stored, ids) => {
  expect(parseViewed(stored)).toEqual(ids);
});
