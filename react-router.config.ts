import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // In production a page brings only its own routes and asks for those it links to: the list of all of them would be
  // 16 kB of every first visit. In development, lazy discovery would turn each hot update into a full reload.
  routeDiscovery: { mode: process.env['NODE_ENV'] === 'production' ? 'lazy' : 'initial' },
} satisfies Config;
