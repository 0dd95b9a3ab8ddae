import { describe, expect, it } from 'vitest';
import { DANCE_STYLES } from '#shared/vocabulary.ts';
import {
  COURSE_SEARCH,
  INSTRUCTOR_SEARCH,
  readSearch,
  RESOURCE_SEARCH,
  withoutMinutes,
} from './search-words.rules.ts';

const TODDLER = 'Toddler (2-4)';
const CHILD = 'Children (5-8)';
const PRETEEN = 'Pre-Teen (9-12)';
const TEEN = 'Teen (13-17)';
const ADULT = 'Adult (18+)';
const SENIOR = 'Senior (55+)';

const read = (typed: string) => readSearch(typed, { styles: DANCE_STYLES });

describe('ages', () => {
  it.each([
    ['age 7', [CHILD]],
    ['7 year old', [CHILD]],
    ['7-year-olds', [CHILD]],
    ['7yo', [CHILD]],
    ['7 y/o', [CHILD]],
    ['aged 10', [PRETEEN]],
    ['6-8', [CHILD]],
    ['6–8 year olds', [CHILD]],
    ['ages 4 to 6', [TODDLER, CHILD]],
    ['5 to 7s', [CHILD]],
    ['ages five to eight', [CHILD]],
    ['three-year-olds', [TODDLER]],
    ['age 7 or 8', [CHILD]],
    ['ages 8, 9 and 10', [CHILD, PRETEEN]],
    ['11 to 14 years', [PRETEEN, TEEN]],
    ['under 5s', [TODDLER]],
    ['under 9', [TODDLER, CHILD]],
    ['over 55s', [SENIOR]],
    ['over-seventies', [SENIOR]],
    ['18+', [ADULT]],
    ['ages 13 and up', [TEEN, ADULT]],
    ['50+', [ADULT, SENIOR]],
    ['kids', [CHILD]],
    ['pre-teens', [PRETEEN]],
    ['teenagers', [TEEN]],
    ['grown-ups', [ADULT]],
    ['older adults', [SENIOR]],
    ['all ages', ['All Ages']],
    ['primary school', [CHILD, PRETEEN]],
    ['childern', [CHILD]],
  ])('%j are %j', (typed, ages) => {
    expect(read(typed)).toMatchObject({ filters: { ageGroup: ages }, rest: '' });
  });

  it.each([
    '6-8 weeks',
    '4-8 counts',
    'two and four',
    'class of 30',
    'top 10 games',
    'year 7',
    'six-step',
    '2 to 4 people',
  ])('%j are not ages', (typed) => {
    expect(read(typed)).toEqual({ filters: {}, rest: typed, named: '' });
  });
});

describe('styles, levels, types, lengths and music', () => {
  it.each([
    ['hip-hop', { style: ['Hip Hop'] }],
    ['hiphop', { style: ['Hip Hop'] }],
    ['contemparary', { style: ['Contemporary'] }],
    ['breaking', { style: ['Breakdance'] }],
    ['ballet and jazz', { style: ['Ballet', 'Jazz'] }],
    ['begginers', { level: ['Beginner'] }],
    ['intermedate', { level: ['Intermediate'] }],
    ['mixed ability', { level: ['Mixed Levels'] }],
    ['videos', { type: ['video'] }],
    ['PDFs', { type: ['document'] }],
    ['playlist', { type: ['audio'] }],
    ['free posters', { price: 'free', type: ['image'] }],
    ['45 minutes', { minutes: 45 }],
    ['45-minute', { minutes: 45 }],
    ['forty-five mins', { minutes: 45 }],
    ['half an hour', { minutes: 30 }],
    ['one hour', { minutes: 60 }],
    ['120 bpm', { bpm: '100-129' }],
    ['6/8', { metre: ['6/8'] }],
    ['Ballet, Children (5-8), Beginner', { style: ['Ballet'], ageGroup: [CHILD], level: ['Beginner'] }],
  ])('%j is %j', (typed, filters) => {
    expect(read(typed)).toMatchObject({ filters, rest: '' });
  });

  it.each(['satin ribbons', 'nutcracker', '30-45 minutes', 'other', 'models', 'tape'])(
    '%j is just words',
    (typed) => {
      expect(read(typed)).toEqual({ filters: {}, rest: typed, named: '' });
    },
  );
});

it.each([
  'ballet beginner age 7 45 minutes barre',
  'age 7 barre 45 minutes beginner ballet',
  'barre, 45-minute ballet class for beginners aged 7',
])('the order of words makes no difference: %j', (typed) => {
  expect(read(typed)).toMatchObject({
    filters: { style: ['Ballet'], level: ['Beginner'], ageGroup: [CHILD], minutes: 45 },
    rest: 'barre',
  });
});

it('says which words became filters and which are left', () => {
  expect(read('jazz warm-up for teens')).toMatchObject({ rest: 'warm up', named: 'jazz for teens' });
  expect(withoutMinutes('beginner tap 45 minutes')).toBe('beginner tap');
});

it('leaves words alone whose filter is chosen already', () => {
  const chosen = new Set(['style']);
  expect(readSearch('ballet for teens', { styles: DANCE_STYLES, chosen })).toMatchObject({
    filters: { ageGroup: [TEEN] },
    rest: 'ballet',
  });
});

it('knows the styles of the site, whatever they are called', () => {
  expect(readSearch('bharata natyam kids', { styles: ['Bharata Natyam'] })).toMatchObject({
    filters: { style: ['Bharata Natyam'], ageGroup: [CHILD] },
    rest: '',
  });
  expect(readSearch('ballet', { styles: ['Bharata Natyam'] }).filters).toEqual({});
});

describe('a list', () => {
  it.each([
    [
      'courses',
      COURSE_SEARCH,
      { kind: 'certification', style: ['Ballet'], ageGroup: [CHILD] },
      'online video 45 minutes teacher',
    ],
    [
      'instructors',
      INSTRUCTOR_SEARCH,
      { place: ['online'], style: ['Ballet'], ageGroup: [CHILD] },
      'certification video 45 minutes',
    ],
    [
      'resources',
      RESOURCE_SEARCH,
      { type: ['video'], minutes: 45, style: ['Ballet'], ageGroup: [CHILD] },
      'certification online teacher',
    ],
  ])('of %s reads what it has filters for', (_, scope, filters, rest) => {
    const typed = 'ballet certification for 6 year olds online video 45 minutes teacher';
    const { named: _named, ...reading } = readSearch(typed, { styles: DANCE_STYLES, scope });
    expect(reading).toEqual({ filters, rest });
  });
});

it('is quick with anything', () => {
  for (const typed of [
    'a'.repeat(10_000),
    '1-'.repeat(5000),
    '- '.repeat(5000),
    'ages '.repeat(2000),
    '💃 \uD800'.repeat(1000),
  ]) {
    const start = performance.now();
    readSearch(typed.slice(0, 400), { styles: DANCE_STYLES });
    expect(performance.now() - start).toBeLessThan(500);
  }
});
