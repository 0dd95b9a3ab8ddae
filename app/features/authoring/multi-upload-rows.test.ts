import { expect, it } from 'vitest';
import { acceptedFiles, newRow, rowProblems } from './multi-upload-rows.ts';

it('takes five files and says of a sixth that nothing of it was sent', () => {
  expect(acceptedFiles(['a', 'b', 'c', 'd', 'e'], 0)).toEqual({
    taken: ['a', 'b', 'c', 'd', 'e'],
    refusal: null,
  });
  const { taken, refusal } = acceptedFiles(['e', 'f'], 4);
  expect(taken).toEqual(['e']);
  expect(refusal).toMatch(/^Up to 5 files .* One file was not added, and nothing of it was sent/);
  expect(acceptedFiles(['f', 'g'], 5)).toMatchObject({
    taken: [],
    refusal: expect.stringContaining('2 files') as string,
  });
});

it('begins a row with what the file name tells and what the rows share', () => {
  expect(newRow('slow-barre.mp3', { level: 'Beginner' })).toMatchObject({
    title: 'Slow barre',
    type: 'audio',
    level: 'Beginner',
    price: '0.00',
  });
});

it('asks a draft for a title and a price, and review for more', () => {
  const row = newRow('a.pdf', {});
  expect(rowProblems(row, false)).toEqual({});
  expect(Object.keys(rowProblems({ ...row, title: ' ', price: 'ten' }, false))).toEqual(['title', 'price']);
  expect(Object.keys(rowProblems(row, true))).toEqual(['description', 'categoryId']);
});
