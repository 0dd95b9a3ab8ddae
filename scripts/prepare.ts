// Creates the database of a new site and fills it, as the server does at its first start; `npm start` runs this while the
// pages are built.
import { readConfig } from '../server/config.ts';
import { openSite } from '../server/start.ts';
import { runScript, say } from './run-script.ts';

await runScript(async () => {
  const { signal } = new AbortController();
  const { close } = await openSite(readConfig(process.env), { say, signal });
  await close();
});
