import { expect, it } from 'vitest';
import { dayName, shortMoment } from './day-names.ts';

const now = new Date(2026, 10, 18, 10, 0);
const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 12).toISOString();

it('names moments as briefly as they can be understood', () => {
  expect(shortMoment(at(18, 9), now)).toBe('9:12 AM');
  expect(shortMoment(at(17, 23), now)).toBe('Tuesday');
  expect(shortMoment(at(2, 9), now)).toBe('Nov 2');
  expect(shortMoment(new Date(2024, 10, 2).toISOString(), now)).toBe('Nov 2, 2024');
});

it('names days by the reader’s calendar', () => {
  expect(dayName(at(18, 0), now)).toBe('Today');
  expect(dayName(at(17, 23), now)).toBe('Yesterday');
  expect(dayName(at(12, 9), now)).toBe('Thursday, November 12');
});
