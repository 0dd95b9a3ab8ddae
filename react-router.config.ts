import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The manifest is one file loaded up front: lazy discovery turns each hot update into a full reload.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
