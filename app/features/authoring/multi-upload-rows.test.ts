import { expect, it } from 'vitest';
import { acceptedFiles, newRow, rowProblems } from './multi-upload-rows.ts';

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
