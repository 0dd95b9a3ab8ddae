import { expect, it } from 'vitest';
import { userFilters } from './users-table.tsx';

const parse = (search: string) => userFilters(new URLSearchParams(search));

it('reads all filters from the URL', () => {
  expect(parse('q=ana&role=seller&state=unverified&sort=last-seen&page=3')).toEqual({
    q: 'ana',
    role: 'seller',
    state: 'unverified',
    sort: 'last-seen',
    page: 3,
  });
});

it('falls back to the newest users when the URL has no or invalid filters', () => {
  const plain = { q: undefined, role: undefined, state: undefined, sort: 'newest', page: 1 };
  expect(parse('')).toEqual(plain);
  expect(parse('role=king&state=odd&sort=size&page=-1&q=%20')).toEqual(plain);
});
