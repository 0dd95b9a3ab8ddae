// Compares app/routes.ts with the table of all URLs, in both directions.
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes, type RouteObject } from 'react-router';
import { describe, expect, it } from 'vitest';
import routes from '#app/routes.ts';
import { redirectedPath } from '#shared/redirects.ts';
import { isBuilt } from '#shared/site-pages.ts';
import { GUARDED, OPEN } from './guards.ts';
import { PAGE_URLS, REDIRECT_URLS, sampleUrl } from './urls.ts';

/**
 * Pages for signed-in users redirect guests to sign in; a seller's have the sidebar, checkout has a frame without
 * menus.
 */
const LAYOUTS_OF = {
  everyone: ['public', 'checkout'],
  'signed-in': ['signed-in', 'classroom', 'seller-pages', 'instructor', 'checkout-signed-in', 'focus'],
  admin: ['admin'],
};
const NOT_FOUND = 'features/site/not-found.page.tsx';
const REDIRECT = 'features/site/redirect.page.tsx';
/** Opened with a token, a word of the help or a lesson that is free; each has tests of its own. */
const OTHERS = new Set([
  'terms',
  'help',
  'help/{}',
  'courses/{}/preview/{}',
  'contact',
  'contact/{}',
  'seats/{}',
  'course-invitations/{}',
  'verify',
  'verify/{}',
  'orders/{}',
  'forgot-password',
  'reset-password',
  'sign-in-link',
  'start-course',
  'verify-email',
  'cart-reminders/off',
  'unsubscribe',
  'subscription/join',
  'subscription/card',
  'subscription/gift',
  'subscription/redeem',
  'bundles/{}',
  // They lead on, depending on who it is.
  'dashboard',
  'my-dashboard',
  'direct-enroll/{}',
  'debug/ui',
  '*',
]);

type Handle = { file: string; id: string | undefined };

function toRouteObjects(entries: readonly RouteConfigEntry[]): RouteObject[] {
  return entries.map((entry): RouteObject => {
    const handle: Handle = { file: entry.file, id: entry.id };
    if (entry.index) return { index: true, handle };
    return {
      handle,
      ...(entry.path !== undefined && { path: entry.path }),
      ...(entry.children && { children: toRouteObjects(entry.children) }),
    };
  });
}

const routeObjects = toRouteObjects(routes);

function reached(url: string): { page: string; layout: string | undefined } {
  const handles = (matchRoutes(routeObjects, url) ?? []).map((match) => match.route.handle as Handle);
  return { page: handles.at(-1)?.file ?? 'nothing', layout: handles[0]?.id };
}

function pathsOf(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap((entry) =>
    entry.children ? pathsOf(entry.children) : [entry.index ? '' : (entry.path ?? '')],
  );
}

describe('the URLs of the specification', () => {
  it('are 106', () => {
    expect(PAGE_URLS.length + REDIRECT_URLS.length).toBe(106);
  });

  it.each(PAGE_URLS.filter((entry) => entry.page))('$url shows $page to $seenBy', ({ url, seenBy, page }) => {
    const found = reached(sampleUrl(url));
    expect(found.page).toBe(page);
    expect(LAYOUTS_OF[seenBy]).toContain(found.layout);
    expect(isBuilt(url)).toBe(true);
  });

  it.each(PAGE_URLS.filter((entry) => !entry.page))(
    "$url is listed as not built yet, and isn't",
    ({ url }) => {
      expect(reached(sampleUrl(url)).page).toBe(NOT_FOUND);
      expect(isBuilt(url)).toBe(false);
    },
  );

  it.each(REDIRECT_URLS)('$url redirects to $to', ({ url, to }) => {
    expect(reached(sampleUrl(url)).page).toBe(REDIRECT);
    expect(redirectedPath(sampleUrl(url))).toBe(sampleUrl(to));
  });

  it('are all there are, besides a few of our own: the browser test of guards opens every other one', () => {
    const shape = (path: string) => path.replace(/^\//, '').replaceAll(/\{\w+\}|:\w+/g, '{}');
    const opened = [OPEN, ...Object.values(GUARDED)].flatMap((pages) => Object.keys(pages));
    const known = [...opened, ...REDIRECT_URLS.map(({ url }) => url)].map(shape);
    expect(new Set(pathsOf(routes).map(shape))).toEqual(new Set([...known, ...OTHERS]));
    const named = [...opened.map(shape), ...OTHERS];
    expect(PAGE_URLS.filter(({ url }) => !named.includes(shape(url)))).toEqual([]);
  });
});
