import { describe, expect, it } from 'vitest';
import {
  countOf,
  courseLabel,
  describeCard,
  describeLength,
  describeLevel,
  describeModule,
  describeTime,
  describeValidity,
  describeCertificateValue,
  formatDuration,
  isCertification,
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
  it('uses the singular for one', () => {
    expect(countOf(1, 'lesson')).toBe('1 lesson');
    expect(countOf(3, 'lesson')).toBe('3 lessons');
    expect(countOf(2, 'quiz', 'quizzes')).toBe('2 quizzes');
  });

  it('adds the lessons of all modules', () => {
    const module = { lessons: [1, 2, 3, 4], quizzes: [1] };
    expect(describeLength(Array.from({ length: 8 }, () => module))).toBe('8 modules, 32 lessons');
    expect(describeLength([{ lessons: [1], quizzes: [] }])).toBe('1 module, 1 lesson');
  });

  it('summarizes a module', () => {
    expect(describeModule({ lessons: [1, 2, 3], quizzes: [1], minutes: 48 })).toBe('3 lessons, 48 min');
    expect(describeModule({ lessons: [], quizzes: [1], minutes: 0 })).toBe('1 quiz');
    expect(describeModule({ lessons: [], quizzes: [], minutes: 0 })).toBe('');
  });

  it('summarizes a course on a card', () => {
    expect(describeCard({ lessonCount: 32, minutes: 360 })).toBe('32 lessons, 6 h');
    expect(describeCard({ lessonCount: 0, minutes: 0 })).toBe('');
  });
});

describe('describeTime', () => {
  it('shows the pace if there is one', () => {
    expect(describeTime({ weeks: 12, hoursPerWeek: 3, minutes: 900 })).toBe('About 12 weeks, 3 hours each');
    expect(describeTime({ weeks: 1, hoursPerWeek: 1, minutes: 60 })).toBe('About 1 week, 1 hour');
    expect(describeTime({ weeks: 4, hoursPerWeek: null, minutes: 60 })).toBe('About 4 weeks');
  });

  it('shows the length otherwise', () => {
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
  it('describes credit hours and validity', () => {
    expect(describeCertificateValue({ creditHours: 24, validMonths: 36 })).toBe(
      '24 credit hours, valid for three years',
    );
    expect(describeCertificateValue({ creditHours: 1.5, validMonths: null })).toBe(
      '1.5 credit hours, valid for good',
    );
    expect(describeCertificateValue({ creditHours: null, validMonths: 24 })).toBe('Valid for two years');
  });
});

it('a level is written in sentence case', () => {
  expect(['Beginner', 'Mixed Levels'].map(describeLevel)).toEqual(['Beginner', 'Mixed levels']);
});

describe('isCertification', () => {
  it.each([
    { itemType: 'certification', title: 'Ballet' },
    { itemType: 'certification' },
    { itemType: 'course', title: 'Ballet Certification' },
    { itemType: 'course', title: 'CERTIFICATION of ballet' },
    { itemType: 'course', title: '💃cErTiFiCaTiOn' },
    { itemType: 'course', title: 'Ballet', shortName: 'BAL-CERT-1' },
  ])('%j is one', (item) => {
    expect(isCertification(item)).toBe(true);
  });

  it.each([
    { itemType: 'course', title: 'Ballet' },
    { itemType: 'course', title: 'Certificate', shortName: 'cert' },
    { itemType: 'resource', title: 'Ballet Certification', shortName: 'CERT' },
    { itemType: 'Course', title: 'certification' },
    { itemType: 'course', title: null, shortName: undefined },
    { itemType: 'course', title: ['certification'], shortName: ['CERT'] },
    { title: 'certification' },
    {},
    null,
    undefined,
  ])('%j is not', (item) => {
    expect(isCertification(item)).toBe(false);
  });
});

it('calls a course what the rule says it is', () => {
  expect(courseLabel({ kind: 'certification', title: 'Ballet' })).toBe('Certification');
  expect(courseLabel({ kind: 'course', title: 'Ballet certification' })).toBe('Certification');
  expect(courseLabel({ kind: 'course', title: 'Ballet', shortName: 'CERT-1' })).toBe('Certification');
  expect(courseLabel({ kind: 'course', title: 'Ballet', shortName: 'BAL' })).toBe('Course');
});
