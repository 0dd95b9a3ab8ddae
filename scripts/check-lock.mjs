// Rejects a package-lock.json that `npm ci` would reject elsewhere: every dependency it names, including optional ones
// of other platforms, must be in it, and no registry URL, which may be a private mirror.
import fs from 'node:fs';

const file = process.argv[2] ?? 'package-lock.json';
const packages = JSON.parse(fs.readFileSync(file, 'utf8')).packages;

/** As Node resolves: in the package's own node_modules, then in each parent's. */
function isLocked(from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`]) return true;
    if (at === '') return false;
  }
}

const faults = Object.entries(packages).flatMap(([where, entry]) => {
  const label = where || 'the project';
  const named = { ...entry.dependencies, ...entry.optionalDependencies };
  // Bundled ones arrive inside the package itself.
  const bundled = new Set(entry.bundleDependencies);
  const missing = Object.keys(named).filter((name) => !bundled.has(name) && !isLocked(where, name));
  const faultsHere = missing.map((name) => `${label} names ${name}@${named[name]}, which is not in the lock`);
  if (/^https?:/.test(entry.resolved ?? ''))
    faultsHere.push(`${label} is tied to the address ${entry.resolved}`);
  return faultsHere;
});

for (const fault of faults) console.error(fault);
console.log(faults.length > 0 ? `${faults.length} faults in ${file}` : `${file} is complete`);
process.exitCode = faults.length > 0 ? 1 : 0;
