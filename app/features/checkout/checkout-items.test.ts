import { describe, expect, it } from 'vitest';
import {
  lineAmount,
  lineNote,
  noticeText,
  openQuestions,
  successPath,
  totalOf,
  type Line,
} from './checkout-items.ts';

function line(price: string, changes: Partial<Line> = {}, details: Partial<Line['details']> = {}): Line {
  return {
    id: 1,
    itemType: 'resource',
    itemId: 7,
    title: 'Barre',
    shortName: null,
    price,
    quantity: 1,
    imageUrl: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    details: {
      price,
      sellerName: 'Odile Marchetti',
      href: '/curriculum/7',
      notice: null,
      previousPrice: null,
      fullPrice: null,
      isMemberPriceOver: false,
      owned: '0.00',
      deductions: [],
      apart: null,
      heldUntil: null,
      prerequisites: [],
      gives: [],
      ...details,
    },
    ...changes,
  };
}

describe('the order summary', () => {
  it('is exact to the cent', () => {
    expect(totalOf([])).toBe('0.00');
    expect(totalOf(Array.from({ length: 10 }, () => line('0.10')))).toBe('1.00');
    expect(lineAmount(line('19.99', { quantity: 3 }))).toBe('59.97');
    expect(lineAmount(line('40.00', { quantity: 2 }, { owned: '12.50' }))).toBe('67.50');
  });

  it('asks about changed lines before payment', () => {
    const changed = line('18.00', {}, { notice: 'repriced', previousPrice: '16.00' });
    expect(openQuestions([line('1.00'), changed])).toEqual([changed]);
    const gone = line('5.00', {}, { notice: 'withdrawn' });
    expect(openQuestions([gone, line('0.00', {}, { notice: 'free' })])).toEqual([gone]);
    expect(totalOf([gone, changed])).toBe('18.00');
    expect(noticeText(changed)).toBe('The price is now $18.00. It was $16.00 before.');
    expect(noticeText(line('1.00', {}, { notice: 'withdrawn' }))).toBe('No longer on sale.');
  });

  it('shows the number of seats if there are several', () => {
    expect(lineNote(line('1.00'))).toBe('Odile Marchetti');
    expect(lineNote(line('1.00', { quantity: 2 }))).toBe('Odile Marchetti, 2 seats');
    const course = { itemType: 'course', title: 'Teaching Certification' };
    expect(lineNote(line('1.00', course))).toBe('Certification, Odile Marchetti');
  });

  it('leads to the course success page if only courses were bought', () => {
    const order = { orderId: 5, key: 'a b' };
    expect(successPath([{ itemType: 'course' }, { itemType: 'certification' }], order)).toBe(
      '/course-enrollment-success?order=5&key=a+b',
    );
    expect(successPath([{ itemType: 'course' }, { itemType: 'resource' }], { orderId: 5 })).toBe(
      '/payment-success?order=5',
    );
    expect(successPath([], { orderId: 5 })).toBe('/payment-success?order=5');
  });
});
