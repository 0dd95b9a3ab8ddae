// A database in a running PostgreSQL, configured as an operator would: with DATABASE_URL.
import { ensureDatabase, type Connection } from '#server/db/embedded.ts';

export function urlOf({ host, port, user }: Connection, database: string): string {
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** A new, empty database. */
export async function databaseUrl(connection: Connection): Promise<string> {
  const name = `test_${Math.random().toString(36).slice(2)}`;
  await ensureDatabase(connection, name);
  return urlOf(connection, name);
}
