import { expect, it } from 'vitest';
import { z } from 'zod';
import { pageOf, pageQuery } from './lists.ts';

const query = z.object(pageQuery);

it('starts on the first page, and reads the number from a URL', () => {
  expect(query.parse({})).toEqual({ page: 1 });
  expect(query.parse({ page: '7' })).toEqual({ page: 7 });
});

it.each(['1', '100000'])('opens page %s', (page) => {
  expect(query.safeParse({ page }).success).toBe(true);
});

it.each(['0', '-1', '100001', '1.5', 'two'])('refuses page %s', (page) => {
  expect(query.safeParse({ page }).success).toBe(false);
});

it('describes a page with its items', () => {
  const page = pageOf(z.string());
  const answer = { items: ['a'], total: 1, page: 1, pageSize: 25 };
  expect(page.parse(answer)).toEqual(answer);
  expect(page.safeParse({ ...answer, items: [1] }).success).toBe(false);
});
