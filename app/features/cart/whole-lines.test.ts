import { expect, it } from 'vitest';
import { NOTHING_HIDDEN, restBelow, roomAtEnd } from './whole-lines.ts';

it.each([
  ['nothing', [], NOTHING_HIDDEN],
  ['what fits', [140, 280], NOTHING_HIDDEN],
  ['what fits exactly', [150, 300], NOTHING_HIDDEN],
  ['two of three', [120, 240, 360], { count: 1, cover: 60 }],
  ['one line where the second leaves no room for the hint', [140, 280, 420], { count: 2, cover: 160 }],
  ['scrolled by one line', [-120, 0, 120, 240, 360], { count: 1, cover: 60 }],
  ['scrolled to the end', [-120, 0, 120, 240], NOTHING_HIDDEN],
  ['a line taller than the list', [400, 500], { count: 2, cover: 44 }],
])('covers what is cut: %s', (_, ends, hidden) => {
  expect(restBelow(ends, 300)).toEqual(hidden);
});

it('leaves room so that the last lines stand whole', () => {
  expect(roomAtEnd([100, 100], 300)).toBe(0);
  expect(roomAtEnd([120, 120, 120], 300)).toBe(60);
  expect(roomAtEnd([120, 400], 300)).toBe(0);
});
