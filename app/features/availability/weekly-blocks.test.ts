import { describe, expect, it } from 'vitest';
import {
  addBlock,
  formatMinute,
  fromClock,
  isCovered,
  normalize,
  removeBlock,
  toClock,
} from './weekly-blocks.ts';

const block = (weekday: number, startMinute: number, endMinute: number) => ({
  weekday,
  startMinute,
  endMinute,
});

describe('weekly hours', () => {
  it('join what overlaps or touches, on the same day only', () => {
    expect(normalize([block(2, 60, 120), block(1, 90, 120), block(1, 0, 60), block(1, 60, 100)])).toEqual([
      block(1, 0, 120),
      block(2, 60, 120),
    ]);
    expect(addBlock([block(1, 0, 30)], block(1, 60, 90))).toHaveLength(2);
  });

  it('are cut where time is removed', () => {
    expect(removeBlock([block(1, 540, 1020)], block(1, 720, 780))).toEqual([
      block(1, 540, 720),
      block(1, 780, 1020),
    ]);
    expect(removeBlock([block(1, 540, 600)], block(1, 500, 700))).toEqual([]);
    expect(removeBlock([block(2, 540, 600)], block(1, 0, 1440))).toEqual([block(2, 540, 600)]);
  });

  it('know what they cover', () => {
    expect(isCovered([block(1, 540, 600)], block(1, 540, 570))).toBe(true);
    expect(isCovered([block(1, 540, 600)], block(1, 570, 630))).toBe(false);
    expect(isCovered([block(1, 540, 600)], block(2, 540, 570))).toBe(false);
  });

  it.each([
    [0, '12:00 AM'],
    [570, '9:30 AM'],
    [720, '12:00 PM'],
    [1439, '11:59 PM'],
    [1440, '12:00 AM'],
  ])('minute %i is %s', (minute, text) => expect(formatMinute(minute)).toBe(text));

  it('clocks are read and written', () => {
    expect(fromClock('09:30')).toBe(570);
    expect(fromClock('')).toBeNull();
    expect(toClock(570)).toBe('09:30');
  });
});
