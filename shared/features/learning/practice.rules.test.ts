import { describe, expect, it } from 'vitest';
import {
  countAt,
  formatSecond,
  loopTarget,
  playedRanges,
  sectionAt,
  sectionEnd,
  setLoopEnd,
  skipSeconds,
} from './practice.rules.ts';

describe('setLoopEnd', () => {
  it('sets one end and then the other', () => {
    const a = setLoopEnd(null, 'start', 4.126);
    expect(a).toEqual({ start: 4.13, end: null });
    expect(setLoopEnd(a, 'end', 9)).toEqual({ start: 4.13, end: 9 });
  });

  it('drops an end that would lie before the new start', () => {
    expect(setLoopEnd({ start: 2, end: 6 }, 'start', 5.8)).toEqual({ start: 5.8, end: null });
    expect(setLoopEnd({ start: 2, end: 6 }, 'start', 5.5)).toEqual({ start: 5.5, end: 6 });
  });

  it('starts from the beginning when the end is set before the start', () => {
    expect(setLoopEnd({ start: 8, end: 12 }, 'end', 5)).toEqual({ start: 0, end: 5 });
    expect(setLoopEnd(null, 'end', 0)).toEqual({ start: 0, end: 0.5 });
  });
});

describe('loopTarget', () => {
  const loop = { start: 3, end: 8 };

  it('jumps back when playing passes the end', () => {
    expect(loopTarget(loop, 7.99, 20)).toBeNull();
    expect(loopTarget(loop, 8, 20)).toBe(3);
    expect(loopTarget(loop, 8.4, 20)).toBe(3);
  });

  it('lets someone look elsewhere', () => {
    expect(loopTarget(loop, 12, 20)).toBeNull();
    expect(loopTarget(loop, 1, 20)).toBeNull();
    expect(loopTarget(null, 8, 20)).toBeNull();
  });

  it('repeats from the start at the end of the file while the end is open', () => {
    expect(loopTarget({ start: 3, end: null }, 20, 20)).toBe(3);
  });
});

describe('countAt', () => {
  it('counts to eight from the first beat', () => {
    // 120 BPM: two beats a second.
    expect([0.4, 0.5, 0.99, 1, 4, 4.5].map((second) => countAt(second, 120, 0.5))).toEqual([
      null,
      1,
      2,
      2,
      8,
      1,
    ]);
  });

  it('says nothing without a tempo', () => {
    expect(countAt(3, null, 0)).toBeNull();
    expect(countAt(0, 60, null)).toBe(1);
  });
});

it('skips an eight-count, or five seconds without a tempo', () => {
  expect(skipSeconds(120)).toBe(4);
  expect(skipSeconds(null)).toBe(5);
});

describe('sections', () => {
  const sections = [
    { label: 'Watch', start: 0 },
    { label: 'Try', start: 6 },
  ];

  it('finds the one playing and where it ends', () => {
    expect([0, 5.9, 6, 30].map((second) => sectionAt(sections, second))).toEqual([0, 0, 1, 1]);
    expect(sectionAt([{ label: 'Late', start: 4 }], 1)).toBe(-1);
    expect(sectionEnd(sections, 0, 20)).toBe(6);
    expect(sectionEnd(sections, 1, 20)).toBe(20);
  });
});

it('turns what was played into whole seconds and leaves out what is too short', () => {
  const parts = [
    [0, 4.6],
    [7.1, 7.3],
    [9, 12],
  ] as const;
  const played = {
    length: parts.length,
    start: (index: number) => parts[index]?.[0] ?? 0,
    end: (index: number) => parts[index]?.[1] ?? 0,
  };
  expect(playedRanges(played)).toEqual([
    [0, 5],
    [9, 12],
  ]);
});

it.each([
  [0, '0:00'],
  [7.9, '0:07'],
  [760, '12:40'],
  [3729, '1:02:09'],
  [-3, '0:00'],
])('writes %d seconds as %s', (second, text) => {
  expect(formatSecond(second)).toBe(text);
});
