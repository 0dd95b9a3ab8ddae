import { describe, expect, it } from 'vitest';
import {
  percentOf,
  pointsOf,
  earningsDueCents,
  offsetOf,
  payoutStartedEntries,
  payoutFailedLines,
  payoutPaidLines,
  reversalLines,
  nextPayout,
  nextRunAfter,
} from './payout.rules.ts';

describe('the amount due', () => {
  const due = { availableCents: 1000, openCents: 3000, owedCents: 3000, returningCents: 0 };
  it('is the available amount if the ledger agrees', () => expect(earningsDueCents(due)).toBe(1000));
  it('is reduced by what the seller owes', () => {
    expect(offsetOf({ ...due, owedCents: 2600 })).toBe(400);
    expect(earningsDueCents({ ...due, owedCents: 2600 })).toBe(600);
  });
  it('excludes a refund in progress', () => {
    // 500 of the open 3000 are being refunded: the earnings include it, the ledger not yet.
    expect(earningsDueCents({ ...due, openCents: 2500, returningCents: 500 })).toBe(1000);
  });
  it('includes what they are owed beyond their open sales', () => {
    expect(earningsDueCents({ ...due, owedCents: 3200 })).toBe(1200);
  });
});

it('every transaction sums to zero', () => {
  for (const lines of [payoutStartedEntries, payoutFailedLines, payoutPaidLines, reversalLines]) {
    const sum = lines({ sellerId: 7, amountCents: 1234 }).reduce((all, line) => all + line.amountCents, 0);
    expect(sum).toBe(0);
  }
});

it('a payout moves money from owed to in transit, and from there out of the gateway', () => {
  const paid = { sellerId: 7, amountCents: 1234 };
  expect(payoutStartedEntries(paid)).toEqual([
    { account: 'seller_payable', sellerId: 7, amountCents: 1234 },
    { account: 'in_transit', sellerId: null, amountCents: -1234 },
  ]);
  expect(payoutPaidLines(paid)).toEqual([
    { account: 'in_transit', sellerId: null, amountCents: 1234 },
    { account: 'gateway', sellerId: null, amountCents: -1234 },
  ]);
  expect(reversalLines(paid)).toEqual([
    { account: 'gateway', sellerId: null, amountCents: 1234 },
    { account: 'seller_payable', sellerId: 7, amountCents: -1234 },
  ]);
});

describe('the next payout', () => {
  const now = new Date('2026-11-16T05:00:00Z');
  const nothing = { now, availableCents: 0, later: [], offsetCents: 0 };
  it('is part of the next run', () => {
    expect(nextRunAfter(now).toISOString()).toBe('2026-11-16T06:00:00.000Z');
    expect(nextRunAfter(new Date('2026-11-16T06:00:00Z')).toISOString()).toBe('2026-11-17T06:00:00.000Z');
  });
  it('includes what becomes available until then', () => {
    const later = [{ day: '2026-11-16', cents: 50 }];
    expect(nextPayout({ ...nothing, availableCents: 200, later })).toEqual({
      at: new Date('2026-11-16T06:00:00Z'),
      cents: 250,
    });
  });
  it('is made at exactly a dollar, and not a cent below', () => {
    const at = new Date('2026-11-16T06:00:00Z');
    expect(nextPayout({ ...nothing, availableCents: 100 })).toEqual({ at, cents: 100 });
    expect(nextPayout({ ...nothing, availableCents: 99 })).toBeNull();
    const tomorrow = (cents: number) => [{ day: '2026-11-17', cents }];
    expect(nextPayout({ ...nothing, later: tomorrow(100) })).toEqual({
      at: new Date('2026-11-17T06:00:00Z'),
      cents: 100,
    });
    expect(nextPayout({ ...nothing, later: tomorrow(99) })).toBeNull();
  });
  it('does not wait for later earnings', () => {
    const later = [{ day: '2026-11-18', cents: 500 }];
    expect(nextPayout({ ...nothing, availableCents: 200, later })).toEqual({
      at: new Date('2026-11-16T06:00:00Z'),
      cents: 200,
    });
  });
  it('waits for enough', () => {
    const later = [
      { day: '2026-11-20', cents: 300 },
      { day: '2026-11-18', cents: 60 },
    ];
    expect(nextPayout({ ...nothing, availableCents: 50, later })).toEqual({
      at: new Date('2026-11-18T06:00:00Z'),
      cents: 110,
    });
    expect(nextPayout({ ...nothing, later, offsetCents: 1000 })).toBeNull();
    expect(nextPayout(nothing)).toBeNull();
  });
});

it('fees are parsed and formatted in percent', () => {
  expect([1500, 1250, 5, 0, 10_000].map(percentOf)).toEqual(['15', '12.5', '0.05', '0', '100']);
  expect(['15', '12.5', '12,5', '0.07', '100', '0'].map(pointsOf)).toEqual([1500, 1250, 1250, 7, 10_000, 0]);
  expect(['100.01', '-1', '1e1', '', '12.345', 'x'].map(pointsOf)).toEqual(Array(6).fill(null));
});
