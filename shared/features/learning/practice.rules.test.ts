import { describe, expect, it } from 'vitest';
import {
  countAt,
  countInCounts,
  countsAround,
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
    const tempo = { bpm: 120, firstBeat: 0.5, phraseCounts: 8 };
    expect([0.4, 0.5, 0.99, 1, 4, 4.5].map((second) => countAt(second, tempo))).toEqual([
      null,
      1,
      2,
      2,
      8,
      1,
    ]);
  });

  it('starts again after six in a waltz', () => {
    const tempo = { bpm: 60, firstBeat: 0, phraseCounts: 6 };
    expect([0, 5, 6, 11, 12].map((second) => countAt(second, tempo))).toEqual([1, 6, 1, 6, 1]);
  });
});

it.each([
  [3, 8, [1, 2, 3, 4]],
  [7, 8, [5, 6, 7, 8]],
  [3, 6, [1, 2, 3]],
  [4, 6, [4, 5, 6]],
  [2, 4, [1, 2, 3, 4]],
  [2, 3, [1, 2, 3]],
  [5, 5, [4, 5]],
  [12, 12, [7, 8, 9, 10, 11, 12]],
])('shows count %d of %d among %j', (count, phraseCounts, around) => {
  expect(countsAround(count, phraseCounts)).toEqual(around);
});

it('counts in with the end of a phrase', () => {
  expect(countInCounts(8)).toEqual([5, 6, 7, 8]);
  expect(countInCounts(6)).toEqual([4, 5, 6]);
  expect(countInCounts(3)).toEqual([1, 2, 3]);
});

it('skips a phrase, or five seconds without a tempo', () => {
  expect(skipSeconds({ bpm: 120, firstBeat: 0, phraseCounts: 8 })).toBe(4);
  expect(skipSeconds({ bpm: 120, firstBeat: 0, phraseCounts: 6 })).toBe(3);
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
