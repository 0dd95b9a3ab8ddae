// Tells whether what was made of the sources before is still good: a stamp of everything the demo school is made of.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The server, what it shares with pages, the packages, and the files that use the stamp. */
export async function stampOfSources(...makers: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const files = ['package-lock.json', ...makers];
  for (const folder of ['server', 'shared']) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (entry.isFile() && !entry.name.endsWith('.test.ts'))
        files.push(path.join(entry.parentPath, entry.name));
    }
  }
  for (const file of files.toSorted()) hash.update(file).update(await readFile(file));
  return hash.digest('hex');
}
