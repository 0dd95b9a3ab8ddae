// Drawing: the same seed draws the same attempt, and nothing shown tells what is right.
import { describe, expect, it } from 'vitest';
import { createRandom, drawQuestions, shuffle, type BankQuestion } from './draw.rules.ts';
import { gradeAnswer } from './grading.rules.ts';

const about = { prompt: 'Why?', fileId: null, explanation: '', reviewLessonId: null, points: 1 };
const parts = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: id.toUpperCase() }));

const single = (id: number): BankQuestion => ({
  ...about,
  id,
  kind: 'single',
  content: { options: parts },
  answerKey: { correct: 'a', feedback: { a: 'Yes', b: 'No' } },
});
const ordering: BankQuestion = {
  ...about,
  id: 90,
  kind: 'ordering',
  content: { items: parts },
  answerKey: { order: ['a', 'b', 'c', 'd'] },
};
const matching: BankQuestion = {
  ...about,
  id: 91,
  kind: 'matching',
  content: { left: parts, right: parts.map(({ id, text }) => ({ id: `to-${id}`, text: `for ${text}` })) },
  answerKey: { pairs: { a: 'to-a', b: 'to-b', c: 'to-c', d: 'to-d' } },
};
const open: BankQuestion = { ...about, id: 92, kind: 'open', content: {}, answerKey: { guidance: '' } };

const many = Array.from({ length: 20 }, (_, at) => single(at + 1));

describe('drawing', () => {
  it('repeats itself for the same seed, and only for it', () => {
    const draw = { own: many.slice(0, 5), bank: many, drawCount: 6, isShuffled: true };
    const first = drawQuestions({ ...draw, seed: 7 });
    expect(drawQuestions({ ...draw, seed: 7 })).toEqual(first);
    expect(drawQuestions({ ...draw, seed: 8 })).not.toEqual(first);
  });

  it('has the quiz’s own questions and as many others as asked for, none twice', () => {
    for (let seed = 0; seed < 50; seed++) {
      const ids = drawQuestions({
        own: many.slice(0, 5),
        bank: many,
        drawCount: 6,
        isShuffled: false,
        seed,
      }).map(({ id }) => id);
      expect(ids.slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
      expect(new Set(ids).size).toBe(11);
    }
  });

  it('takes what there is when the bank has too little', () => {
    const ids = drawQuestions({ own: [], bank: many.slice(0, 3), drawCount: 6, isShuffled: false, seed: 1 });
    expect(ids).toHaveLength(3);
  });

  it('keeps order and options as written unless they are to be shuffled', () => {
    const [question] = drawQuestions({
      own: [single(1)],
      bank: [],
      drawCount: 0,
      isShuffled: false,
      seed: 3,
    });
    expect(question?.kind === 'single' && question.content.options.map(({ text }) => text)).toEqual([
      'A',
      'B',
      'C',
      'D',
    ]);
  });

  it('always mixes what is to be put in order', () => {
    const orders = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      const [drawn] = drawQuestions({ own: [ordering], bank: [], drawCount: 0, isShuffled: false, seed });
      if (drawn?.kind !== 'ordering') continue;
      orders.add(drawn.content.items.map(({ id }) => drawn.ids[id]).join(''));
    }
    expect(orders.size).toBeGreaterThan(5);
  });

  it('shows every option in every place', () => {
    const places = new Set<string>();
    for (let seed = 0; seed < 60; seed++) {
      const [question] = drawQuestions({ own: [single(1)], bank: [], drawCount: 0, isShuffled: true, seed });
      if (question?.kind === 'single') places.add(question.answerKey.correct);
    }
    expect([...places].toSorted()).toEqual(['o1', 'o2', 'o3', 'o4']);
  });
});

describe('ids of options', () => {
  it('follow the order they are shown in, so that they tell nothing', () => {
    for (let seed = 0; seed < 20; seed++) {
      const drawn = drawQuestions({
        own: [ordering, matching],
        bank: [],
        drawCount: 0,
        isShuffled: false,
        seed,
      });
      const [order, match] = drawn;
      expect(order?.kind === 'ordering' && order.content.items.map(({ id }) => id)).toEqual([
        'i1',
        'i2',
        'i3',
        'i4',
      ]);
      expect(match?.kind === 'matching' && match.content.right.map(({ id }) => id)).toEqual([
        'r1',
        'r2',
        'r3',
        'r4',
      ]);
    }
  });

  it('fit the key, and lead back to the bank', () => {
    for (let seed = 0; seed < 20; seed++) {
      const draw = {
        own: [single(1), ordering, matching, open],
        bank: [],
        drawCount: 0,
        isShuffled: true,
        seed,
      };
      for (const question of drawQuestions(draw)) {
        if (question.kind === 'single') {
          expect(question.ids[question.answerKey.correct]).toBe('a');
          expect(question.answerKey.feedback[question.answerKey.correct]).toBe('Yes');
        }
        if (question.kind === 'ordering') {
          expect(question.answerKey.order.map((id) => question.ids[id])).toEqual(['a', 'b', 'c', 'd']);
          expect(gradeAnswer(question, { order: question.answerKey.order })).toBe(1);
        }
        if (question.kind === 'matching') {
          expect(gradeAnswer(question, { pairs: question.answerKey.pairs })).toBe(1);
          for (const [left, right] of Object.entries(question.answerKey.pairs)) {
            expect(question.ids[right]).toBe(`to-${question.ids[left]}`);
          }
        }
      }
    }
  });
});

it('a shuffle loses nothing and leaves its input alone', () => {
  const before = [1, 2, 3, 4, 5];
  expect(shuffle(before, createRandom(9)).toSorted((a, b) => a - b)).toEqual(before);
  expect(before).toEqual([1, 2, 3, 4, 5]);
});
