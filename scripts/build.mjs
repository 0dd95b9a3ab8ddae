// The build of the pages, made again only when something it is made of has changed.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { bootstrap, run, tool } from './run-tool.mjs';

export const isTest = (file) => /\.test\.tsx?$/.test(file);

/** Every file below a folder, sorted, so that a hash over them is stable. */
export function listFiles(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}

function buildStamp() {
  const single = [
    'vite.config.ts',
    'react-router.config.ts',
    'package-lock.json',
    'scripts/precompress.mjs',
    ...listFiles('scripts').filter((file) => file.endsWith('.vite.ts')),
  ];
  const files = ['app', 'shared', 'public'].flatMap(listFiles).filter((file) => !isTest(file));
  const hash = createHash('sha256');
  for (const file of [...files, ...single]) {
    hash.update(`${file}\0`).update(createHash('sha256').update(fs.readFileSync(file)).digest());
  }
  return hash.digest('hex');
}

export function isBuilt() {
  const parts = ['build/.stamp', 'build/server/index.js', 'build/client'];
  return (
    parts.every((part) => fs.existsSync(part)) && fs.readFileSync('build/.stamp', 'utf8') === buildStamp()
  );
}

export async function build({ sink, usage } = {}) {
  if (isBuilt()) return;
  const waiting = 'Another terminal is building: waiting for it ...';
  await bootstrap.withLock('.build.lock', waiting, async (onStart) => {
    if (isBuilt()) return;
    if (!sink) console.log('Building the pages ...');
    const stamp = buildStamp();
    // First of all, so that a build cut short is never taken for a whole one.
    fs.rmSync('build/.stamp', { force: true });
    const env = { NODE_ENV: 'production' };
    await run(tool('reactRouter', 'build', '--logLevel', 'warn'), { env, sink, usage, onStart });
    await run(['scripts/precompress.mjs'], { sink, usage, onStart });
    fs.writeFileSync('build/.stamp', stamp);
  });
}
