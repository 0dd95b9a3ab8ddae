import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startClock } from './attempt-clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A clock of two seconds, and what it did, in order. */
function twoSeconds() {
  const done: (number | string)[] = [];
  const { promise: isSaved, resolve: save } = Promise.withResolvers<void>();
  const stop = startClock(2, {
    show: (left) => done.push(left),
    flush() {
      done.push('flush');
      return isSaved;
    },
    async refresh() {
      done.push('refresh');
    },
  });
  return { done, save, stop };
}

it('counts down to zero, saves what is left and only then asks for the closed attempt, once', async () => {
  const { done, save } = twoSeconds();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(done).toEqual([1.5, 1, 0.5, 0, 'flush']);
  save();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(done.slice(4)).toEqual(['flush', 'refresh']);
});

it('does nothing anymore once stopped', async () => {
  const { done, stop } = twoSeconds();
  await vi.advanceTimersByTimeAsync(1000);
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(done).toEqual([1.5, 1]);
});
