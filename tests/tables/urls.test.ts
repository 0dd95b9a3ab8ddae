// Compares app/routes.ts with the table of all URLs, in both directions.
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes, type RouteObject } from 'react-router';
import { describe, expect, it } from 'vitest';
import routes from '#app/routes.ts';
import { redirectedPath } from '#shared/redirects.ts';
import { isBuilt } from '#shared/site-pages.ts';
import { PAGE_URLS, REDIRECT_URLS, sampleUrl } from './urls.ts';

/**
 * Pages for signed-in users redirect guests to sign in; a seller's have the sidebar, checkout has a frame without
 * menus.
 */
const LAYOUTS_OF = {
  everyone: ['public', 'checkout'],
  // The classroom lets guests in for previews and sends them to sign in from everywhere else.
  'signed-in': ['signed-in', 'classroom', 'seller-pages', 'instructor', 'checkout-signed-in', 'focus'],
  admin: ['admin'],
};
const NOT_FOUND = 'features/site/not-found.page.tsx';
const REDIRECT = 'features/site/redirect.page.tsx';
/** Ours, beyond the specification. */
const EXTRA = new Set([
  'help',
  'terms',
  'help/:slug',
  'contact',
  'contact/:key',
  'admin/messages/reports',
  'admin/messages/replies',
  'admin/messages/:id',
  'admin/help',
  'admin/subscription-plans/members',
  'admin/subscription-plans/members/:id',
  'admin/subscription-plans/figures',
  'admin/subscription-plans/library',
  'admin/subscription-plans/gifts',
  'admin/subscription-plans/:id',
  'my-bookings/:bookingId',
  'instructor/bookings/:bookingId',
  'wishlist',
  'orders/:id',
  'studio',
  'seats/:key',
  'course-invitations/:token',
  'instructor/courses',
  'instructor/courses/:id/students/:userId',
  'instructor/courses/:id/analytics',
  'instructor/courses/:id/preview',
  'instructor/courses/:id/certificate',
  'certificate-templates/:id',
  'verify',
  'verify/:code',
  'instructor/bookings',
  'instructor/reports',
  'instructor/quizzes/:id',
  'instructor/questions',
  'instructor/questions/create',
  'instructor/questions/:id',
  'instructor/grading',
  'instructor/grading/:id',
  'certificate-templates/:id',
  'messages',
  'messages/:conversationId',
  'forgot-password',
  'reset-password',
  'sign-in-link',
  'verify-email',
  'cart-reminders/off',
  'unsubscribe',
  'notifications',
  'announcements/:id',
  'seller/announcements',
  'instructor/announcements',
  'profile/security',
  'profile/membership',
  'subscription/join',
  'subscription/card',
  'subscription/gift',
  'subscription/redeem',
  'profile/data',
  'admin/applications',
  'admin/audit',
  'admin/credit-hours',
  'admin/mail',
  'admin/rights-notices',
  'seller/notices',
  'seller/refunds',
  'bundles/:id',
  'seller/sales',
  'seller/payments/test-bank',
  'seller/coupons',
  'seller/bundles',
  'seller/bundles/:id',
  'admin/bundles',
  'admin/bundles/:id',
  'admin/payments',
  'admin/payouts',
  'admin/orders',
  'admin/orders/:id',
  'admin/refunds',
  'admin/grants',
  'admin/ledger',
  'admin/revenue',
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

  it('are all there are, besides a few of our own', () => {
    const known = new Set([...PAGE_URLS, ...REDIRECT_URLS].map(({ url }) => sampleUrl(url)));
    const unknown = pathsOf(routes).filter(
      (path) => !EXTRA.has(path) && !known.has(sampleUrl(`/${path.replaceAll(/:(\w+)/g, '{$1}')}`)),
    );
    expect(unknown).toEqual([]);
  });
});
