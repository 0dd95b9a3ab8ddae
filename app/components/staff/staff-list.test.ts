import { expect, it } from 'vitest';
import { csvAddress } from './staff-list.tsx';

it('exports the list as it is filtered and sorted, without its page', () => {
  const filters = { q: 'a&b', role: 'admin', state: undefined, sort: 'newest', page: 4 };
  expect(csvAddress('/x.csv', filters)).toBe('/x.csv?q=a%26b&role=admin&sort=newest');
});
