// Leaves out of the browser's bundle the parts of React Router this site never switches on: discovering routes
// bit by bit (react-router.config.ts loads the manifest whole) and instrumentation (entry.client.tsx gives none);
// of TanStack Query the lists without end; and what of the router's components no page uses.
// That is 6 of the home page's 130 kB. Each stand-in answers as the part itself does while it is switched off;
// should a new release of the router want something else from them, the build fails and says what.
import type { Plugin } from 'vite';

const nothing = (...names: string[]) =>
  names.map((name) => `export const ${name} = () => undefined;`).join('\n');

const STAND_INS: Record<string, string> = {
  'lib/dom/ssr/fog-of-war.js':
    'export const isFogOfWarEnabled = () => false;' +
    'export const getPartialManifest = (manifest) => manifest;' +
    nothing('getPatchRoutesOnNavigationFunction', 'useFogOFWarDiscovery', 'shouldUseInitialRouteDiscovery') +
    nothing(
      'getManifestPath',
      'getManifestPathsParam',
      'getPathsWithAncestors',
      'handleClientVersionMismatch',
    ),
  'lib/dom/ssr/route-discovery.js':
    'export class RouteDiscoveryRuntime {}' +
    nothing('getCustomPatchRoutesOnNavigationFunction', 'useCustomRouteDiscovery', 'useRouteDiscovery'),
  'lib/router/instrumentation.js':
    'export const getRouteInstrumentationUpdates = () => ({});' +
    'export const instrumentClientSideRouter = (router) => router;' +
    nothing(
      'consumeInstrumentationClientResultMetaReceiver',
      'instrumentHandler',
      'instrumentationResultMetaContext',
    ),
};

/** No page asks for a list without end. */
const ENDLESS = '/query-core/build/modern/infiniteQueryBehavior.js';

/** Its components are made by calls, which a bundler keeps unless it is told that they do nothing else. */
const COMPONENTS = '/react-router/dist/production/lib/dom/lib.js';

export function withPureComponents(code: string): string {
  return code
    .replaceAll(/^\w+\.displayName = "[^"]+";$/gm, '')
    .replaceAll(/^(const \w+ = )(React\$1\.forwardRef\()/gm, '$1/* @__PURE__ */ $2');
}

export function routerParts(): Plugin {
  return {
    name: 'router-parts',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    load(id) {
      if (id.endsWith(ENDLESS)) {
        return { code: nothing('infiniteQueryBehavior', 'hasNextPage', 'hasPreviousPage'), map: null };
      }
      if (!id.includes('/react-router/dist/')) return null;
      const part = Object.keys(STAND_INS).find((file) => id.endsWith(`/${file}`));
      return part ? { code: STAND_INS[part] ?? '', map: null, moduleSideEffects: false } : null;
    },
    transform(code, id) {
      return id.endsWith(COMPONENTS) ? { code: withPureComponents(code), map: null } : null;
    },
  };
}
