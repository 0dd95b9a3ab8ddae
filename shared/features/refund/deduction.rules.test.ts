import { describe, expect, it } from 'vitest';
import { formatMoney } from '#shared/money.ts';
import { deductionNote, refundNote } from './refund.rules.ts';
import { DISPUTE_STATES, isDisputeOpen } from './refund.states.ts';

describe('the note about a deduction', () => {
  const before = (title: string) => ({ title, isInCart: false });
  const inCart = (title: string) => ({ title, isInCart: true });

  it('names what was paid for before', () => {
    expect(deductionNote('45.60', [before('Ballet I')])).toBe('$45.60 less: you paid for “Ballet I” before.');
  });

  it('names what is in the same cart', () => {
    expect(deductionNote('45.60', [inCart('Ballet I')])).toBe(
      '$45.60 less: you pay for “Ballet I” elsewhere in this cart.',
    );
  });

  it('names both, and each title once', () => {
    expect(deductionNote('60.00', [inCart('Tap'), before('Jazz'), before('Jazz')])).toBe(
      '$60.00 less: you paid for “Jazz” before, and you pay for “Tap” elsewhere in this cart.',
    );
  });

  it('names two titles and counts the others', () => {
    expect(deductionNote('9.00', [before('A'), before('B')])).toContain('“A” and “B” before');
    expect(deductionNote('9.00', [before('A'), before('B'), before('C')])).toContain(
      '“A”, “B” and 1 more before',
    );
    expect(deductionNote('9.00', ['A', 'B', 'C', 'D'].map(before))).toContain('“A”, “B” and 2 more before');
  });
});

describe('the note before a refund', () => {
  const none = {
    left: '20.00',
    creditLeft: '0.00',
    creditEndsAt: null,
    held: '0.00',
    heldBy: [],
    also: '0.00',
    alsoOf: [],
  };

  it('is empty if no bundle is involved', () => {
    expect(refundNote(none, formatMoney)).toBeNull();
  });

  it('names the part held by a bundle', () => {
    expect(refundNote({ ...none, held: '5.00', heldBy: ['Year One'] }, formatMoney)).toBe(
      'You’ll get $20.00 back. $5.00 of what you paid went toward “Year One”, which you keep. It comes back if you refund that too.',
    );
  });

  it('says what comes back as booking credit, and whether it can be used again', () => {
    const credit = { ...none, creditLeft: '12.00', creditEndsAt: '2027-05-03T00:00:00.000Z' };
    const on = (day: string) => refundNote(credit, formatMoney, new Date(day));
    expect(on('2027-05-01')).toBe(
      'You’ll get $20.00 back, $12.00 of it as booking credit. You can use it until May 3, 2027.',
    );
    expect(on('2027-05-04')).toContain('ended on May 3, 2027, so it can’t be used again.');
  });

  it('names what is refunded along with a bundle', () => {
    expect(refundNote({ ...none, also: '7.50', alsoOf: ['Ballet I', 'Tap'] }, formatMoney)).toBe(
      'You’ll get $20.00 back, and the $7.50 you paid for “Ballet I” and “Tap” that went toward it.',
    );
  });
});

it('a dispute holds the money until the bank has decided', () => {
  expect(DISPUTE_STATES.filter(isDisputeOpen)).toEqual(['open', 'under_review']);
});
