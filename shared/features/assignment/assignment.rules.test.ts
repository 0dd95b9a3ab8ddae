import { describe, expect, it } from 'vitest';
import { DEFAULT_ASSIGNMENT } from '#shared/features/course/course.rules.ts';
import { describeAccepted, findGradeProblem, findHandInProblem, formatSecond } from './assignment.rules.ts';

describe('handing in', () => {
  const nothing = { text: '', contentTypes: [] };
  it.each([
    ['nothing', ['text', 'file'], nothing, 'Add a text or a file before you hand in.'],
    ['a text', ['text'], { text: 'Hi', contentTypes: [] }, null],
    ['a text where a video is asked for', ['video'], { text: 'Hi', contentTypes: [] }, 'asks for a video'],
    ['a note beside a video', ['video'], { text: 'Hi', contentTypes: ['video/mp4'] }, null],
    ['a PDF where a video is asked for', ['video'], { text: '', contentTypes: ['application/pdf'] }, 'video'],
    ['a file where a text is asked for', ['text'], { text: '', contentTypes: ['video/mp4'] }, 'text only'],
    ['a PDF', ['file'], { text: '', contentTypes: ['application/pdf'] }, null],
  ] as const)('%s', (_name, accepts, handIn, problem) => {
    const found = findHandInProblem({ accepts: [...accepts] }, handIn);
    if (problem === null) expect(found).toBeNull();
    else expect(found).toContain(problem);
  });

  it('names what is accepted', () => {
    expect(describeAccepted(['text', 'file', 'video'])).toBe('a text, a file or a video');
    expect(describeAccepted(['video'])).toBe('a video');
  });
});

describe('grading', () => {
  const given = (grade: 'passed' | 'returned', rubricPoints: Record<string, number>, feedback = '') =>
    findGradeProblem(DEFAULT_ASSIGNMENT, { grade, rubricPoints, feedback });

  it('passes with enough points on every line', () => {
    expect(given('passed', { clarity: 3, craft: 3 })).toBeNull();
    expect(given('passed', { clarity: 3, craft: 2 })).toContain('needs 6 points; this has 5');
    expect(given('passed', { clarity: 5 })).toContain('Well taught');
  });

  it('refuses more points than a line has, and ignores lines the rubric does not have', () => {
    expect(given('passed', { clarity: 6, craft: 5 })).toContain('at most 5');
    expect(given('passed', { clarity: 1, craft: 1, forged: 100 })).toContain('this has 2');
  });

  it('requires feedback when returning', () => {
    expect(given('returned', {})).toContain('what to work on');
    expect(given('returned', {}, 'Slower, please.')).toBeNull();
  });
});

it.each([
  [0, '0:00'],
  [691.4, '11:31'],
  [3725, '1:02:05'],
])('%d seconds are %s', (second, text) => {
  expect(formatSecond(second)).toBe(text);
});
