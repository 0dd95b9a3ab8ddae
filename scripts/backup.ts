// npm run backup [-- folder]: backs up the configured site into a new folder below ./backups or the given folder.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { makeBackup } from '../server/backup/make-backup.ts';
import { readConfig } from '../server/config.ts';
import { openConnection } from '../server/db/open-connection.ts';
import { createStorage } from '../server/integrations/create-storage.ts';
import { StartError } from '../server/start-error.ts';
import { runScript, say } from './run-script.ts';

await runScript(async ([into = 'backups']) => {
  const config = readConfig(process.env);
  // Otherwise a new, empty database would be created and backed up.
  if (!config.databaseUrl && !existsSync(path.join(config.dataDir, 'postgres'))) {
    throw new StartError(`There is no site in ${config.dataDir}. Set DATA_DIR to the folder it lies in.`);
  }
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const { connection, close } = await openConnection(config, say);
  try {
    const storage = createStorage(config);
    const folder = await makeBackup({ connection, storage, into, version, now: new Date(), say });
    process.stdout.write(`\nThe backup is ${folder}\n`);
  } finally {
    await close();
  }
});
