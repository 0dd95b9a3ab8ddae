import { describe, expect, it } from 'vitest';
import { PRACTICE_SPEEDS } from '#shared/features/learning/practice.rules.ts';
import {
  completionRuleOf,
  describeCompletion,
  describeLock,
  FASTEST_SPEED,
  findLocks,
  type LockTerms,
  type OutlineItem,
  toPercent,
  watchedPercent,
} from './progress.rules.ts';

const item = (itemId: number, values: Partial<OutlineItem> = {}): OutlineItem => ({
  itemType: 'lesson',
  itemId,
  title: `Lesson ${itemId}`,
  isCompleted: false,
  isPreview: false,
  releaseDays: null,
  ...values,
});

const terms: LockTerms = {
  prerequisites: [],
  role: 'learner',
  enrolledAt: new Date('2026-11-01T12:00:00Z'),
  isSequential: true,
  now: new Date('2026-11-10T12:00:00Z'),
};
const locked = (items: OutlineItem[], changed: Partial<LockTerms> = {}) =>
  findLocks(items, { ...terms, ...changed }).map((lock) => (lock ? describeLock(lock) : null));

describe('findLocks', () => {
  it('keeps all but previews closed until the courses it builds on are finished', () => {
    const prerequisites = ['Basics', 'Jumps', 'Turns'].map((title, id) => ({ id, title, isOwned: false }));
    const items = [item(1, { isPreview: true }), item(2, { isCompleted: true }), item(3)];
    const isSequential = false;
    const reason = 'Finish “Basics”, “Jumps”, and “Turns” first';
    expect(locked(items, { isSequential, prerequisites })).toEqual([null, null, reason]);
    expect(locked([item(1)], { role: 'staff', prerequisites })).toEqual([null]);
  });

  it('opens items one after the other', () => {
    expect(locked([item(1), item(2), item(3)])).toEqual([
      null,
      'Finish “Lesson 1” first',
      'Finish “Lesson 1” first',
    ]);
    expect(locked([item(1, { isCompleted: true }), item(2), item(3)])).toEqual([
      null,
      null,
      'Finish “Lesson 2” first',
    ]);
  });

  it('never locks what is completed or a preview', () => {
    expect(locked([item(1), item(2, { isCompleted: true }), item(3, { isPreview: true }), item(4)])).toEqual([
      null,
      null,
      null,
      'Finish “Lesson 1” first',
    ]);
  });

  it('a quiz holds up what follows like a lesson', () => {
    const quiz = item(1, { itemType: 'quiz', title: 'Safety check' });
    expect(findLocks([quiz, item(1)], terms)[1]).toEqual({
      kind: 'sequence',
      itemType: 'quiz',
      itemId: 1,
      title: 'Safety check',
    });
  });

  it('opens all at once where the course isn’t sequential', () => {
    expect(locked([item(1), item(2)], { isSequential: false })).toEqual([null, null]);
  });

  it('releases a module to the minute, days after enrolling', () => {
    const later = [item(1, { isCompleted: true }), item(2, { releaseDays: 9 })];
    const at = (now: string) => findLocks(later, { ...terms, now: new Date(now) })[1];
    expect(at('2026-11-10T11:59:59Z')).toEqual({ kind: 'release', opensAt: '2026-11-10T12:00:00.000Z' });
    expect(at('2026-11-10T12:00:00Z')).toBeNull();
  });

  it('says when it opens before what comes first', () => {
    const [, lock] = findLocks([item(1), item(2, { releaseDays: 30 })], terms);
    expect(lock).toEqual({ kind: 'release', opensAt: '2026-12-01T12:00:00.000Z' });
  });

  it.each(['instructor', 'staff'] as const)('never locks out the %s', (role) => {
    expect(locked([item(1), item(2, { releaseDays: 700 })], { role })).toEqual([null, null]);
  });
});

describe('percentages', () => {
  it.each([
    [0, 0, 0],
    [0, 3, 0],
    [1, 3, 33],
    [199, 200, 99],
    [3, 3, 100],
    [4, 3, 100],
  ])('%i of %i are %i%%', (done, total, percent) => expect(toPercent(done, total)).toBe(percent));

  it('forgives the last second of a file', () => {
    expect(watchedPercent(59, 59.9)).toBe(100);
    expect(watchedPercent(30, 60)).toBe(50);
    expect(watchedPercent(58, 60)).toBe(96);
  });
});

describe('completion rules', () => {
  const video = { kind: 'video', completionRule: 'watched', watchShare: 90, seconds: 60 } as const;

  it('are said in a sentence', () => {
    expect(describeCompletion(video)).toBe('Complete once you’ve watched 90% of it');
    expect(describeCompletion({ ...video, kind: 'audio', watchShare: 50 })).toBe(
      'Complete once you’ve listened to 50% of it',
    );
    expect(describeCompletion({ ...video, completionRule: 'opened' })).toBe('Complete once you open it');
    expect(describeCompletion({ ...video, completionRule: 'assignment' })).toBe(
      'Complete once your assignment passes',
    );
  });

  it('what can’t be measured is marked as done', () => {
    expect(completionRuleOf({ ...video, seconds: null })).toBe('marked');
    expect(describeCompletion({ ...video, seconds: null })).toBe('Complete once you mark it as done');
  });
});

it('knows the fastest speed the practice player offers', () => {
  expect(FASTEST_SPEED).toBe(Math.max(...PRACTICE_SPEEDS));
});
