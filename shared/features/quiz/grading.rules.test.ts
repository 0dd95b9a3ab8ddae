// Grading of every kind of question, at its edges.
import { describe, expect, it } from 'vitest';
import { gradeAnswer, normalizeText, pointsFor } from './grading.rules.ts';
import type { Answer, Question } from './question.rules.ts';

const options = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: id.toUpperCase() }));
const single: Question = {
  kind: 'single',
  content: { options },
  answerKey: { correct: 'b', feedback: {} },
};
const multiple = (correct: string[]): Question => ({
  kind: 'multiple',
  content: { options },
  answerKey: { correct, feedback: {} },
});
const ordering: Question = {
  kind: 'ordering',
  content: { items: options },
  answerKey: { order: ['a', 'b', 'c', 'd'] },
};
const matching: Question = {
  kind: 'matching',
  content: { left: options, right: options },
  answerKey: { pairs: { a: 'd', b: 'c', c: 'b', d: 'a' } },
};
const number = (value: number, tolerance: number): Question => ({
  kind: 'number',
  content: { unit: 'bpm' },
  answerKey: { value, tolerance },
});
const shortText: Question = {
  kind: 'short_text',
  content: {},
  answerKey: { accepted: ['rond de jambe', 'Plié', 'port-de-bras'] },
};
const hotspot: Question = {
  kind: 'hotspot',
  content: { alt: 'A dancer' },
  answerKey: {
    regions: [
      { x: 0.2, y: 0.4, width: 0.1, height: 0.2 },
      { x: 0.8, y: 0, width: 0.2, height: 0.1 },
    ],
  },
};
const moment: Question = { kind: 'moment', content: {}, answerKey: { from: 3, to: 5.5 } };
const open: Question = { kind: 'open', content: {}, answerKey: { guidance: 'One correction.' } };
const trueFalse: Question = { kind: 'true_false', content: {}, answerKey: { correct: false } };

it('nothing answered earns nothing, whatever the kind', () => {
  for (const question of [
    single,
    multiple(['a']),
    ordering,
    matching,
    shortText,
    hotspot,
    moment,
    open,
    trueFalse,
  ]) {
    expect(gradeAnswer(question, null)).toBe(0);
  }
  expect(gradeAnswer(number(0, 0), null)).toBe(0);
});

it('one choice is right or wrong', () => {
  expect(gradeAnswer(single, { choice: 'b' })).toBe(1);
  expect(gradeAnswer(single, { choice: 'a' })).toBe(0);
});

it('false is an answer', () => {
  expect(gradeAnswer(trueFalse, { value: false })).toBe(1);
  expect(gradeAnswer(trueFalse, { value: true })).toBe(0);
});

describe('several choices', () => {
  it.each([
    [['a', 'b'], 1],
    [['b', 'a'], 1],
    [['a'], 0.5],
    [[], 0],
    [['a', 'c'], 0],
    [['a', 'b', 'c'], 0.5],
    [['c', 'd'], 0],
    [['a', 'b', 'c', 'd'], 0],
  ])('%j of a and b: %d', (choices, share) => {
    expect(gradeAnswer(multiple(['a', 'b']), { choices })).toBe(share);
  });

  it('choosing everything earns nothing even where most are right', () => {
    expect(gradeAnswer(multiple(['a', 'b', 'c']), { choices: ['a', 'b', 'c', 'd'] })).toBe(0);
  });

  it('where all are right, each counts', () => {
    expect(gradeAnswer(multiple(['a', 'b', 'c', 'd']), { choices: ['a', 'b', 'd'] })).toBe(0.75);
  });

  it('the same choice twice counts once', () => {
    expect(gradeAnswer(multiple(['a', 'b']), { choices: ['a', 'a'] })).toBe(0.5);
  });
});

describe('short text', () => {
  it.each([
    'rond de jambe',
    ' Rond  de\tJambe ',
    'RÔND DE JAMBE',
    'plie',
    'PLIÉ',
    'plie\u0301',
    'Port de bras',
    'plié.',
  ])('“%s” is accepted', (text) => expect(gradeAnswer(shortText, { text })).toBe(1));
  it.each(['', '   ', 'rond', 'ronddejambe', 'plies'])('“%s” is not', (text) =>
    expect(gradeAnswer(shortText, { text })).toBe(0),
  );
  it('letters without a plain twin stay themselves', () => {
    expect(normalizeText('Sørensen')).toBe('sørensen');
  });
});

describe('number', () => {
  it.each([
    [120, 5, 115, 1],
    [120, 5, 125, 1],
    [120, 5, 125.01, 0],
    [120, 0, 120, 1],
    [0.3, 0, 0.1 + 0.2, 1],
    [-2, 0.5, -2.5, 1],
    [-2, 0.5, 2, 0],
    [0, 0, 0, 1],
  ])('%d ± %d: %d earns %d', (value, tolerance, given, share) => {
    expect(gradeAnswer(number(value, tolerance), { value: given })).toBe(share);
  });
});

describe('ordering', () => {
  it.each([
    [['a', 'b', 'c', 'd'], 1],
    [['b', 'a', 'c', 'd'], 2 / 3],
    [['b', 'c', 'd', 'a'], 0],
    [['d', 'c', 'b', 'a'], 0],
    [['a', 'b', 'c'], 0],
    [['a', 'a', 'b', 'c'], 0],
    [['a', 'b', 'c', 'x'], 0],
  ])('%j earns %d', (order, share) => {
    expect(gradeAnswer(ordering, { order })).toBeCloseTo(share);
  });
});

describe('matching', () => {
  it.each([
    [{ a: 'd', b: 'c', c: 'b', d: 'a' }, 1],
    [{ a: 'd', b: 'c', c: 'a', d: 'b' }, 0.5],
    [{ a: 'd' }, 0.25],
    [{}, 0],
  ])('%j earns %d', (pairs, share) => {
    expect(gradeAnswer(matching, { pairs })).toBe(share);
  });
  it('names of built-in properties match nothing', () => {
    const odd: Question = {
      kind: 'matching',
      content: { left: options, right: options },
      answerKey: { pairs: { constructor: 'a' } },
    };
    expect(gradeAnswer(odd, { pairs: {} })).toBe(0);
  });
});

describe('hotspot', () => {
  it.each([
    [0.2, 0.4, 1],
    [0.25, 0.5, 1],
    [0.9, 0.05, 1],
    [0.19, 0.5, 0],
    [0.25, 0.61, 0],
    [0.5, 0.5, 0],
  ])('at %d, %d: %d', (x, y, share) => expect(gradeAnswer(hotspot, { x, y })).toBe(share));
});

it('a moment has two ends, both in it', () => {
  const at = (second: number) => gradeAnswer(moment, { second });
  expect([2.99, 3, 4, 5.5, 5.51].map(at)).toEqual([0, 1, 1, 1, 0]);
});

it('an open question waits for a person, unless there is nothing to read', () => {
  expect(gradeAnswer(open, { text: 'Where are your knees pointing?' })).toBeNull();
  expect(gradeAnswer(open, { text: ' \n' })).toBe(0);
});

it('points have two decimals', () => {
  expect(pointsFor(2 / 3, 1)).toBe(0.67);
  expect(pointsFor(1, 5)).toBe(5);
  const answer: Answer = { order: ['b', 'a', 'c', 'd'] };
  expect(pointsFor(gradeAnswer(ordering, answer) ?? 0, 3)).toBe(2);
});
