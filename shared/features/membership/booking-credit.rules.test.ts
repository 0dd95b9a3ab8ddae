import { describe, expect, it } from 'vitest';
import { applyCredit, grantedAfter, monthsBetween } from './booking-credit.rules.ts';

const between = (from: string, to: string) =>
  monthsBetween({ startsAt: new Date(from), endsAt: new Date(to) });

describe('the months a payment is for', () => {
  it.each([
    ['2026-01-31', '2026-02-28', 1],
    ['2026-03-01', '2026-04-01', 1],
    ['2027-02-01', '2028-02-01', 12],
    ['2026-01-01', '2026-01-11', 0],
    ['2026-01-01', '2026-07-20', 7],
  ])('from %s to %s are %i', (from, to, months) => expect(between(from, to)).toBe(months));
});

it('gives a sixth with each month, and exactly the whole after six', () => {
  expect([1, 2, 3, 4, 5, 6].map((months) => grantedAfter(months, 7000))).toEqual([
    1166, 2333, 3500, 4666, 5833, 7000,
  ]);
  expect(grantedAfter(12, 7000)).toBe(7000);
});

describe('what it pays for', () => {
  const session = (netCents: number) => ({ itemType: 'booking', netCents });
  const resource = { itemType: 'resource', netCents: 900 };
  it('pays sessions only', () => expect(applyCredit(5000, [resource, session(3000)])).toEqual([0, 3000]));
  it('pays no more than there is, divided by price', () =>
    expect(applyCredit(1001, [session(6000), resource, session(2000)])).toEqual([751, 0, 250]));
  it('pays nothing without sessions', () => expect(applyCredit(5000, [resource])).toEqual([0]));
  it('never pays more for a line than it costs', () => {
    for (let available = 0; available <= 40; available++) {
      const nets = [1, 7, 13, 3];
      const credit = applyCredit(available, nets.map(session));
      expect(credit.every((cents, at) => cents <= (nets[at] ?? 0))).toBe(true);
      expect(credit.reduce((sum, cents) => sum + cents, 0)).toBe(Math.min(available, 24));
    }
  });
});
