import { expect, it } from 'vitest';
import { sharesOf } from './star-bars.tsx';

it('is empty without reviews', () => {
  expect(sharesOf([0, 0, 0, 0, 0])).toEqual([0, 0, 0, 0, 0]);
});

it('gives a single review 100%', () => {
  expect(sharesOf([0, 0, 0, 0, 1])).toEqual([0, 0, 0, 0, 100]);
});

it('adds up to 100% despite rounding', () => {
  expect(sharesOf([1, 1, 1, 0, 0])).toEqual([34, 33, 33, 0, 0]);
  expect(sharesOf([1, 1, 1, 1, 2]).reduce((sum, share) => sum + share)).toBe(100);
});

it('gives unused ratings no share', () => {
  expect(sharesOf([0, 0, 2, 7, 78])[0]).toBe(0);
});
