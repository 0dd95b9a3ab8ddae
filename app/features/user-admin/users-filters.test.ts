import { expect, it } from 'vitest';
import { peopleFilters } from './users-filters.ts';

const read = (search: string) => peopleFilters(new URLSearchParams(search));

it('reads the whole question from the address', () => {
  expect(read('q=ana&role=seller&state=unverified&sort=last-seen&page=3')).toEqual({
    q: 'ana',
    role: 'seller',
    state: 'unverified',
    sort: 'last-seen',
    page: 3,
  });
});

it('asks for the newest where the address says nothing, or nothing sensible', () => {
  const plain = { q: undefined, role: undefined, state: undefined, sort: 'newest', page: 1 };
  expect(read('')).toEqual(plain);
  expect(read('role=king&state=odd&sort=size&page=-1&q=%20')).toEqual(plain);
});
