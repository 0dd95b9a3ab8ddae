import { expect, it } from 'vitest';
import { sharesOf } from './review-summary.tsx';

it('says nothing of no reviews', () => {
  expect(sharesOf([0, 0, 0, 0, 0])).toEqual([0, 0, 0, 0, 0]);
});

it('gives a single review everything', () => {
  expect(sharesOf([0, 0, 0, 0, 1])).toEqual([0, 0, 0, 0, 100]);
});

it('sums to a hundred where rounding alone would not', () => {
  expect(sharesOf([1, 1, 1, 0, 0])).toEqual([34, 33, 33, 0, 0]);
  expect(sharesOf([1, 1, 1, 1, 2]).reduce((sum, share) => sum + share)).toBe(100);
});

it('never gives a share to a star nobody gave', () => {
  expect(sharesOf([0, 0, 2, 7, 78])[0]).toBe(0);
});
