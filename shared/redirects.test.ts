import { describe, expect, it } from 'vitest';
import { redirectedPath } from './redirects.ts';

describe('redirectedPath', () => {
  it.each([
    ['/course/7', '/courses/7'],
    ['/resources', '/curriculum'],
    ['/resources/', '/curriculum'],
    ['/resources/12', '/curriculum/12'],
    ['/resources/12/edit', '/curriculum/12/edit'],
    ['/pricing', '/subscription'],
    ['/course/a%2Fb', '/courses/a%2Fb'],
    ['/course/$1', '/courses/$1'],
  ])('%s redirects to %s', (from, to) => {
    expect(redirectedPath(from)).toBe(to);
  });

  it.each(['/', '/courses/7', '/course', '/course/7/8', '/resources/1/2/edit', '/pricing/x', '//resources'])(
    '%s stays',
    (path) => {
      expect(redirectedPath(path)).toBeNull();
    },
  );
});
