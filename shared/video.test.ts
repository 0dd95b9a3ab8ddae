import { describe, expect, it } from 'vitest';
import { EMBED_ORIGINS, isEmbeddable, toEmbedUrl } from './video.ts';

const EMBED = 'https://www.youtube.com/embed/dQw4w9WgXcQ';

describe('toEmbedUrl', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', EMBED],
    ['http://youtube.com/watch?v=dQw4w9WgXcQ', EMBED],
    ['https://m.youtube.com/watch?feature=share&v=dQw4w9WgXcQ&list=PL1', EMBED],
    ['HTTPS://WWW.YOUTUBE.COM/watch?v=dQw4w9WgXcQ', EMBED],
    ['https://youtu.be/dQw4w9WgXcQ', EMBED],
    ['https://youtu.be/dQw4w9WgXcQ/?si=abc', EMBED],
    ['  https://youtu.be/dQw4w9WgXcQ ', EMBED],
    ['youtube.com/watch?v=dQw4w9WgXcQ', EMBED],
    ['//youtu.be/dQw4w9WgXcQ', EMBED],
    ['https://youtu.be/a-b_1', 'https://www.youtube.com/embed/a-b_1'],
  ])('%s becomes %s', (url, embed) => {
    expect(toEmbedUrl(url)).toBe(embed);
    expect(isEmbeddable(embed)).toBe(true);
  });

  it.each([
    ['https://youtu.be/dQw4w9WgXcQ?t=43', 43],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90s', 90],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&start=12', 12],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1h2m3s', 3723],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ#t=2m', 120],
  ])('%s starts at %i seconds', (url, start) => {
    expect(toEmbedUrl(url)).toBe(`${EMBED}?start=${start}`);
    expect(isEmbeddable(toEmbedUrl(url))).toBe(true);
  });

  it.each(['t=', 't=0', 't=soon', 't=-5', 't=1.5', 't=99999999999', 't=%00', 'start="><script>'])(
    'drops an unreadable start (%s)',
    (start) => {
      expect(toEmbedUrl(`https://youtu.be/dQw4w9WgXcQ?${start}`)).toBe(EMBED);
    },
  );

  it.each([
    '',
    ' ',
    'free text 💃',
    EMBED,
    'https://vimeo.com/12345',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube.com/watch',
    'https://www.youtube.com/watch?v=',
    'https://www.youtube.com/watch?v=a/../b',
    'https://www.youtube.com/watch?v="><script>',
    'https://youtu.be/',
    'https://youtu.be/a/b',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
    'https://evil.example/?u=youtube.com/watch?v=dQw4w9WgXcQ',
    'javascript:alert("youtube.com/watch?v=dQw4w9WgXcQ")',
    'ftp://youtube.com/watch?v=dQw4w9WgXcQ',
    'https://',
    'x'.repeat(10_000),
  ])('leaves %j as it is', (url) => {
    expect(toEmbedUrl(url)).toBe(url);
  });

  it.each([null, undefined, NaN, 5, [], {}])('returns %j unchanged', (url) => {
    expect(toEmbedUrl(url as string)).toBe(url);
  });
});

describe('isEmbeddable', () => {
  it.each([
    'http://www.youtube.com/embed/abc',
    'https://www.youtube.com/watch?v=abc',
    'https://www.youtube.com/embed/',
    'https://www.youtube.com/embed/abc/../../x',
    'https://www.youtube.com.evil.example/embed/abc',
    'https://www.youtube.com/embed/abc?x="onload="',
    'https://www.youtube.com/embed/abc\n',
    ' https://www.youtube.com/embed/abc',
    '//www.youtube.com/embed/abc',
    'javascript:alert(1)//https://www.youtube.com/embed/abc',
    'data:text/html,<script>',
    'https://vimeo.com/1',
    '',
    null,
    undefined,
    ['https://www.youtube.com/embed/abc'],
  ])('rejects %j', (url) => {
    expect(isEmbeddable(url)).toBe(false);
  });

  it('accepts an embed link of each origin it names', () => {
    for (const origin of EMBED_ORIGINS) expect(isEmbeddable(`${origin}/embed/dQw4w9WgXcQ?rel=0`)).toBe(true);
  });
});
