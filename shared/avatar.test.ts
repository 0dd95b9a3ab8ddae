import { describe, expect, it } from 'vitest';
import { AVATAR_INKS, avatarCandidates, initialsAvatar } from './avatar.ts';

const svgOf = (dataUrl: string) => decodeURIComponent(dataUrl.replace('data:image/svg+xml,', ''));
const letterOf = (dataUrl: string) => />([^<]*)<\/text>/.exec(svgOf(dataUrl))?.[1];

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return red * 0.2126 + green * 0.7152 + blue * 0.0722;
}

describe('avatarCandidates', () => {
  it('tries the image, both recovery folders, the initials, then the default', () => {
    const sources = avatarCandidates({
      profileImageUrl: 'https://cdn.example/u/ana.jpg?x=1',
      name: 'Ana',
      kind: 'user',
    });
    expect(sources).toEqual([
      'https://cdn.example/u/ana.jpg?x=1',
      '/uploads/ana.jpg',
      '/uploads/profiles/ana.jpg',
      initialsAvatar('Ana'),
      '/images/default-user.webp',
    ]);
  });

  it('ends with the seller image for sellers', () => {
    expect(avatarCandidates({ name: 'Ana', kind: 'seller' }).at(-1)).toBe('/images/default-seller.webp');
  });

  it('lists no file twice, with or without its timestamp', () => {
    expect(
      avatarCandidates({ profileImageUrl: '/uploads/ana.jpg', name: 'Ana', kind: 'user' }).slice(0, 2),
    ).toEqual(['/uploads/ana.jpg', '/uploads/profiles/ana.jpg']);
    const stamped = '/uploads/profiles/ana.jpg?t=5';
    const sources = avatarCandidates({ profileImageUrl: stamped, name: 'Ana', kind: 'user' });
    expect(sources.slice(0, -2)).toEqual([stamped, '/uploads/ana.jpg']);
    const fallback = '/images/default-user.webp';
    expect(
      avatarCandidates({ profileImageUrl: fallback, name: 'Ana', kind: 'user' }).filter(
        (s) => s === fallback,
      ),
    ).toHaveLength(1);
  });

  it('keeps the name of the file through its encoding', () => {
    const sources = avatarCandidates({
      profileImageUrl: '/old/my%20ph%C3%B6to.jpg',
      name: 'Ana',
      kind: 'user',
    });
    expect(sources[1]).toBe('/uploads/my%20ph%C3%B6to.jpg');
  });

  it.each([
    'https://cdn.example',
    'https://cdn.example/',
    '/a/..',
    '/a/%2e%2e',
    '/a/%2F..%2Fb',
    '/a/%',
    '/a/%00.jpg',
  ])('recovers nothing from %s', (profileImageUrl) => {
    const sources = avatarCandidates({ profileImageUrl, name: 'Ana', kind: 'user' });
    expect(sources).toEqual([profileImageUrl, initialsAvatar('Ana'), '/images/default-user.webp']);
  });

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)//x.png',
    'data:text/html,<b>',
    'data:image/svg+xml,<svg/>',
    '//evil.example/a.png',
    '/\\evil.example/a.png',
    '',
    '   ',
    'x'.repeat(10_000),
    null,
    undefined,
    NaN,
    5,
    ['/a.png'],
    {},
  ])('omits %j', (profileImageUrl) => {
    const sources = avatarCandidates({
      profileImageUrl: profileImageUrl as string,
      name: 'Ana',
      kind: 'user',
    });
    expect(sources).toEqual([initialsAvatar('Ana'), '/images/default-user.webp']);
  });
});

describe('initialsAvatar', () => {
  it('is a picture of 200 by 200 with two characters', () => {
    const svg = svgOf(initialsAvatar('ana'));
    expect(svg).toContain('width="200" height="200"');
    expect(letterOf(initialsAvatar('ana'))).toBe('AN');
    expect(letterOf(initialsAvatar('ana maria ruiz'))).toBe('AR');
  });

  it('is the same for the same name, and not one color for all', () => {
    expect(initialsAvatar('Ana')).toBe(initialsAvatar('Ana'));
    const names = Array.from({ length: 200 }, (_, i) => `Teacher ${i}`);
    const inks = new Set(
      names.map((name) => /rect[^>]*fill="([^"]+)"/.exec(svgOf(initialsAvatar(name)))?.[1]),
    );
    expect(inks.size).toBe(AVATAR_INKS.length);
  });

  it.each([
    ['<', '&lt;&lt;'],
    ['& >', '&amp;&gt;'],
    [`" '`, '&quot;&#39;'],
  ])('escapes %j', (name, letters) => {
    expect(letterOf(initialsAvatar(name))).toBe(letters);
  });

  it.each([
    '',
    null,
    undefined,
    NaN,
    {},
    '💃 🕺',
    'e\u0301a',
    '\uD83D',
    '\u0000\uFFFF',
    '<script>alert(1)</script>',
    'x'.repeat(10_000),
  ])('handles %j', (name) => {
    const url = initialsAvatar(name);
    expect(url).toMatch(/^data:image\/svg\+xml,[\w%.!~*'()-]+$/);
    expect(url.length).toBeLessThan(2000);
    expect(svgOf(url)).not.toMatch(/[\p{Cc}\uFFFE\uFFFF]|<script/u);
  });

  it('is readable: contrast of at least 4.5 to 1', () => {
    for (const { ground, letter } of AVATAR_INKS) {
      const [dark = 0, light = 0] = [luminance(ground), luminance(letter)].toSorted((a, b) => a - b);
      expect((light + 0.05) / (dark + 0.05), `${letter} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });
});
