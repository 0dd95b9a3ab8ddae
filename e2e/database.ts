// The database of the server under test, to create data without forms.
import { test as base } from '@playwright/test';
import { connectDatabase, type Db } from '../server/db/client.ts';
import { startEmbedded } from '../server/db/embedded.ts';
import { DATABASE } from '../server/db/open-connection.ts';

export const test = base.extend<object, { db: Db }>({
  db: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures needed from it
    async ({}, use) => {
      const embedded = await startEmbedded({ dataDir: '.data/e2e' });
      const database = connectDatabase({ ...embedded.connection, database: DATABASE });
      await use(database.db);
      await database.close();
      await embedded.stop();
    },
    { scope: 'worker' },
  ],
});
