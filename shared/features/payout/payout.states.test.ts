import { describe, expect, it } from 'vitest';
import { toEarningViewState } from './payout.states.ts';

describe('an earning', () => {
  const now = new Date('2026-11-16T06:00:00Z');
  const at = (iso: string) => new Date(iso);
  const earning = { state: 'waiting', shareCents: 500, returnedCents: 0, availableAt: now } as const;

  it('is available from the moment its refund window closes', () => {
    expect(toEarningViewState(earning, now)).toBe('available');
    expect(toEarningViewState({ ...earning, availableAt: at('2026-11-16T06:00:00.001Z') }, now)).toBe(
      'pending',
    );
    expect(toEarningViewState({ ...earning, availableAt: at('2026-11-15T06:00:00Z') }, now)).toBe(
      'available',
    );
  });

  it.each(['held', 'processing', 'paid'] as const)('that is %s stays so, whatever its date', (state) => {
    expect(toEarningViewState({ ...earning, state }, now)).toBe(state);
  });

  it('is returned once all of it was refunded, unless it had been paid out', () => {
    const returned = { ...earning, returnedCents: 500 };
    expect(toEarningViewState(returned, now)).toBe('returned');
    expect(toEarningViewState({ ...returned, state: 'held' }, now)).toBe('returned');
    expect(toEarningViewState({ ...returned, state: 'paid' }, now)).toBe('paid');
    expect(toEarningViewState({ ...earning, returnedCents: 499 }, now)).toBe('available');
  });
});
