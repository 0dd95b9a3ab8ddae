import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { contractEndpoints } from './scripts/contract-endpoints.vite.ts';

/**
 * What every page runs on, as one file: gzip finds 3 kB more to save in one large file than in seven small ones.
 * Of TanStack Query only what reading takes; what writing takes (mutations, infinite lists) comes with the pages
 * that write.
 */
const CORE = new RegExp(
  [
    String.raw`node_modules/(react|react-dom|scheduler|react-router)/`,
    String.raw`app/lib/(query|api-client|nonce|root-data)\.`,
    'react-query/build/modern/(QueryClientProvider|HydrationBoundary|useQuery\\b|useBaseQuery)',
    'react-query/build/modern/(suspense|errorBoundaryUtils|IsRestoring|QueryErrorReset)',
    'query-core/build/modern/(?!mutationObserver|infinite|queriesObserver|streamed)',
  ].join('|'),
);

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), contractEndpoints()],
  build: { assetsInlineLimit: 0, target: 'es2022' },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'core', test: CORE }] } } } },
    },
  },
});
