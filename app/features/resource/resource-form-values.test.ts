import { describe, expect, it } from 'vitest';
import {
  changesBetween,
  NEW_RESOURCE,
  tagsOfLine,
  tidyPrice,
  titleOfFileName,
  typeOfFileName,
} from './resource-form-values.ts';

describe('changesBetween', () => {
  it('names only what differs, lists by their content', () => {
    const now = { ...NEW_RESOURCE, title: 'Pliés', ageGroups: ['All Ages' as const], tags: ['barre'] };
    expect(changesBetween(NEW_RESOURCE, now)).toEqual({ title: 'Pliés', tags: ['barre'] });
    expect(changesBetween(now, { ...now, tags: [...now.tags] })).toEqual({});
  });
});

describe('what a file name tells', () => {
  it.each([
    ['week-4_balance.final.pdf', 'Week 4 balance final'],
    ['Music for slow barre.MP3', 'Music for slow barre'],
    ['.pdf', ''],
    ['noten', 'Noten'],
  ])('%s is titled %s', (name, title) => expect(titleOfFileName(name)).toBe(title));

  it('never titles longer than a title may be', () => {
    expect(titleOfFileName(`${'a'.repeat(300)}.pdf`)).toHaveLength(120);
  });

  it.each([
    ['a.pdf', 'document'],
    ['a.WAV', 'audio'],
    ['a.mov', 'video'],
    ['a.jpeg', 'image'],
    ['a.csv', 'spreadsheet'],
    ['a.txt', 'text'],
    ['a.zip', 'other'],
    ['pdf', 'other'],
  ])('%s is %s', (name, type) => expect(typeOfFileName(name)).toBe(type));
});

it.each([
  ['24', '24.00'],
  ['24.5', '24.50'],
  ['$ 7,5', '7.50'],
  ['007', '7.00'],
  ['12.345', '12.345'],
  ['ten', 'ten'],
  ['-3', '-3'],
])('the price %s is tidied to %s', (typed, price) => expect(tidyPrice(typed)).toBe(price));

it('adds the tags of a line once each', () => {
  expect(tagsOfLine(' Barre ,pliés,, barre', ['warm up'])).toEqual(['warm up', 'Barre', 'pliés']);
});
