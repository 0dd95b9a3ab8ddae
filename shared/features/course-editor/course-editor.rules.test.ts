import { describe, expect, it } from 'vitest';
import {
  checkCourse,
  describeChanges,
  moveInOutline,
  movedItems,
  parsePastedOutline,
  shortNameOf,
  stepInOutline,
  type Outline,
} from './course-editor.rules.ts';

const lesson = (id: number) => ({ type: 'lesson' as const, id });
const OUTLINE: Outline = [
  { id: 1, items: [lesson(11), lesson(12), { type: 'quiz', id: 11 }] },
  { id: 2, items: [] },
];

describe('moving', () => {
  it('keeps everything else in order, and quizzes apart from lessons with the same id', () => {
    const moved = moveInOutline(OUTLINE, { type: 'quiz', id: 11 }, { moduleId: 2, position: 0 });
    expect(moved).toEqual([
      { id: 1, items: [lesson(11), lesson(12)] },
      { id: 2, items: [{ type: 'quiz', id: 11 }] },
    ]);
    expect(moveInOutline(OUTLINE, { type: 'module', id: 2 }, { moduleId: null, position: 0 })).toEqual(
      OUTLINE.toReversed(),
    );
    expect(moveInOutline(OUTLINE, lesson(99), { moduleId: 1, position: 0 })).toBeNull();
    expect(moveInOutline(OUTLINE, lesson(11), { moduleId: 99, position: 0 })).toBeNull();
  });

  it('steps from module to module, and stops at the edges', () => {
    expect(stepInOutline(OUTLINE, lesson(11), 1)).toEqual({ moduleId: 1, position: 1 });
    expect(stepInOutline(OUTLINE, { type: 'quiz', id: 11 }, 1)).toEqual({ moduleId: 2, position: 0 });
    expect(stepInOutline(OUTLINE, lesson(11), -1)).toBeNull();
    expect(stepInOutline(OUTLINE, { type: 'module', id: 2 }, 1)).toBeNull();
  });

  it('counts the fewest moves that explain the order', () => {
    const now: Outline = [
      { id: 1, items: [{ type: 'quiz', id: 11 }, lesson(11), lesson(12)] },
      { id: 2, items: [] },
    ];
    expect([...movedItems(OUTLINE, now)]).toEqual(['quiz 11']);
    expect(movedItems(OUTLINE, OUTLINE).size).toBe(0);
  });
});

it('reads pasted titles as modules, lessons and quizzes', () => {
  const text = '# Balance\n1. Find the floor\n- Breathe\n\nQuiz: What holds you up?\nTurning:\n  2.1 Spot';
  expect(parsePastedOutline(text)).toEqual([
    { type: 'module', title: 'Balance' },
    { type: 'lesson', title: 'Find the floor' },
    { type: 'lesson', title: 'Breathe' },
    { type: 'quiz', title: 'What holds you up?' },
    { type: 'module', title: 'Turning' },
    { type: 'lesson', title: 'Spot' },
  ]);
});

it('says what is missing before a course can be published', () => {
  const missing = checkCourse({ title: 'A', description: ' ', isPriceChosen: false }, []);
  expect(missing.filter(({ state }) => state === 'missing').map(({ id }) => id)).toEqual([
    'outline',
    'description',
    'price',
  ]);
});

it('describes changes in words', () => {
  const change = { id: 1, title: 'x' };
  expect(
    describeChanges([
      { ...change, type: 'lesson', change: 'edited' },
      { ...change, type: 'lesson', change: 'edited' },
      { ...change, type: 'quiz', change: 'added' },
      { ...change, type: 'lesson', change: 'moved' },
    ]),
  ).toBe('1 quiz added, 2 lessons edited, 1 move in the outline');
});

it.each([
  ['Ballet Teaching Certification', 'BTC'],
  ['Mine', 'MINE'],
  ['Élan vital', 'EV'],
  ['?!', 'COURSE'],
])('%s is called %s for short', (title, name) => {
  expect(shortNameOf(title)).toBe(name);
});
