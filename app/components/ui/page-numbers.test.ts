import { describe, expect, it } from 'vitest';
import { pageNumbers, pagerItems } from './page-numbers.ts';

describe('pageNumbers', () => {
  it('shows every page of a short list', () => {
    expect(pageNumbers(1, 0)).toEqual([]);
    expect(pageNumbers(1, 1)).toEqual([1]);
    expect(pageNumbers(3, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('keeps both ends and the neighbors of the current page', () => {
    expect(pageNumbers(1, 20)).toEqual([1, 2, 3, 4, 5, 'gap-after', 20]);
    expect(pageNumbers(10, 20)).toEqual([1, 'gap-before', 9, 10, 11, 'gap-after', 20]);
    expect(pageNumbers(19, 20)).toEqual([1, 'gap-before', 16, 17, 18, 19, 20]);
  });

  it('has at most seven entries and always includes the current page', () => {
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

describe('on a narrow screen', () => {
  /** As it would stand there: a phone leaves out the far numbers, a very narrow one the near as well. */
  const shown = (page: number, pageCount: number, leftOut: readonly string[]) =>
    pagerItems(page, pageCount)
      .filter(({ kind, distance }) =>
        kind === 'gap'
          ? distance === undefined || leftOut.includes(distance)
          : distance === undefined || !leftOut.includes(distance),
      )
      .map((item) => (item.kind === 'gap' ? '…' : item.number))
      .join(' ');

  it.each([
    [1, 5, '1 2 … 5', '1 … 5'],
    [3, 5, '1 2 3 4 5', '1 … 3 … 5'],
    [5, 5, '1 … 4 5', '1 … 5'],
    [4, 7, '1 … 3 4 5 … 7', '1 … 4 … 7'],
    [2, 3, '1 2 3', '1 2 3'],
    [1, 20, '1 2 … 20', '1 … 20'],
    [10, 20, '1 … 9 10 11 … 20', '1 … 10 … 20'],
    [18, 20, '1 … 17 18 19 20', '1 … 18 … 20'],
  ])('page %i of %i shows a gap for skipped pages', (page, pageCount, phone, tiny) => {
    expect(shown(page, pageCount, ['far'])).toBe(phone);
    expect(shown(page, pageCount, ['far', 'near'])).toBe(tiny);
    expect(shown(page, pageCount, [])).toBe(
      pageNumbers(page, pageCount)
        .map((place) => (typeof place === 'string' ? '…' : place))
        .join(' '),
    );
  });
});
