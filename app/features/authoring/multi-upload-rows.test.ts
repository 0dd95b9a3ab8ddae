import { expect, it } from 'vitest';
import { acceptedFiles, newRow, parseStoredRows, rowProblems, withRows } from './multi-upload-rows.ts';

it('accepts five files and refuses a sixth before sending it', () => {
  expect(acceptedFiles(['a', 'b', 'c', 'd', 'e'], 0)).toEqual({
    taken: ['a', 'b', 'c', 'd', 'e'],
    refusal: null,
  });
  const { taken, refusal } = acceptedFiles(['e', 'f'], 4);
  expect(taken).toEqual(['e']);
  expect(refusal).toMatch(/^You can add up to 5 files .* 1 file wasn’t added/);
  expect(acceptedFiles(['f', 'g'], 5)).toMatchObject({
    taken: [],
    refusal: expect.stringContaining('2 files') as string,
  });
});

it('fills a row from the file name and the shared fields', () => {
  expect(newRow('slow-barre.mp3', { level: 'Beginner' })).toMatchObject({
    title: 'Slow barre',
    type: 'audio',
    level: 'Beginner',
    price: '0.00',
  });
});

it('requires a title and a price for drafts, and more for review', () => {
  const row = newRow('a.pdf', {});
  expect(rowProblems(row, false)).toEqual({});
  expect(Object.keys(rowProblems({ ...row, title: ' ', price: 'ten' }, false))).toEqual(['title', 'price']);
  expect(Object.keys(rowProblems(row, true))).toEqual(['description', 'categoryId']);
});

it('restores stored rows', () => {
  const row = { ...newRow('slow-barre.mp3', {}), title: 'Barre', price: 'ten', categoryId: 4 };
  expect(parseStoredRows(JSON.stringify({ u1: row }))).toEqual({ u1: row });
});

it('ignores stored data that isn’t rows', () => {
  expect(parseStoredRows('not JSON')).toEqual({});
  expect(parseStoredRows('[1]')).toEqual({ 0: newRow('', {}) });
  expect(parseStoredRows('{"a":{"title":7,"type":"poison","ageGroups":["x"],"categoryId":"1"}}')).toEqual({
    a: newRow('', {}),
  });
});

it('keeps the newest rows, and the latest text of each upload', () => {
  const many = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`u${at}`, newRow(`${at}.pdf`, {})]));
  const stored = withRows(many, { u3: newRow('again.pdf', {}) });
  expect(Object.keys(stored)).toHaveLength(20);
  expect(Object.keys(stored).at(-1)).toBe('u3');
  expect(stored['u3']?.title).toBe('Again');
});
