import { expect, it } from 'vitest';
import { beatsOf } from './beats.ts';

it.each([
  [0, 10, 0],
  [1, 10, 0],
  [5, 10, 4],
  [9, 10, 7],
  [999, 1000, 7],
  [10, 10, 8],
  [12, 10, 8],
  [0, 0, 0],
  [-1, 10, 0],
  [Number.NaN, 10, 0],
])('counts %d of %d as %d beats', (done, total, beats) => {
  expect(beatsOf(done, total)).toBe(beats);
});
