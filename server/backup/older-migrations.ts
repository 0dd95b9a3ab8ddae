// The migrations a backup went through, as a folder of their own, so that a database can be made in the backup's shape.
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { listExpectedMigrations, MIGRATIONS } from '#server/db/migrate.ts';
import { StartError } from '#server/start-error.ts';

/** `applied`: when each of them was written. */
export function refuseOtherMigrations(applied: readonly number[]): void {
  const known = listExpectedMigrations();
  if (applied.length > known.length) {
    throw new StartError(
      'This backup was made by a newer version of Relevé. Bring the code to that version first.',
    );
  }
  if (applied.some((when, at) => when !== known[at]?.when)) {
    throw new StartError('This backup was made by other code: its migrations are not those of this version.');
  }
}

/** The first so many. */
export async function withMigrations(count: number, work: (folder: string) => Promise<void>): Promise<void> {
  const known = listExpectedMigrations();
  if (count === known.length) {
    await work(MIGRATIONS);
    return;
  }
  const entries = known.slice(0, count);
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'releve-migrations-'));
  try {
    await fs.mkdir(path.join(folder, 'meta'));
    for (const { tag } of entries) {
      await fs.copyFile(path.join(MIGRATIONS, `${tag}.sql`), path.join(folder, `${tag}.sql`));
    }
    const journal = { version: '7', dialect: 'postgresql', entries };
    await fs.writeFile(path.join(folder, 'meta/_journal.json'), JSON.stringify(journal));
    await work(folder);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}
