// The list of routes that every page loads grows with every page of the site. More than half of it names the files each
// route imports, which only the server's copy is asked for (to preload a page's files); the browser follows the imports
// by itself.
import fs from 'node:fs/promises';
import path from 'node:path';

const BEFORE = 'window.__reactRouterManifest=';
const AFTER = ';';

/** Each route's id is its key: said once, and put back before the router reads it. */
const IDS = '{let r=window.__reactRouterManifest.routes;for(let k in r)r[k].id=k}';
/** Asked for by the server only. */
const UNREAD = ['imports', 'hasDefaultExport', 'id'];

type Manifest = { routes: Record<string, Record<string, unknown>> };

export async function slimManifests(clientFolder: string): Promise<void> {
  const assets = path.join(clientFolder, 'assets');
  const names = (await fs.readdir(assets)).filter((name) => /^manifest-\w+\.js$/.test(name));
  // A release of the router that calls it something else must not go unnoticed.
  if (names.length === 0) throw new Error(`No manifest of routes in ${assets}`);
  for (const name of names) {
    const file = path.join(assets, name);
    await fs.writeFile(file, withoutImports(await fs.readFile(file, 'utf8')));
  }
}

/** Exported for its test. */
export function withoutImports(script: string): string {
  if (!script.startsWith(BEFORE) || !script.endsWith(AFTER)) throw new Error('Not a manifest of routes');
  const manifest = JSON.parse(script.slice(BEFORE.length, -AFTER.length)) as Manifest;
  for (const route of Object.values(manifest.routes)) {
    for (const name of UNREAD) delete route[name];
    // What a route does not have is left unsaid: the router asks only whether it is so.
    for (const [name, value] of Object.entries(route)) {
      if (value === false || (Array.isArray(value) && value.length === 0)) delete route[name];
    }
  }
  return BEFORE + JSON.stringify(manifest) + AFTER + IDS;
}
