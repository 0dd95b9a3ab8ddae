// A data folder with the demo school, created once per run and copied: a first start takes far longer than most tests.
// `npm test` creates it for the faults and the browser tests; a single test creates its own.
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { getDeployment } from '#shared/features/site/site.contract.ts';
import { startServerProcess, stopServerProcess } from './server-process.ts';

const SCHOOL = path.resolve('.data/school');
/** Their files are created in the background: the featured and free ones come first, and are enough for tests. */
const DEMO_FILES = '26';
/** What a first start leaves to the background; other queues hold work for later days. */
const FIRST_WORK = ['demo.make-files', 'resource.make-previews'];

export async function makeSchool(): Promise<void> {
  await rm(SCHOOL, { recursive: true, force: true });
  const server = await startServerProcess({ DATA_DIR: SCHOOL, DEMO_FILES });
  try {
    await untilNothingWaits(server.url);
  } finally {
    await stopServerProcess(server);
  }
}

/** Copies have the work of a first start done. */
async function untilNothingWaits(url: string): Promise<void> {
  // Only here: every browser test that copies the school would load it too.
  const { DEMO_PASSWORD } = await import('#server/seed/demo.ts');
  const signedIn = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ username: 'admin', password: DEMO_PASSWORD }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  for (const end = Date.now() + 180_000; Date.now() < end; await sleep(500)) {
    const answer = await fetch(`${url}${getDeployment.path}`, { headers: { cookie } });
    if (!answer.ok) throw new Error(`How far the school is was not told: ${answer.status}`);
    const { queues } = getDeployment.response.parse(await answer.json());
    const work = queues.filter(({ name }) => FIRST_WORK.includes(name));
    if (work.length < FIRST_WORK.length) throw new Error(`There are no queues ${FIRST_WORK.join(', ')}.`);
    if (work.every(({ waiting, planned, active }) => waiting + planned + active === 0)) return;
  }
  throw new Error('The demo school was not finished in three minutes.');
}

let made: Promise<void> | undefined;

/** Fills this folder, which must not exist yet. */
export async function makeReady(dataDir: string): Promise<void> {
  made ??= process.env['SCHOOL_MADE'] ? Promise.resolve() : makeSchool();
  await made;
  // Not Node's own copy: the database's files belong to another account when the tests run as root.
  await promisify(execFile)('cp', ['-a', SCHOOL, dataDir]);
}
