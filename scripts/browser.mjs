// Finds a Chromium for the browser tests and Lighthouse: an explicit path, Playwright's own, one installed on
// the machine, and failing those a download, or apt-get where we are root.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const isRoot = process.getuid?.() === 0;

function findOnPath(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isFile);
}

function isFile(file) {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

/** A downloaded browser may lack the libraries of a bare system; asking its version shows it. */
function canStart(file) {
  return isFile(file) && spawnSync(file, ['--version'], { timeout: 30_000 }).status === 0;
}

function findExplicit() {
  const name = ['CHROMIUM_PATH', 'CHROME_PATH'].find((variable) => process.env[variable]);
  if (!name) return undefined;
  const file = process.env[name];
  if (!isFile(file)) throw new Error(`${name} names ${file}, which is not a file.`);
  return file;
}

function findPlaywrightsOwn() {
  try {
    const file = require('playwright-core').chromium.executablePath();
    return canStart(file) ? file : undefined;
  } catch {
    return undefined; // Playwright has no build for this platform.
  }
}

function findInstalled() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
  const mac = ['Google Chrome', 'Chromium'].map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`);
  return [findOnPath(names), ...mac].find((file) => file !== undefined && canStart(file));
}

function download() {
  console.error('No browser found: trying `playwright install chromium` ...');
  const cli = path.join(path.dirname(require.resolve('playwright-core/package.json')), 'cli.js');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: ['ignore', 2, 2], timeout: 180_000 });
  return findPlaywrightsOwn();
}

function installPackage() {
  if (!isRoot || !findOnPath(['apt-get'])) return undefined;
  console.error('Trying `apt-get install chromium` ...');
  const install = 'apt-get install -y --no-install-recommends chromium';
  spawnSync('sh', ['-c', `${install} || (apt-get update && ${install})`], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return findInstalled();
}

/**
 * The path of a Chromium that can be started.
 * @returns {string}
 */
export function findBrowser() {
  const found = findExplicit() ?? findPlaywrightsOwn() ?? findInstalled() ?? download() ?? installPackage();
  if (found) return found;
  throw new Error(
    'No Chromium for the browser tests: install one (apt-get install chromium) or set CHROMIUM_PATH.',
  );
}

/**
 * Quiet, and small in memory. Chromium refuses its sandbox to root, and only then do we give it up.
 * @type {string[]}
 */
export const browserArgs = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  ...(isRoot ? ['--no-sandbox'] : []),
];
