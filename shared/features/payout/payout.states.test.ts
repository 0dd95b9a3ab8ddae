import { describe, expect, it } from 'vitest';
import { standingOfEarning } from './payout.states.ts';

describe('an earning', () => {
  const now = new Date('2026-11-16T06:00:00Z');
  const at = (iso: string) => new Date(iso);
  const earning = { state: 'waiting', shareCents: 500, returnedCents: 0, availableAt: now } as const;

  it('is available from the moment its refund window closes', () => {
    expect(standingOfEarning(earning, now)).toBe('available');
    expect(standingOfEarning({ ...earning, availableAt: at('2026-11-16T06:00:00.001Z') }, now)).toBe(
      'pending',
    );
    expect(standingOfEarning({ ...earning, availableAt: at('2026-11-15T06:00:00Z') }, now)).toBe('available');
  });

  it.each(['held', 'processing', 'paid'] as const)('that is %s stays so, whatever its date', (state) => {
    expect(standingOfEarning({ ...earning, state }, now)).toBe(state);
  });

  it('was returned once all of it went back, unless it had been paid out', () => {
    const returned = { ...earning, returnedCents: 500 };
    expect(standingOfEarning(returned, now)).toBe('returned');
    expect(standingOfEarning({ ...returned, state: 'held' }, now)).toBe('returned');
    expect(standingOfEarning({ ...returned, state: 'paid' }, now)).toBe('paid');
    expect(standingOfEarning({ ...earning, returnedCents: 499 }, now)).toBe('available');
  });
});
