// What counts, what passes, what may be seen, and how it is said.
import { describe, expect, it } from 'vitest';
import { describeAnswer, describeKey, describeSecond } from './question.rules.ts';
import {
  attemptsLeftOf,
  canReviewAnswers,
  countingPercent,
  describeQuizRules,
  formatClock,
  hasPassedQuiz,
  hasPassedWith,
  nextAttemptAt,
  percentOf,
  pointsToPass,
  splitPrompt,
} from './quiz.rules.ts';

const attempts = [
  { number: 1, score: 2, maxScore: 8 },
  { number: 3, score: 4, maxScore: 8 },
  { number: 2, score: 6, maxScore: 8 },
];

it.each([
  ['best', 75],
  ['last', 50],
  ['average', 50],
] as const)('%s of three attempts', (method, percent) => {
  expect(countingPercent(method, attempts)).toBe(percent);
  expect(countingPercent(method, [])).toBeNull();
});

it('the quiz is passed by what counts', () => {
  const decided = attempts.map((attempt) => ({ ...attempt, hasPassed: attempt.number === 2 }));
  expect(hasPassedQuiz('best', decided, 70)).toBe(true);
  expect(hasPassedQuiz('last', decided, 70)).toBe(false);
  expect(hasPassedQuiz('average', decided, 50)).toBe(true);
  expect(hasPassedQuiz('average', decided, 51)).toBe(false);
  for (const method of ['best', 'last', 'average'] as const) expect(hasPassedQuiz(method, [], 0)).toBe(false);
});

it('passing is decided in points, not in rounded percent', () => {
  expect(hasPassedWith({ score: 2, maxScore: 3, passPercent: 67 })).toBe(false);
  expect(hasPassedWith({ score: 7, maxScore: 10, passPercent: 70 })).toBe(true);
  expect(hasPassedWith({ score: 6.99, maxScore: 10, passPercent: 70 })).toBe(false);
  expect(hasPassedWith({ score: 0, maxScore: 10, passPercent: 0 })).toBe(true);
  expect(percentOf(1, 3)).toBe(33.33);
  expect(percentOf(0, 0)).toBe(0);
  expect(pointsToPass({ maxScore: 8, passPercent: 70 })).toBe(6);
  expect(pointsToPass({ maxScore: 10, passPercent: 70 })).toBe(7);
});

describe('the right answers may be seen', () => {
  const standing = { hasSubmitted: true, hasPassed: false, attemptsLeft: 1, hasOpenAttempt: false };
  it.each([
    ['never', { hasPassed: true, attemptsLeft: 0 }, false],
    ['after_submit', {}, true],
    ['after_submit', { hasSubmitted: false }, false],
    ['after_submit', { hasOpenAttempt: true }, false],
    ['after_pass', {}, false],
    ['after_pass', { attemptsLeft: 0 }, false],
    ['after_pass', { hasPassed: true }, true],
    ['after_last_attempt', {}, false],
    ['after_last_attempt', { hasPassed: true }, false],
    ['after_last_attempt', { attemptsLeft: 0 }, true],
    ['after_last_attempt', { attemptsLeft: 0, hasOpenAttempt: true }, false],
    ['after_last_attempt', { attemptsLeft: null }, false],
    ['after_last_attempt', { attemptsLeft: null, hasPassed: true }, true],
  ] as const)('%s %j: %s', (policy, given, may) => {
    expect(canReviewAnswers({ ...standing, ...given, policy })).toBe(may);
  });
});

it('attempts and the wait between them', () => {
  expect(attemptsLeftOf(null, 3, 9)).toBeNull();
  expect(attemptsLeftOf(3, 1, 2)).toBe(2);
  expect(attemptsLeftOf(3, 0, 5)).toBe(0);
  const now = new Date('2026-11-18T10:00:00Z');
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  expect(nextAttemptAt(null, { retryDelayMinutes: 60, now })).toBeNull();
  expect(nextAttemptAt(ago(5), { retryDelayMinutes: 0, now })).toBeNull();
  expect(nextAttemptAt(ago(60), { retryDelayMinutes: 60, now })).toBeNull();
  expect(nextAttemptAt(ago(59), { retryDelayMinutes: 60, now })).toEqual(new Date('2026-11-18T10:01:00Z'));
});

it('rules in words', () => {
  const quiz = {
    questionCount: 8,
    passPercent: 70,
    timeLimitMinutes: 20,
    attemptLimit: 3,
    retryDelayMinutes: 60,
    gradingMethod: 'best',
    reviewPolicy: 'after_submit',
  } as const;
  expect(describeQuizRules(quiz).join(' ')).toBe(
    '8 questions; 70% passes. 20 minutes from the moment you start. When the time is up, what you have answered is handed in for you. Up to 3 tries. Your best score counts. 1 hour between two tries. You see the right answers as soon as you hand it in.',
  );
  expect(describeQuizRules({ ...quiz, attemptLimit: 1, timeLimitMinutes: null })).toContain('One try.');
});

it('times and prompts', () => {
  expect([0, 59, 684, 3729].map(formatClock)).toEqual(['0:00', '0:59', '11:24', '1:02:09']);
  expect([0, 12.4, 61, 119.99].map(describeSecond)).toEqual(['0:00', '0:12.4', '1:01', '2:00']);
  expect(splitPrompt('Why?\n\nBecause.\n\nAnd so on.')).toEqual({
    question: 'Why?',
    lead: 'Because.\n\nAnd so on.',
  });
});

it('answers and keys in words', () => {
  const content = {
    left: [{ id: 'l', text: 'Plié' }],
    right: [{ id: 'r', text: 'to bend' }],
  };
  expect(describeAnswer({ kind: 'matching', content, answer: { pairs: { l: 'r' } } })).toBe('Plié: to bend');
  expect(describeAnswer({ kind: 'true_false', content: {}, answer: null })).toBe('No answer');
  expect(describeAnswer({ kind: 'number', content: { unit: 'bpm' }, answer: { value: 96 } })).toBe('96 bpm');
  expect(describeKey({ kind: 'matching', content, answerKey: { pairs: { l: 'r' } } })).toBe('Plié: to bend');
  expect(describeKey({ kind: 'moment', content: {}, answerKey: { from: 3, to: 5.5 } })).toBe(
    '0:03 to 0:05.5',
  );
});
