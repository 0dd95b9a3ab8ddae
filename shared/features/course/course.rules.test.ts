import { describe, expect, it } from 'vitest';
import {
  countOf,
  describeCard,
  describeLength,
  describeLevel,
  describeModule,
  describeTime,
  describeValidity,
  describeCertificateValue,
  formatDuration,
} from './course.rules.ts';

describe('formatDuration', () => {
  it.each([
    [1, '1 min'],
    [48, '48 min'],
    [60, '1 h'],
    [65, '1 h 05'],
    [80, '1 h 20'],
    [360, '6 h'],
    [0, '0 min'],
  ])('%i minutes are %s', (minutes, words) => expect(formatDuration(minutes)).toBe(words));
});

describe('counts', () => {
  it('says one of a thing by its name', () => {
    expect(countOf(1, 'lesson')).toBe('1 lesson');
    expect(countOf(3, 'lesson')).toBe('3 lessons');
    expect(countOf(2, 'quiz', 'quizzes')).toBe('2 quizzes');
  });

  it('adds the lessons of all modules', () => {
    const module = { lessons: [1, 2, 3, 4], quizzes: [1] };
    expect(describeLength(Array.from({ length: 8 }, () => module))).toBe('8 modules, 32 lessons');
    expect(describeLength([{ lessons: [1], quizzes: [] }])).toBe('1 module, 1 lesson');
  });

  it('says of a module what is in it', () => {
    expect(describeModule({ lessons: [1, 2, 3], quizzes: [1], minutes: 48 })).toBe('3 lessons, 48 min');
    expect(describeModule({ lessons: [], quizzes: [1], minutes: 0 })).toBe('1 quiz');
    expect(describeModule({ lessons: [], quizzes: [], minutes: 0 })).toBe('');
  });

  it('says on a card what is known', () => {
    expect(describeCard({ lessonCount: 32, minutes: 360 })).toBe('32 lessons, 6 h');
    expect(describeCard({ lessonCount: 0, minutes: 0 })).toBe('');
  });
});

describe('describeTime', () => {
  it('gives the pace where there is one', () => {
    expect(describeTime({ weeks: 12, hoursPerWeek: 3, minutes: 900 })).toBe('About 12 weeks, 3 hours each');
    expect(describeTime({ weeks: 1, hoursPerWeek: 1, minutes: 60 })).toBe('About 1 week, 1 hour');
    expect(describeTime({ weeks: 4, hoursPerWeek: null, minutes: 60 })).toBe('About 4 weeks');
  });

  it('gives the length where there is none', () => {
    expect(describeTime({ weeks: null, hoursPerWeek: 3, minutes: 80 })).toBe('1 h 20, at your own pace');
    expect(describeTime({ weeks: null, hoursPerWeek: null, minutes: 0 })).toBe('At your own pace');
  });
});

describe('describeValidity', () => {
  it.each([
    [null, 'Valid for good'],
    [1, 'Valid for one month'],
    [12, 'Valid for one year'],
    [18, 'Valid for 18 months'],
    [36, 'Valid for three years'],
  ])('%s months', (months, words) => expect(describeValidity(months)).toBe(words));
});

describe('describeCertificateValue', () => {
  it('says what a certificate counts for and how long it holds', () => {
    expect(describeCertificateValue({ creditHours: 24, validMonths: 36 })).toBe(
      '24 credit hours, valid for three years',
    );
    expect(describeCertificateValue({ creditHours: 1.5, validMonths: null })).toBe(
      '1.5 credit hours, valid for good',
    );
    expect(describeCertificateValue({ creditHours: null, validMonths: 24 })).toBe('Valid for two years');
  });
});

it('a level is written as the rest of the line', () => {
  expect(['Beginner', 'Mixed Levels'].map(describeLevel)).toEqual(['Beginner', 'Mixed levels']);
});
