import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { contractEndpoints } from './scripts/contract-endpoints.vite.ts';
import { icons } from './scripts/icons.vite.ts';

/**
 * What every page runs on, as one file: gzip finds kilobytes more to save in one large file than in twenty small
 * ones. Of TanStack Query only what reading takes; what writing takes (mutations, infinite lists) comes with the
 * pages that write.
 */
const CORE = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler|react-router)/',
    'react-query/build/modern/(QueryClientProvider|HydrationBoundary|useQuery\\b|useBaseQuery)',
    'react-query/build/modern/(suspense|errorBoundaryUtils|IsRestoring|QueryErrorReset)',
    'query-core/build/modern/(?!mutationObserver|infinite|queriesObserver|streamed)',
    'vite/preload-helper|rolldown/runtime',
    'app/lib/(query|api-client|nonce|root-data|page-meta|cx|user\\.api|session-sync)\\.',
    'app/layouts/(site-|back-to-top|glyph)',
    'app/components/ui/(cover-art|wordmark|toast-store|toaster-loader)\\.',
    'app/features/site/(error-page|site\\.api|version)',
    'shared/(public-pages|toasts|query-timing|contract|features/(site/site|account/account)\\.contract|features/cover/cover\\.rules)',
  ].join('|'),
);

/**
 * What many pages share, as two files instead of forty of a kilobyte each: on a phone every file costs the main thread
 * more than what stands in it. The shop's things are apart, so that signing in does not load them.
 */
const PARTS = new RegExp(
  [
    'app/components/ui/(avatar|badge|button|chip|empty-state|error-state|form-field|icon|icon-button|input|notice)\\.',
    'app/components/ui/(pagination|page-numbers|select|skeleton|visually-hidden)\\.',
    'app/lib/(bring-into-sight|form-errors|list-address|sign-in-redirect|plain-text|use-hydrated|format-bytes)\\.',
    'app/features/cart/cart-signals\\.',
    'icon:(arrow-left|arrow-right|check|chevron-down|circle-alert|download|search|x)$',
    'react-query/build/modern/useMutation|query-core/build/modern/mutationObserver',
    'shared/(dates|figures|images|lazy|money|plain-text|relative-time|vocabulary)\\.ts',
  ].join('|'),
);
/** What counts and shows the cart, fetched by those who have one: one file, or the header would have to name ten. */
const CART = new RegExp(
  [
    'app/features/cart/(cart\\.api|cart-(changes|corner|refetch)|guest-(cart|merge)|drawer-memory)',
    'shared/features/cart/(cart\\.(rules|contract)|stored-cart)',
  ].join('|'),
);
/** Without it the button would bring the whole cart along, whose parts know it too. */
const CART_BUTTON = /app\/features\/cart\/(cart-signals|add-to-cart-button|card-cart)\./;
const SHOP = new RegExp(
  [
    'app/components/catalogue/',
    'app/components/resource/resource-(card|format)\\.',
    'app/components/ui/poster-card\\.',
    // What shoppers see; the forms of sellers and the tables of staff stay with their pages.
    'app/features/catalogue/',
    'app/features/resource/(recently-viewed|resource\\.api|resource-parts)',
    'app/features/(course|review|wishlist)/',
    'app/features/bundle/bundle(-card|\\.api)\\.',
    'app/features/seller/(follow-button|seller\\.api|seller-window)',
    'shared/features/(bundle|course|review|wishlist)/[a-z-]+\\.(rules|contract|states)',
    'shared/features/resource/(resource\\.(rules|states|contract))',
    'shared/features/seller/(seller\\.contract|slug\\.rules)',
  ].join('|'),
);
/** Each page names every file it needs in the list of routes, which every visitor loads: the fewer, the shorter. */
const VALIDATION = /node_modules\/zod\//;
const DIALOGS = /app\/components\/ui\/(dialog|dialog-form|confirm-dialog|focus-return|textarea)\./;
const STAFF_LISTS =
  /app\/components\/(staff\/(list-controls|staff-list|staff-page|bulk-actions|when)|ui\/(bulk-bar|table))\./;

export default defineConfig({
  // Whole libraries of which the server renders a few parts: bundled, it loads only those.
  ssr: { noExternal: [/radix-ui/] },
  plugins: [tailwindcss(), reactRouter(), contractEndpoints(), icons()],
  // Found at the first visit they would make Vite bundle anew under a page that is already loading.
  optimizeDeps: {
    include: [
      '@tanstack/react-query',
      '@hookform/resolvers/zod',
      'react-hook-form',
      'react-router/dom',
      'zod',
    ],
  },
  build: { assetsInlineLimit: 0, target: 'es2022' },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'core', test: CORE, priority: 3 },
                { name: 'parts', test: PARTS, priority: 2 },
                { name: 'cart-button', test: CART_BUTTON, priority: 2 },
                { name: 'cart', test: CART, priority: 1 },
                { name: 'shop', test: SHOP, minShareCount: 2 },
                { name: 'validation', test: VALIDATION },
                { name: 'dialogs', test: DIALOGS },
                { name: 'staff-lists', test: STAFF_LISTS },
              ],
            },
          },
        },
      },
    },
  },
});
