import { describe, expect, it } from 'vitest';
import * as timing from './query-timing.ts';

describe('query timing', () => {
  it('matches the spec', () => {
    expect(timing.USER_STALE_MS).toBe(10_000);
    expect(timing.CART_STALE_MS).toBe(1_000);
    expect(timing.DEFAULT_STALE_MS).toBe(Infinity);
    expect(timing.DEFAULT_RETRY).toBe(false);
    expect(timing.DEFAULT_REFETCH_ON_FOCUS).toBe(false);
    expect(timing.RETRY_COUNT).toBe(3);
    expect(timing.KEEP_MS).toBe(300_000);
    expect(timing.AUTH_REFETCH_DELAY_MS).toBe(100);
  });

  it('doubles the delay from 1 s to 30 s', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map(timing.retryDelay)).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ]);
  });

  it.each([
    [-1, 1000],
    [NaN, 1000],
    [undefined, 1000],
    [null, 1000],
    [1.9, 2000],
    [5000, 30_000],
    [Infinity, 30_000],
    [-Infinity, 1000],
  ])('attempt %s waits %i ms', (attempt, delay) => {
    expect(timing.retryDelay(attempt as number)).toBe(delay);
  });
});
