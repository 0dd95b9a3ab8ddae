import { describe, expect, it } from 'vitest';
import { listAddress } from '#app/lib/list-address.ts';
import {
  chosenCount,
  countText,
  facetOptions,
  filterChips,
  followMerged,
  visibleOptions,
  withoutFilters,
  type FacetGroup,
} from './facets.ts';

const LEVELS = [
  { value: 'Beginner', label: 'Beginner', count: 3 },
  { value: 'Advanced', label: 'Advanced', count: 0 },
];

const GROUPS: FacetGroup[] = [
  { name: 'level', label: 'Level', options: LEVELS, chosen: ['Beginner', 'Advanced'] },
  {
    name: 'price',
    label: 'Price',
    options: [{ value: 'free', label: 'Free' }],
    chosen: ['free'],
    anyLabel: 'Any',
  },
  { name: 'type', label: 'Type', options: [], chosen: [] },
];
const SEARCH = '?q=warm&level=Beginner&level=Advanced&price=free&page=3&after=x';
const to = (changes: Parameters<typeof listAddress>[2]) => listAddress('/list', SEARCH, changes);

describe('options of a facet', () => {
  it('replace a merged category by its target, once', () => {
    expect(followMerged(['5', '7', '9'], { 5: '7' })).toEqual(['7', '9']);
    expect(followMerged(['5'], undefined)).toEqual(['5']);
  });

  it('include those with results and those in use', () => {
    const group = { name: 'level', label: 'Level', options: LEVELS };
    const shown = (chosen: string[], touched: string[]) =>
      visibleOptions({ ...group, chosen }, touched).map(({ value }) => value);
    expect(shown([], [])).toEqual(['Beginner']);
    expect(shown(['Advanced'], [])).toEqual(['Beginner', 'Advanced']);
    expect(shown([], ['Advanced'])).toEqual(['Beginner', 'Advanced']);
  });

  it('include chosen values without a count', () => {
    expect(facetOptions(undefined, ['7'], (id) => `Category ${id}`)).toEqual([
      { value: '7', label: 'Category 7' },
    ]);
  });
});

describe('chips', () => {
  it('remove one filter each and return to the first page', () => {
    expect(filterChips(GROUPS, to).map(({ label, to: target }) => [label, target])).toEqual([
      ['Beginner', '/list?q=warm&price=free&level=Advanced'],
      ['Advanced', '/list?q=warm&price=free&level=Beginner'],
      ['Free', '/list?q=warm&level=Beginner&level=Advanced'],
    ]);
  });

  it('are cleared together, keeping the search', () => {
    expect(withoutFilters(GROUPS, to)).toBe('/list?q=warm');
    expect(chosenCount(GROUPS)).toBe(3);
  });
});

it.each([
  [0, false, '0 resources'],
  [1, false, '1 resource'],
  [1234, false, '1,234 resources'],
  [10_000, true, '10,000 and more resources'],
])('formats %i, capped %s, as %s', (total, isCapped, text) => {
  expect(countText(total, { one: 'resource', many: 'resources', isCapped })).toBe(text);
});
