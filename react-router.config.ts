import path from 'node:path';
import type { Config } from '@react-router/dev/config';
import { slimManifests } from './scripts/slim-manifest.vite.ts';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The manifest is one file loaded up front: lazy discovery turns each hot update into a full reload.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => slimManifests(path.join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config;
