import { describe, expect, it } from 'vitest';
import {
  courseImagePath,
  DEFAULT_IMAGES,
  isSafeImageUrl,
  resourceImagePath,
  thumbnailPath,
  withTimestamp,
} from './images.ts';

describe('image paths', () => {
  it('are in the folders of the spec', () => {
    expect(courseImagePath('ballet.webp')).toBe('/uploads/courses/ballet.webp');
    expect(thumbnailPath('ballet.webp')).toBe('/images/thumbnails/ballet.webp');
    expect(resourceImagePath('ballet.webp')).toBe('/uploads/resources/ballet.webp');
  });

  it('keep complete links and paths', () => {
    expect(courseImagePath('/uploads/courses/a.webp')).toBe('/uploads/courses/a.webp');
    expect(courseImagePath('https://cdn.example/a.webp?x=1')).toBe('https://cdn.example/a.webp?x=1');
  });

  it('encode the name and never leave the folder', () => {
    expect(courseImagePath('my photo #1?.webp')).toBe('/uploads/courses/my%20photo%20%231%3F.webp');
    expect(courseImagePath('../../etc/passwd')).toBe('/uploads/courses/passwd');
    expect(courseImagePath('..\\..\\x.webp')).toBe('/uploads/courses/x.webp');
    expect(courseImagePath('💃.webp')).toBe(`/uploads/courses/${encodeURIComponent('💃.webp')}`);
    expect(courseImagePath('\uD83D.webp')).toBe('/uploads/courses/%EF%BF%BD.webp');
  });

  it.each([
    '',
    '  ',
    '.',
    '..',
    'a/',
    '//evil.example/a.webp',
    'javascript:alert(1)',
    'data:text/html,x',
    'x'.repeat(10_000),
    null,
    undefined,
    NaN,
    5,
    [],
    {},
  ])('are null for %j', (image) => {
    expect(courseImagePath(image)).toBeNull();
    expect(thumbnailPath(image)).toBeNull();
    expect(resourceImagePath(image)).toBeNull();
  });

  it('name the four default images', () => {
    expect(DEFAULT_IMAGES).toEqual({
      'default-resource': '/images/default-resource.webp',
      'default-user': '/images/default-user.webp',
      'default-seller': '/images/default-seller.webp',
      'default-profile': '/images/default-profile.webp',
    });
  });
});

describe('isSafeImageUrl', () => {
  it.each([
    '/uploads/a.webp',
    'a.webp',
    '/uploads/my photo.jpg',
    'https://cdn.example/a.webp',
    'http://cdn.example/a.webp',
    'data:image/png;base64,iVBORw0KGgo=',
  ])('accepts %s', (url) => {
    expect(isSafeImageUrl(url)).toBe(true);
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    '\u0000javascript:alert(1)',
    'data:text/html,<script>',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://x/1',
    '//evil.example/a.webp',
    '/\\evil.example/a.webp',
    '\\\\evil.example\\a',
    'https:evil.example',
    'https://',
    'http:///a',
    '/a\nb.webp',
    '',
    `/${'x'.repeat(10_000)}`,
    null,
    undefined,
    5,
    [],
    {},
  ])('rejects %j', (url) => {
    expect(isSafeImageUrl(url)).toBe(false);
  });
});

describe('withTimestamp', () => {
  const date = new Date('2026-01-02T03:04:05.678Z');
  const t = `t=${date.getTime()}`;

  it.each([
    ['/a.webp', `/a.webp?${t}`],
    ['/a.webp?w=200', `/a.webp?w=200&${t}`],
    ['/a.webp#top', `/a.webp?${t}#top`],
    ['/a.webp?w=200#top?x', `/a.webp?w=200&${t}#top?x`],
    ['/a.webp?', `/a.webp?${t}`],
    ['/a.webp?t=1&w=2&t=3&t', `/a.webp?w=2&${t}`],
    ['/a.webp?time=1&sig=a%2Fb+c==', `/a.webp?time=1&sig=a%2Fb+c==&${t}`],
    ['https://cdn.example/a.webp', `https://cdn.example/a.webp?${t}`],
    ['a.webp', `a.webp?${t}`],
    ['/a\nb.webp#x\ny', `/a\nb.webp?${t}#x\ny`],
  ])('%j becomes %j', (url, stamped) => {
    expect(withTimestamp(url, date)).toBe(stamped);
    expect(withTimestamp(stamped, date)).toBe(stamped);
  });

  it('accepts dates in any usual form', () => {
    expect(withTimestamp('/a', date.toISOString())).toBe(`/a?${t}`);
    expect(withTimestamp('/a', date.getTime())).toBe(`/a?${t}`);
  });

  it.each([NaN, Infinity, 'yesterday', '', new Date(NaN), undefined, {}])(
    'changes nothing for the date %s',
    (bad) => {
      expect(withTimestamp('/a.webp?w=1', bad as number)).toBe('/a.webp?w=1');
    },
  );

  it.each(['', 'data:image/png;base64,AA==', 'blob:https://x/1', null, undefined, 5])(
    'leaves %j alone',
    (url) => {
      expect(withTimestamp(url as string, date)).toBe(url);
    },
  );
});
