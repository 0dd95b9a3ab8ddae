import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // One file with all routes, cached until the next deployment: found lazily, each page would ask for those it links to,
  // which costs the server as much as rendering it (docs/decisions/008).
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
