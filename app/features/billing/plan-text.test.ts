import { describe, expect, it } from 'vitest';
import type { Plan } from '#shared/features/plan/plan.schema.ts';
import { compareRows, discountText, freeMonths, planFeatures, shareText } from './plan-text.ts';

const solo: Plan = {
  id: 1,
  name: 'Solo',
  audience: 'For one teacher',
  trialDays: 14,
  monthly: '19.00',
  yearly: '190.00',
  seats: 1,
  resourceDiscount: 10,
  courseDiscount: 10,
  bookingDiscount: 10,
  monthlyDownloads: 10,
  bookingCredit: '70.00',
  libraryResources: 42,
  libraryCourses: 1,
};
const studio: Plan = { ...solo, id: 2, monthly: '59.00', yearly: '590.00', seats: 5, resourceDiscount: 15 };

describe('what a plan costs', () => {
  it('is divided by months and teachers', () => {
    expect(shareText(solo, 'year')).toBe('$15.83 a month');
    expect(shareText(solo, 'month')).toBe('');
    expect(shareText(studio, 'year')).toBe('$9.83 a month for each of 5 teachers');
    expect(shareText(studio, 'month')).toBe('$11.80 for each of 5 teachers');
  });

  it('by the year names only the months every plan saves', () => {
    expect(freeMonths([solo, studio])).toBe(2);
    expect(freeMonths([solo, { ...studio, yearly: '700.00' }])).toBe(0);
    expect(freeMonths([{ ...solo, yearly: '300.00' }])).toBe(0);
  });
});

describe('what a plan includes', () => {
  it('joins equal discounts, and leaves out none', () => {
    expect(discountText(solo)).toBe('10% off the store, courses and certifications, and Connect sessions');
    expect(discountText({ ...studio, bookingDiscount: 0 })).toBe(
      '15% off the store; 10% off courses and certifications',
    );
    expect(discountText({ ...solo, resourceDiscount: 0, courseDiscount: 0, bookingDiscount: 0 })).toBe('');
  });

  it('says how booking credit comes', () => {
    expect(planFeatures(solo, 'year')).toContain('$70.00 of booking credit every half year');
    expect(planFeatures(solo, 'month')).toContain(
      '$70.00 of booking credit every half year, a sixth with each payment',
    );
  });

  it('says nothing about what it lacks', () => {
    const bare = { ...solo, libraryResources: 0, libraryCourses: 0, bookingCredit: '0.00' };
    expect(planFeatures(bare, 'year')).toEqual([discountText(solo)]);
    expect(planFeatures({ ...studio, monthlyDownloads: null }, 'year')).toContain(
      'As many library items as you like',
    );
    expect(compareRows([bare]).map(({ label }) => label)).not.toContain('Member library');
  });
});
