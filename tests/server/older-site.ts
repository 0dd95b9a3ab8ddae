// A site as an older version left it, brought up to date: for tests of what a migration does with its rows.
import { afterAll, inject } from 'vitest';
import { connectDatabase } from '#server/db/client.ts';
import { ensureDatabase } from '#server/db/embedded.ts';
import { listExpectedMigrations, migrateDatabase } from '#server/db/migrate.ts';

export async function olderSite({ lastMigration, rows }: { lastMigration: string; rows: string }) {
  const database = `test_older_${Math.random().toString(36).slice(2)}`;
  const connection = { ...inject('postgres'), database };
  await ensureDatabase(connection, database);
  const upTo = listExpectedMigrations().findIndex(({ tag }) => tag.slice(5) === lastMigration) + 1;
  if (upTo === 0) throw new Error(`There is no migration ${lastMigration}.`);
  await migrateDatabase(connection, { upTo });
  const { db, pool, close } = connectDatabase(connection, { max: 2 });
  afterAll(close);
  await pool.query(rows);
  await migrateDatabase(connection);
  return { db, pool };
}
