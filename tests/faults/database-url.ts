// A database of one's own in a PostgreSQL that runs already, reached as an operator would: by DATABASE_URL.
import { ensureDatabase, type Connection } from '#server/db/embedded.ts';

export async function databaseUrl(connection: Connection): Promise<string> {
  const { host, port, user } = connection;
  const name = `test_${Math.random().toString(36).slice(2)}`;
  await ensureDatabase(connection, name);
  return `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
}
