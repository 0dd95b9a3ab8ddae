import { expect, test } from 'vitest';
import { formatCount } from './numbers.ts';
import { lazy } from './lazy.ts';

test('a count is grouped by thousands, like Intl does', () => {
  for (const count of [0, 7, 999, 1000, 12_345, 100_000, 1_234_567, -1234]) {
    expect(formatCount(count)).toBe(count.toLocaleString('en-US'));
  }
});

test('a lazy value is created once', () => {
  let made = 0;
  const value = lazy(() => ({ number: ++made }));
  expect(made).toBe(0);
  expect(value()).toBe(value());
  expect(made).toBe(1);
});
