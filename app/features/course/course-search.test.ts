import { describe, expect, it } from 'vitest';
import { courseGroups, isUnfiltered, readCourseSearch } from './course-search.ts';

const read = (search: string) => readCourseSearch(new URLSearchParams(search));

describe('readCourseSearch', () => {
  it('reads every choice', () => {
    const search =
      'q=turnout&style=Tap&style=Jazz&level=Beginner&kind=course&length=2-6&price=free&sort=newest&page=2';
    expect(read(search)).toMatchObject({
      filters: {
        q: 'turnout',
        style: ['Jazz', 'Tap'],
        level: ['Beginner'],
        kind: 'course',
        length: '2-6',
        price: 'free',
      },
      sort: 'newest',
      page: 2,
    });
  });

  it('leaves out what does not exist', () => {
    const { filters, sort, page } = read('style=Polka&kind=x&category=-1&sort=best&page=0');
    expect(Object.values(filters).filter(Boolean)).toEqual([]);
    expect({ sort, page }).toEqual({ sort: 'relevance', page: 1 });
  });
});

describe('isUnfiltered', () => {
  it.each([
    ['', true],
    ['unknown=1', true],
    ['q=a', false],
    ['kind=course', false],
    ['sort=newest', false],
    ['page=2', false],
  ])('%s is %s', (search, expected) => expect(isUnfiltered(read(search))).toBe(expected));
});

describe('courseGroups', () => {
  it('shows what is chosen also where nobody counted it', () => {
    const groups = courseGroups(read('kind=course&length=2-6&level=Advanced').filters, undefined);
    const chosen = groups.filter((group) => group.chosen.length > 0);
    expect(chosen.map(({ options }) => options.map(({ label }) => label))).toEqual([
      ['Course'],
      ['Advanced'],
      ['2 to 6 hours'],
    ]);
  });
});
