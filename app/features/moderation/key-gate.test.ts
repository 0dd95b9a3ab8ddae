import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createKeyGate, PAUSE_MS } from './key-gate.ts';

const DECISIONS = 'acrf';
const SHORTCUTS = `${DECISIONS}jko?`;
/** What the page waits after an item has appeared. */
const SETTLE_MS = 600;

/** The queue as someone at the keyboard sees it: J and every decision bring the next item. */
function press(keys: readonly { key: string; at: number }[]) {
  const gate = createKeyGate();
  const seen: { key: string; at: number; shownFor: number; sinceIgnored: number; verdict: string }[] = [];
  let shownAt = 0;
  let ignoredAt = -Infinity;
  for (const { key, at } of keys) {
    const shownFor = at - shownAt;
    const isDecision = DECISIONS.includes(key);
    const verdict = gate.judge({
      at,
      isShortcut: SHORTCUTS.includes(key),
      isDecision,
      isReady: shownFor >= SETTLE_MS,
    });
    seen.push({ key, at, shownFor, sinceIgnored: at - ignoredAt, verdict });
    if (verdict !== 'counts') ignoredAt = at;
    else if (isDecision || key === 'j' || key === 'k') shownAt = at;
  }
  return seen;
}

function typed(text: string, from: number, gap = 120) {
  return Array.from(text, (key, index) => ({ key, at: from + index * gap }));
}

it('C for the previous item, and the reason typed after it, decide nothing', () => {
  const seen = press([
    { key: 'j', at: 1000 },
    { key: 'c', at: 1400 },
    ...typed('add a file for each class, j k r f', 1500),
  ]);
  expect(seen[1]?.verdict).toBe('too soon');
  expect(seen.slice(2).map(({ verdict }) => verdict)).toEqual(Array(seen.length - 2).fill('ignored'));
});

it('a text typed without a field decides nothing from its first other letter on', () => {
  const seen = press(typed('please accept', 5000));
  expect(seen.filter(({ verdict }) => verdict === 'counts')).toEqual([]);
});

it('counts again after a pause', () => {
  const seen = press([
    { key: 'j', at: 1000 },
    { key: 'a', at: 1300 },
    { key: 'a', at: 1300 + PAUSE_MS },
  ]);
  expect(seen.map(({ verdict }) => verdict)).toEqual(['counts', 'too soon', 'counts']);
});

it('leaves those who look first as fast as they are', () => {
  const seen = press('jajcjr'.split('').map((key, index) => ({ key, at: 1000 + index * 700 })));
  expect(seen.every(({ verdict }) => verdict === 'counts')).toBe(true);
  expect(press(typed('jjjkkj', 1000, 80)).every(({ verdict }) => verdict === 'counts')).toBe(true);
});

it('letters typed into a field or dialog close it too', () => {
  const gate = createKeyGate();
  gate.noteTyping(1000);
  const key = { isShortcut: true, isDecision: true, isReady: true };
  expect(gate.judge({ ...key, at: 1200 })).toBe('ignored');
  expect(gate.judge({ ...key, at: 1200 + PAUSE_MS })).toBe('counts');
});

it('never decides what has not been on screen for half a second, or in the middle of typing', () => {
  const key = fc.constantFrom(...Array.from('acrfjko?xyz e'));
  const gap = fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 400, max: 1500 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(key, gap), { maxLength: 60 }), (steps) => {
      let at = 0;
      const keys = steps.map(([one, pause]) => ({ key: one, at: (at += pause) }));
      for (const { key: one, shownFor, sinceIgnored, verdict } of press(keys)) {
        if (verdict !== 'counts') continue;
        expect(sinceIgnored).toBeGreaterThanOrEqual(500);
        if (DECISIONS.includes(one)) expect(shownFor).toBeGreaterThanOrEqual(500);
      }
    }),
    { numRuns: 500 },
  );
});
