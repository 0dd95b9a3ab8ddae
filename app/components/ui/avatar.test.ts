import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { avatarCandidates, initialsAvatar } from '#shared/avatar.ts';
import { Avatar, skipIfBroken, useFirstThatLoads } from './avatar.tsx';

/** What is shown, one after the other, where the first `broken` images don't load. */
function shownWhere(sources: readonly string[], broken: number) {
  const shown: (string | undefined)[] = [];
  const Page = () => {
    const { source, image } = useFirstThatLoads(sources);
    shown.push(source);
    expect(image.src).toBe(source);
    if (shown.length <= broken) image.onError();
    return null;
  };
  renderToString(createElement(Page));
  return shown;
}

it('goes on to the recovery folders, the initials and the default when images don’t load', () => {
  const given = { profileImageUrl: 'https://cdn.example/u/ana.jpg', name: 'Ana Li', kind: 'user' } as const;
  const sources = avatarCandidates(given);
  expect(shownWhere(sources, 0)).toEqual(['https://cdn.example/u/ana.jpg']);
  expect(shownWhere(sources, 5)).toEqual([
    'https://cdn.example/u/ana.jpg',
    '/uploads/ana.jpg',
    '/uploads/profiles/ana.jpg',
    initialsAvatar('Ana Li'),
    '/images/default-user.webp',
    undefined,
  ]);
});

it('goes on when the image failed before the page was ready, and not while it loads', () => {
  const skips = (image: Parameters<typeof skipIfBroken>[0]) => {
    let hasSkipped = false;
    skipIfBroken(image, () => (hasSkipped = true));
    return hasSkipped;
  };
  expect(skips({ complete: true, naturalWidth: 0 })).toBe(true);
  expect(skips({ complete: false, naturalWidth: 0 })).toBe(false);
  expect(skips({ complete: true, naturalWidth: 200 })).toBe(false);
  expect(skips(null)).toBe(false);
});

it('draws generated initials on the page, and writes them where no source is left', () => {
  const html = (sources: readonly string[]) =>
    renderToString(createElement(Avatar, { sources, name: 'Ana Li', alt: 'Ana' }));
  expect(html(['/a.jpg'])).toContain('<img src="/a.jpg" alt="Ana"');
  expect(html([initialsAvatar('Ana Li')])).toMatch(/<svg.*role="img" aria-label="Ana".*>AL<\/text>/);
  expect(html([])).toContain('<span aria-hidden="true">AL</span>');
});
