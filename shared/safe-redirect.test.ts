import { describe, expect, it } from 'vitest';
import { LONGEST_REDIRECT, safeRedirectPath } from './safe-redirect.ts';

describe('safeRedirectPath', () => {
  it.each([
    '/',
    '/courses/7',
    '/curriculum?style=Hip%20Hop&page=2',
    '/courses/7/learning#notes',
    '/a//b',
    '/auth?next=https%3A%2F%2Fx.example',
    '/search?q=a\\b',
    '/search?q=100%25',
    '/javascript:alert(1)',
    '/a%20b',
    '/caf%C3%A9',
    '/@ana',
    '/.well-known/x',
  ])('keeps %s', (path) => {
    expect(safeRedirectPath(path)).toBe(path);
  });

  it.each([
    ['/a/../b', '/b'],
    ['/café', '/caf%C3%A9'],
    ['/💃?q=🕺', '/%F0%9F%92%83?q=%F0%9F%95%BA'],
    ['/a b', '/a%20b'],
  ])('normalizes %s to %s', (given, path) => {
    expect(safeRedirectPath(given)).toBe(path);
  });

  it.each([
    '',
    ' ',
    ' /courses',
    'courses',
    './courses',
    '../courses',
    '?a=1',
    '#top',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/a\\b',
    '\\/evil.example',
    'https://evil.example',
    'http:/evil.example',
    'HTTPS://EVIL.EXAMPLE',
    'javascript:alert(1)',
    'data:text/html,x',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    '/a\r\nSet-Cookie: x=1',
    '/a\u0000',
    '/a?b=\u0007',
    '/a\u0085',
    '/a\u2028b',
    '/%2F/evil.example',
    '/%2f%2fevil.example',
    '/%5Cevil.example',
    '/%5c%5cevil.example',
    '/%09/evil.example',
    '/%0d%0aSet-Cookie:x',
    '/%00',
    '/%252F%252Fevil.example',
    '/%25252Fevil.example',
    '/%2525252525252F/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/%2e%2f/evil.example',
    '/%252e%252f/evil.example',
    '/%',
    '/%zz',
    '/%E0%A4%A',
    `/${'x'.repeat(LONGEST_REDIRECT)}`,
    `/${'💃'.repeat(1000)}`,
    'x'.repeat(10_000),
    null,
    undefined,
    NaN,
    Infinity,
    5,
    true,
    [],
    ['/courses'],
    {},
    { toString: () => '/courses' },
  ])('rejects %j', (value) => {
    expect(safeRedirectPath(value)).toBeNull();
  });

  it('accepts exactly the longest path allowed', () => {
    const longest = `/${'x'.repeat(LONGEST_REDIRECT - 1)}`;
    expect(safeRedirectPath(longest)).toBe(longest);
  });

  it('returns paths that stay on the site and are stable', () => {
    for (const given of ['/a/./b/../c', '/x?y#z', '/;//evil.example', '/:443//evil', '/@evil.example/']) {
      const path = safeRedirectPath(given);
      expect(new URL(path ?? '', 'https://site.example').origin).toBe('https://site.example');
      expect(safeRedirectPath(path)).toBe(path);
    }
  });
});
