import { expect, it } from 'vitest';
import { giftDays } from './gift.rules.ts';

it.each([
  [19_000, 19_000, 365],
  [19_000, 59_000, 118],
  [59_000, 19_000, 1134],
  [100, 0, 365],
])('%i cents at %i a year are %i days', (paid, yearly, days) => expect(giftDays(paid, yearly)).toBe(days));
