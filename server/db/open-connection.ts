// Connects to the database: DATABASE_URL, or the embedded one, which is started if necessary.
import type { Config } from '../config.ts';
import type { Connection } from './client.ts';
import { ensureDatabase, startEmbedded, type Embedded } from './embedded.ts';

export const DATABASE = 'releve';

export type OpenConnection = {
  connection: Connection;
  embedded?: Embedded;
  /** Stops the embedded database unless another process uses it. */
  close(): Promise<void>;
};

export async function openConnection(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  say: (progress: string) => void,
): Promise<OpenConnection> {
  if (databaseUrl) return { connection: { connectionString: databaseUrl }, close: async () => {} };
  say('Starting PostgreSQL');
  const embedded = await startEmbedded({ dataDir });
  const close = () => embedded.stop();
  try {
    await ensureDatabase(embedded.connection, DATABASE);
  } catch (error) {
    await close();
    throw error;
  }
  return { connection: { ...embedded.connection, database: DATABASE }, embedded, close };
}
