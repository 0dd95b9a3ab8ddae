import { describe, expect, it } from 'vitest';
import { LEAST_DESCRIPTION, publishProblems, submissionProblems, UNTITLED } from './authoring.rules.ts';

const written = { title: 'Plié', description: 'x'.repeat(LEAST_DESCRIPTION), categoryId: 3, fileCount: 1 };
const paths = (problems: readonly { path: string }[]) => problems.map(({ path }) => path);

describe('a resource sent for review', () => {
  it('lacks nothing when complete', () => expect(submissionProblems(written)).toEqual([]));

  it.each([
    ['a title', { title: '  ' }, 'title'],
    ['a title of its own', { title: UNTITLED }, 'title'],
    ['a description', { description: '' }, 'description'],
    ['a category', { categoryId: null }, 'categoryId'],
    ['a file', { fileCount: 0 }, 'files'],
  ])('needs %s', (_, missing, path) => {
    expect(paths(submissionProblems({ ...written, ...missing }))).toEqual([path]);
  });

  it('needs 40 characters of description: spaces around them do not count, and an emoji counts once', () => {
    const description = (text: string) => paths(submissionProblems({ ...written, description: text }));
    expect(description(` ${'x'.repeat(LEAST_DESCRIPTION - 1)} `)).toEqual(['description']);
    expect(description('💃'.repeat(LEAST_DESCRIPTION - 1))).toEqual(['description']);
    expect(description('💃'.repeat(LEAST_DESCRIPTION))).toEqual([]);
  });
});

describe('before changes go on sale', () => {
  const bare = { ...written, title: '', categoryId: null };

  it('the same is needed', () => {
    expect(paths(publishProblems(bare, { categoryId: 3 }))).toEqual(['title', 'categoryId']);
  });

  it('what is on sale without a category may stay without one', () => {
    expect(paths(publishProblems(bare, { categoryId: null }))).toEqual(['title']);
  });
});
