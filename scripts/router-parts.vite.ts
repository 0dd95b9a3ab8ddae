// Leaves out of the browser's bundle the parts of React Router this site never switches on: discovering routes
// bit by bit (react-router.config.ts loads the manifest whole) and instrumentation (entry.client.tsx gives none).
// About 4 kB of the home page's 130. Each stand-in does what the part itself does while switched off; should a new
// release of the router import something else from them, the build fails and says so.
import type { Plugin } from 'vite';

const STAND_INS: Record<string, string> = {
  'lib/dom/ssr/fog-of-war.js': `
    const nothing = () => undefined;
    export const isFogOfWarEnabled = () => false;
    export const getPatchRoutesOnNavigationFunction = nothing;
    export const useFogOFWarDiscovery = nothing;
    export const getPartialManifest = (manifest) => manifest;`,
  'lib/dom/ssr/route-discovery.js': `
    const nothing = () => undefined;
    export const RouteDiscoveryRuntime = undefined;
    export const getCustomPatchRoutesOnNavigationFunction = nothing;
    export const useCustomRouteDiscovery = nothing;
    export const useRouteDiscovery = nothing;`,
  'lib/router/instrumentation.js': `
    const nothing = () => undefined;
    export const consumeInstrumentationClientResultMetaReceiver = nothing;
    export const getRouteInstrumentationUpdates = () => ({});
    export const instrumentClientSideRouter = (router) => router;`,
};

export function routerParts(): Plugin {
  return {
    name: 'router-parts',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    load(id) {
      if (!id.includes('/react-router/dist/')) return null;
      const part = Object.keys(STAND_INS).find((file) => id.endsWith(`/${file}`));
      return part ? { code: STAND_INS[part] ?? '', map: null, moduleSideEffects: false } : null;
    },
  };
}
