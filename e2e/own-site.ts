// A separate server on a copy of the demo school, for tests that change the whole site or break it.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbedded } from '../server/db/embedded.ts';
import { DATABASE } from '../server/db/open-connection.ts';
import { urlOf } from '../tests/faults/database-url.ts';
import { makeReady } from '../tests/faults/ready-folder.ts';
import { startServerProcess, stopServerProcess } from '../tests/faults/server-process.ts';

export type OwnSite = {
  url: string;
  /** Where its database is. */
  database: string;
  stopDatabase(): Promise<void>;
  end(): Promise<void>;
};

export async function startOwnSite(env: Record<string, string> = {}): Promise<OwnSite> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'releve-site-'));
  // The database account needs access when the tests run as root.
  await chmod(folder, 0o755);
  const dataDir = path.join(folder, 'data');
  await makeReady(dataDir);
  const embedded = await startEmbedded({ dataDir });
  const database = urlOf(embedded.connection, DATABASE);
  const server = await startServerProcess({
    DATABASE_URL: database,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...env,
  });
  let stopped: Promise<void> | undefined;
  const stopDatabase = () => (stopped ??= embedded.stop());
  return {
    url: server.url,
    database,
    stopDatabase,
    async end() {
      await stopServerProcess(server);
      await stopDatabase();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
