// Finds a Chromium for the browser tests and Lighthouse: an explicit path, Playwright's own, one installed on the
// machine, or otherwise a download, or apt-get as root.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const isRoot = process.getuid?.() === 0;

function isFile(file) {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

/** All access to the machine in one place, so that tests can replace it. */
const thisMachine = {
  env: process.env,
  isRoot,
  isFile,
  /** A downloaded browser may lack libraries on a bare system; asking for its version shows it. */
  canStart: (file) => isFile(file) && spawnSync(file, ['--version'], { timeout: 30_000 }).status === 0,
  /** Where Playwright keeps its own. Throws if it has none for this platform. */
  playwrightsPath: () => require('playwright-core').chromium.executablePath(),
  run: (command, args, options) => spawnSync(command, args, { stdio: ['ignore', 2, 2], ...options }),
  say: (text) => console.error(text),
};

function allOnPath({ env, isFile }, names) {
  const folders = (env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).filter(isFile);
}

function findExplicit({ env, isFile }) {
  const name = ['CHROMIUM_PATH', 'CHROME_PATH'].find((variable) => env[variable]);
  if (!name) return undefined;
  if (!isFile(env[name])) throw new Error(`${name} names ${env[name]}, which is not a file.`);
  return env[name];
}

function findPlaywrightsOwn({ playwrightsPath, canStart }) {
  try {
    const file = playwrightsPath();
    return canStart(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

function findInstalled(machine) {
  const names = [
    // Without hidden windows: a page then takes half the CPU time.
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'microsoft-edge',
  ];
  const mac = ['Google Chrome', 'Chromium'].map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`);
  return [...allOnPath(machine, names), ...mac].find((file) => machine.canStart(file));
}

function download(machine) {
  machine.say('No browser found: trying `playwright install chromium` ...');
  const cli = path.join(path.dirname(require.resolve('playwright-core/package.json')), 'cli.js');
  machine.run(process.execPath, [cli, 'install', 'chromium'], { timeout: 180_000 });
  return findPlaywrightsOwn(machine);
}

function installPackage(machine) {
  if (!machine.isRoot || allOnPath(machine, ['apt-get']).length === 0) return undefined;
  machine.say('Trying `apt-get install chromium` ...');
  const install = 'apt-get install -y --no-install-recommends';
  // The small one is not packaged everywhere.
  const either = `(${install} chromium-headless-shell || ${install} chromium)`;
  machine.run('sh', ['-c', `${either} || (apt-get update && ${either})`], {
    env: { ...machine.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return findInstalled(machine);
}

/** The path of a Chromium that starts. */
export function findBrowser(machine = thisMachine) {
  const finders = [findExplicit, findPlaywrightsOwn, findInstalled, download, installPackage];
  for (const find of finders) {
    const found = find(machine);
    if (found) return found;
  }
  throw new Error(
    'No Chromium for the browser tests: install one (apt-get install chromium) or set CHROMIUM_PATH.',
  );
}

/**
 * The address bar's own pages, and a process kept for a page that never comes: nobody sees them, and each window a test
 * opens would pay more for them than for its own page.
 */
const UNSEEN = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
];

/** The browser only uses the last such list, so what Playwright disables is repeated here. */
const AS_PLAYWRIGHT = [
  'AimEnabled',
  'AutoDeElevate',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'BoundaryEventDispatchTracksNodeRemoval',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'RenderDocument',
  'ThirdPartyStoragePartitioning',
  'Translate',
];

/**
 * Quiet, and small in memory. Chromium refuses its sandbox to root, and only then do we give it up.
 * @type {string[]}
 */
export const browserArgs = [
  `--disable-features=${[...AS_PLAYWRIGHT, ...UNSEEN].join(',')}`,
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  ...(isRoot ? ['--no-sandbox'] : []),
];
