import { describe, expect, it } from 'vitest';
import {
  agesAfter,
  categoryOptions,
  lastPosition,
  tagsOfLine,
  titleOfFileName,
  typeOfFileName,
} from './resource-form-values.ts';

describe('file names', () => {
  it.each([
    ['week-4_balance.final.pdf', 'Week 4 balance final'],
    ['Music for slow barre.MP3', 'Music for slow barre'],
    ['.pdf', ''],
    ['noten', 'Noten'],
  ])('%s is titled %s', (name, title) => expect(titleOfFileName(name)).toBe(title));

  it('cuts titles to the maximum length', () => {
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

it('adds each tag once', () => {
  expect(tagsOfLine(' Barre ,pliés,, barre', ['warm up'])).toEqual(['warm up', 'Barre', 'pliés']);
});

it('moves a file that arrived late to where it was chosen', () => {
  const places = new Map([
    [11, 1],
    [12, 2],
    [13, 0],
  ]);
  expect(lastPosition([10, 11, 12, 13], places)).toBe(1);
  expect(lastPosition([10, 13, 11, 12], places)).toBeNull();
  expect(lastPosition([10], places)).toBeNull();
});

it('never combines “All Ages” with other age groups', () => {
  expect(agesAfter(['All Ages'], 'Teen (13-17)')).toEqual(['Teen (13-17)']);
  expect(agesAfter(['Teen (13-17)'], 'Children (5-8)')).toEqual(['Children (5-8)', 'Teen (13-17)']);
  expect(agesAfter(['Teen (13-17)'], 'Teen (13-17)')).toEqual(['All Ages']);
  expect(agesAfter(['Teen (13-17)'], 'All Ages')).toEqual(['All Ages']);
});

it('prefixes a category with its parents', () => {
  const categories = [
    { id: 1, parentId: null, name: 'Ballet' },
    { id: 3, parentId: null, name: 'Music' },
    { id: 2, parentId: 1, name: 'Pointe' },
  ];
  expect(categoryOptions(categories).map(({ label }) => label)).toEqual([
    'Ballet',
    'Ballet › Pointe',
    'Music',
  ]);
});
