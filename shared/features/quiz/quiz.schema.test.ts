// Which answers and questions are let in.
import { describe, expect, it } from 'vitest';
import type { AskedQuestion } from './question.rules.ts';
import { parseAnswer, questionSchema } from './quiz.schema.ts';

const options = ['a', 'b', 'c'].map((id) => ({ id, text: id }));
const asked: Record<string, AskedQuestion> = {
  single: { kind: 'single', content: { options } },
  multiple: { kind: 'multiple', content: { options } },
  ordering: { kind: 'ordering', content: { items: options } },
  matching: { kind: 'matching', content: { left: options, right: options } },
  number: { kind: 'number', content: { unit: '' } },
  hotspot: { kind: 'hotspot', content: { alt: '' } },
  open: { kind: 'open', content: {} },
};

describe('answers', () => {
  it.each([
    ['single', { choice: 'a' }],
    ['multiple', { choices: [] }],
    ['multiple', { choices: ['c', 'a'] }],
    ['ordering', { order: ['c', 'a', 'b'] }],
    ['matching', { pairs: { a: 'b' } }],
    ['number', { value: -0.5 }],
    ['hotspot', { x: 0, y: 1 }],
    ['open', { text: 'Look again.' }],
  ])('%s takes %j', (kind, answer) => {
    expect(parseAnswer(asked[kind] as AskedQuestion, answer)).toEqual(answer);
  });

  it.each([
    ['single', { choice: 'x' }],
    ['single', { choice: ['a'] }],
    ['single', 'a'],
    ['multiple', { choices: ['a', 'a'] }],
    ['multiple', { choices: ['x'] }],
    ['ordering', { order: ['a', 'b'] }],
    ['ordering', { order: ['a', 'b', 'b'] }],
    ['matching', { pairs: { x: 'a' } }],
    ['matching', { pairs: { a: 'x' } }],
    ['number', { value: '5' }],
    ['number', { value: Infinity }],
    ['hotspot', { x: 1.1, y: 0 }],
    ['open', { text: 'x'.repeat(20_001) }],
    ['open', null],
  ])('%s refuses %j', (kind, answer) => {
    expect(parseAnswer(asked[kind] as AskedQuestion, answer)).toBeUndefined();
  });

  it('leaves out whatever else was sent', () => {
    const forged = { choice: 'a', points: 100, isCorrect: true };
    expect(parseAnswer(asked['single'] as AskedQuestion, forged)).toEqual({ choice: 'a' });
  });
});

describe('questions', () => {
  const problem = (question: object) =>
    questionSchema.safeParse({ prompt: 'Why?', ...question }).error?.issues[0]?.message;
  it('need a key that fits', () => {
    const content = { options };
    expect(problem({ kind: 'single', content, answerKey: { correct: 'a' } })).toBeUndefined();
    expect(problem({ kind: 'single', content, answerKey: { correct: 'x' } })).toBe(
      'Choose the right answer.',
    );
    expect(problem({ kind: 'ordering', content: { items: options }, answerKey: { order: ['a'] } })).toContain(
      'every item',
    );
    const pairs = { a: 'b', b: 'c' };
    expect(
      problem({ kind: 'matching', content: { left: options, right: options }, answerKey: { pairs } }),
    ).toContain('left');
    expect(problem({ kind: 'moment', fileId: 1, content: {}, answerKey: { from: 5, to: 2 } })).toContain(
      'ends before',
    );
    expect(
      problem({
        kind: 'hotspot',
        content: { alt: 'x' },
        answerKey: { regions: [{ x: 0, y: 0, width: 1, height: 1 }] },
      }),
    ).toContain('picture');
  });
});
