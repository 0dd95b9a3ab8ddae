import { describe, expect, it } from 'vitest';
import { LEAST_DESCRIPTION, publishProblems, submissionProblems, UNTITLED } from './authoring.rules.ts';

const written = { title: 'Plié', description: 'x'.repeat(LEAST_DESCRIPTION), categoryId: 3, fileCount: 1 };
const paths = (problems: readonly { path: string }[]) => problems.map(({ path }) => path);

describe('a submitted resource', () => {
  it('has no problems when complete', () => expect(submissionProblems(written)).toEqual([]));

  it.each([
    ['a title', { title: '  ' }, 'title'],
    ['a title of its own', { title: UNTITLED }, 'title'],
    ['a description', { description: '' }, 'description'],
    ['a category', { categoryId: null }, 'categoryId'],
    ['a file', { fileCount: 0 }, 'files'],
  ])('needs %s', (_, missing, path) => {
    expect(paths(submissionProblems({ ...written, ...missing }))).toEqual([path]);
  });

  it('needs 40 characters of description, trimmed, with an emoji counted once', () => {
    const description = (text: string) => paths(submissionProblems({ ...written, description: text }));
    expect(description(` ${'x'.repeat(LEAST_DESCRIPTION - 1)} `)).toEqual(['description']);
    expect(description('💃'.repeat(LEAST_DESCRIPTION - 1))).toEqual(['description']);
    expect(description('💃'.repeat(LEAST_DESCRIPTION))).toEqual([]);
  });
});

describe('publishing changes', () => {
  const bare = { ...written, title: '', categoryId: null };

  it('requires the same fields', () => {
    expect(paths(publishProblems(bare, { categoryId: 3 }))).toEqual(['title', 'categoryId']);
  });

  it('allows a resource on sale to stay without a category', () => {
    expect(paths(publishProblems(bare, { categoryId: null }))).toEqual(['title']);
  });
});
