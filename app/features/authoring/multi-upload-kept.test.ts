import { expect, it } from 'vitest';
import { newRow, parseStoredRows, withRows } from './multi-upload-rows.ts';

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
  const kept = withRows(many, { u3: newRow('again.pdf', {}) });
  expect(Object.keys(kept)).toHaveLength(20);
  expect(Object.keys(kept).at(-1)).toBe('u3');
  expect(kept['u3']?.title).toBe('Again');
});
