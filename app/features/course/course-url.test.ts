import { describe, expect, it } from 'vitest';
import { courseFilters, courseGroups, courseListQuery } from './course-url.ts';

const read = (search: string) => courseListQuery(new URLSearchParams(search));

describe('courseListQuery', () => {
  it('parses every filter', () => {
    const search =
      'q=turnout&style=Tap&style=Jazz&level=Beginner&kind=course&length=2-6&price=free&sort=newest&page=2';
    expect(read(search)).toMatchObject({
      q: 'turnout',
      style: ['Jazz', 'Tap'],
      level: ['Beginner'],
      kind: 'course',
      length: '2-6',
      price: 'free',
      sort: 'newest',
      page: 2,
    });
  });

  it('drops unknown values', () => {
    const { sort, page, ...filters } = read('kind=x&category=-1&sort=best&page=0');
    expect(Object.values(filters).filter(Boolean)).toEqual([]);
    expect({ sort, page }).toEqual({ sort: 'relevance', page: 1 });
  });
});

describe('courseGroups', () => {
  it('shows chosen values without a count', () => {
    const groups = courseGroups(
      courseFilters(new URLSearchParams('kind=course&length=2-6&level=Advanced')),
      undefined,
    );
    const chosen = groups.filter((group) => group.chosen.length > 0);
    expect(chosen.map(({ options }) => options.map(({ label }) => label))).toEqual([
      ['Course'],
      ['Advanced'],
      ['2 to 6 hours'],
    ]);
  });
});
