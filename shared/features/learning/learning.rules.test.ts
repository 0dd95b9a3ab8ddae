import { describe, expect, it } from 'vitest';
import { classroomPath, findResumeItem } from './learning.rules.ts';

const lock = { kind: 'release', opensAt: '2026-12-01T00:00:00.000Z' } as const;
const item = (itemId: number, isCompleted = false, isLocked = false) => ({
  itemType: 'lesson' as const,
  itemId,
  isCompleted,
  lock: isLocked ? lock : null,
});
const resumed = (items: ReturnType<typeof item>[], last: number | null) =>
  findResumeItem(items, last === null ? null : { itemType: 'lesson', itemId: last })?.itemId;

describe('findResumeItem', () => {
  it('goes on where the learner was', () => {
    expect(resumed([item(1), item(2), item(3)], 2)).toBe(2);
  });

  it('goes to the next one after what is completed', () => {
    expect(resumed([item(1), item(2, true), item(3)], 2)).toBe(3);
  });

  it('comes back to what was skipped', () => {
    expect(resumed([item(1), item(2, true), item(3, true)], 3)).toBe(1);
  });

  it('starts at the first open item', () => {
    expect(resumed([item(1, true), item(2, false, true), item(3)], null)).toBe(3);
  });

  it('shows the beginning when all is done, or locked', () => {
    expect(resumed([item(1, true), item(2, true)], 2)).toBe(1);
    expect(resumed([item(1, true), item(2, false, true)], 1)).toBe(1);
  });

  it('forgets what was taken out of the course', () => {
    expect(resumed([item(1), item(2)], 99)).toBe(1);
    expect(findResumeItem([], null)).toBeNull();
  });
});

it('lessons and quizzes have an address', () => {
  expect(classroomPath(3, { moduleId: 4, itemType: 'lesson', itemId: 5 })).toBe(
    '/courses/3/modules/4/lessons/5',
  );
  expect(classroomPath(3, { moduleId: 4, itemType: 'quiz', itemId: 5 })).toBe(
    '/courses/3/modules/4/quizzes/5',
  );
});
