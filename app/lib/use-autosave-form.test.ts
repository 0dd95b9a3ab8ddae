import { expect, it } from 'vitest';
import { changedFields } from './use-autosave-form.ts';

it('compares fields by value, and lists by their items', () => {
  const before = { title: '', level: 'Beginner', tags: ['barre'] };
  expect(changedFields(before, { title: 'Pliés', level: 'Beginner', tags: ['barre', 'slow'] })).toEqual([
    'title',
    'tags',
  ]);
  expect(changedFields(before, { ...before, tags: ['barre'] })).toEqual([]);
});
