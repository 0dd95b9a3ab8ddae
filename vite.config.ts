import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { contractEndpoints } from './scripts/contract-endpoints.vite.ts';
import { routerParts } from './scripts/router-parts.vite.ts';

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
    'app/lib/(query|api-client|nonce|root-data|page-meta)\\.',
    'app/layouts/(site-|back-to-top|glyph)',
    'app/components/ui/(wordmark|toast-store|toaster-loader)\\.',
    'app/features/account/account\\.api',
    'app/features/site/(error-page|not-found\\.tsx|site-art|version)',
    'shared/(site-pages|toasts|query-timing|contract|features/(site/site|account/account)\\.contract|features/cover/cover\\.rules)',
  ].join('|'),
);

export default defineConfig({
  // Whole libraries of which the server renders a few parts: bundled, it loads only those.
  ssr: { noExternal: ['lucide-react', 'recharts', /radix-ui/] },
  plugins: [tailwindcss(), reactRouter(), contractEndpoints(), routerParts()],
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
      build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'core', test: CORE }] } } } },
    },
  },
});
