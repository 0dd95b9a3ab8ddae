import { describe, expect, it } from 'vitest';
import { canonicalPath, isFrontPage, resourceListQuery } from './catalogue-url.ts';

const CURSOR = Buffer.from('newest 1768604834853000 42').toString('base64url');

const read = (search: string) => resourceListQuery(new URLSearchParams(search));

describe('the address of the curriculum', () => {
  it('holds the filters', () => {
    expect(
      read(
        `q=%20warm%20up&style=Tap&style=Jazz&ageGroup=Teen%20(13-17)&type=audio&category=3&price=free&rating=4&bpm=70-99&metre=3/4&sort=newest&page=2&after=${CURSOR}`,
      ),
    ).toEqual({
      q: 'warm up',
      style: ['Jazz', 'Tap'],
      ageGroup: ['Teen (13-17)'],
      level: undefined,
      type: ['audio'],
      category: ['3'],
      price: 'free',
      rating: '4',
      bpm: '70-99',
      metre: ['3/4'],
      sort: 'newest',
      page: 2,
      after: CURSOR,
    });
  });

  it('ignores unknown values', () => {
    const noise = `style=${'x'.repeat(41)}&style=&type=x&category=-1&price=cheap&rating=9&bpm=&metre=5/4&sort=magic&page=x&after=${'a'.repeat(300)}`;
    expect(isFrontPage(read(noise))).toBe(true);
  });

  it.each([
    ['on the first page', `sort=newest&after=${CURSOR}`],
    ['of another sort order', `page=2&after=${CURSOR}`],
    ['malformed', 'sort=newest&page=2&after=abc'],
    ['too long', `sort=newest&page=2&after=${'a'.repeat(300)}`],
    ['binary', 'sort=newest&page=2&after=%00%ff%F0%9F%A9%B0'],
  ])('ignores an invalid cursor: %s', (_, search) => {
    expect(read(search).after).toBeUndefined();
  });
});

it.each([
  ['', '/curriculum'],
  ['utm_source=x', '/curriculum'],
  ['style=Hip%20Hop', '/curriculum?style=Hip+Hop'],
  ['style=Tap&page=3&after=abc', '/curriculum?style=Tap&page=3'],
  ['page=2', '/curriculum?page=2'],
  ['style=Tap&style=Jazz', null],
  ['style=Tap&level=Beginner', null],
  ['q=warm', null],
  ['sort=newest', null],
])('the canonical path of %s is %s', (search, path) => {
  expect(canonicalPath('/curriculum', read(search))).toBe(path);
});
