import { describe, expect, it } from 'vitest';
import { freeSeats, maskedEmail, seatsInUse, formatSeats } from './seat.rules.ts';

describe('counting seats', () => {
  it.each([
    [{ quantity: 5, held: 0, invited: 0 }, 1, 4, '1 of 5 seats in use'],
    [{ quantity: 5, held: 3, invited: 1 }, 4, 0, '4 of 5 seats in use, 1 invited'],
    [{ quantity: 2, held: 1, invited: 0 }, 2, 0, '2 of 2 seats in use'],
  ])('%j', (counts, used, free, words) => {
    expect(seatsInUse(counts)).toBe(used);
    expect(freeSeats(counts)).toBe(free);
    expect(formatSeats(counts)).toBe(words);
  });
});

it.each([
  ['mara@example.com', 'm…@example.com'],
  ['m@example.com', 'm…@example.com'],
  ['@example.com', '…'],
  ['nobody', '…'],
  ['😀mara@example.com', '😀…@example.com'],
])('%s is masked for strangers as %s', (email, masked) => expect(maskedEmail(email)).toBe(masked));
