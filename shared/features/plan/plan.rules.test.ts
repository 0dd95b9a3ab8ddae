import { describe, expect, it } from 'vitest';
import { benefitsTakenAway, memberPrice } from './plan.rules.ts';
import { benefitsOf, planChanges } from './staff-plan.rules.ts';
import { planFields, type PlanFields } from './staff-plan.schema.ts';

const solo: PlanFields = {
  name: 'Solo',
  audience: 'One teacher',
  monthly: '19.00',
  yearly: '190.00',
  trialDays: 14,
  seats: 1,
  resourceDiscount: 30,
  courseDiscount: 10,
  bookingDiscount: 0,
  monthlyDownloads: 10,
  bookingCredit: '60.00',
};
const takenAway = (change: Partial<PlanFields>) =>
  benefitsTakenAway(benefitsOf(solo), benefitsOf({ ...solo, ...change }));

it.each([
  [1050, 15, 893],
  [150, 1, 149],
  [999, 10, 899],
  [1000, 0, 1000],
  [1000, 100, 0],
  // Never between nothing and what a card can be charged.
  [60, 20, 50],
  [50, 20, 50],
  [50, 100, 0],
  [30, 20, 30],
])('%i cents with %i%% off are %i cents: to the nearest cent, half a cent up', (cents, percent, price) => {
  expect(memberPrice(cents, percent)).toBe(price);
});

describe('what members would lose', () => {
  it('is nothing if a plan gets better, or its price changes', () => {
    expect(takenAway({ monthlyDownloads: null, seats: 3, bookingCredit: '75.00' })).toEqual([]);
    expect(takenAway({ monthly: '29.00', trialDays: 0 })).toEqual([]);
  });

  it('names each benefit that gets smaller; a limit where there was none counts', () => {
    expect(takenAway({ resourceDiscount: 25, bookingCredit: '59.99' }).toSorted()).toEqual([
      'bookingCreditCents',
      'resourceDiscount',
    ]);
    const unlimited = benefitsOf({ ...solo, monthlyDownloads: null });
    expect(benefitsTakenAway(unlimited, benefitsOf(solo))).toEqual(['monthlyDownloads']);
  });
});

describe('the changes shown before publishing', () => {
  it('are those that differ, as people read them', () => {
    expect(planChanges(solo, { ...solo, name: ' Solo ', monthly: '29.00', monthlyDownloads: null })).toEqual([
      { label: 'Price a month', before: '$19.00', after: '$29.00' },
      { label: 'Library downloads a month', before: '10', after: 'No limit' },
    ]);
  });
});

describe('a plan', () => {
  it.each([
    ['monthly', '0.99'],
    ['yearly', 'free'],
    ['yearly', '100000.01'],
    ['seats', 0],
    ['resourceDiscount', 101],
    ['trialDays', 1.5],
    ['monthlyDownloads', -1],
    ['bookingCredit', '-5.00'],
    ['name', ' '],
  ])('refuses %s %s', (field, value) => {
    expect(planFields.safeParse({ ...solo, [field]: value }).success).toBe(false);
  });

  it('without a limit of downloads is fine', () => {
    expect(planFields.safeParse({ ...solo, monthlyDownloads: null, trialDays: 0 }).success).toBe(true);
  });
});
