// npm run restore -- <backup folder>: restores it to the configured database and storage, which must be empty.
import { restoreBackup } from '../server/backup/restore-backup.ts';
import { readManifest } from '../server/backup/manifest.ts';
import { readConfig } from '../server/config.ts';
import { openConnection } from '../server/db/open-connection.ts';
import { createStorage } from '../server/integrations/create-storage.ts';
import { StartError } from '../server/start-error.ts';
import { runScript, say } from './run-script.ts';

await runScript(async ([from]) => {
  if (from === undefined) {
    throw new StartError('Name the folder of the backup: npm run restore -- backups/releve-…');
  }
  // Before a database is created for something that is not a backup.
  await readManifest(from);
  const config = readConfig(process.env);
  const { connection, close } = await openConnection(config, say);
  try {
    const storage = createStorage(config);
    const { manifest, keptBack } = await restoreBackup({
      connection,
      storage,
      from,
      now: new Date(),
      say,
    });
    const { createdAt, tables, files } = manifest;
    process.stdout.write(
      `\nRestored as it was at ${createdAt}: ${tables.length} tables, ${files.length} files.\n`,
    );
    if (keptBack.mails > 0) {
      process.stdout.write(
        `${keptBack.mails} unsent mails are kept back, because they may have been sent since: see /admin/mail.\n`,
      );
    }
    if (keptBack.payouts > 0) {
      process.stdout.write(
        `The payouts of ${keptBack.payouts} sellers are on hold: compare at the gateway what was paid since, then let them go.\n`,
      );
    }
  } finally {
    await close();
  }
});
