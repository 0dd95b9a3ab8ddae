import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { contractEndpoints } from './scripts/contract-endpoints.vite.ts';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), contractEndpoints()],
  build: { assetsInlineLimit: 0, target: 'es2022' },
});
