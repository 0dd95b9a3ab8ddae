import { describe, expect, it } from 'vitest';
import { pageNumbers } from './page-numbers.ts';

describe('pageNumbers', () => {
  it('shows every page of a short list', () => {
    expect(pageNumbers(1, 0)).toEqual([]);
    expect(pageNumbers(1, 1)).toEqual([1]);
    expect(pageNumbers(3, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('keeps both ends and the neighbours of the current page', () => {
    expect(pageNumbers(1, 20)).toEqual([1, 2, 3, 4, 5, 'gap-after', 20]);
    expect(pageNumbers(10, 20)).toEqual([1, 'gap-before', 9, 10, 11, 'gap-after', 20]);
    expect(pageNumbers(19, 20)).toEqual([1, 'gap-before', 16, 17, 18, 19, 20]);
  });

  it('is never longer than seven places and always holds the current page', () => {
    for (let count = 8; count < 40; count += 1) {
      for (let page = 1; page <= count; page += 1) {
        const numbers = pageNumbers(page, count);
        expect(numbers).toHaveLength(7);
        expect(numbers).toContain(page);
        expect([numbers[0], numbers[6]]).toEqual([1, count]);
        expect(new Set(numbers).size).toBe(7);
      }
    }
  });

  it('survives a page out of range', () => {
    expect(pageNumbers(99, 20)).toEqual([1, 'gap-before', 16, 17, 18, 19, 20]);
    expect(pageNumbers(-1, 20)).toEqual([1, 2, 3, 4, 5, 'gap-after', 20]);
  });
});
