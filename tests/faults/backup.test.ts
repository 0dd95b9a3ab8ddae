// Backs up a real site with `npm run backup` while it runs, restores it with `npm run restore` into another folder, and
// starts it there: the same ledger and files, users still signed in, no email twice, and sales continue.
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readManifest } from '#server/backup/manifest.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { DATABASE } from '#server/db/open-connection.ts';
import { createStorage } from '#server/integrations/create-storage.ts';
import { startFakeSmtp, type FakeSmtp } from '../server/fake-smtp.ts';
import { makeReady } from './ready-folder.ts';
import { report } from './report.ts';
import { endServerProcess, startServerProcess, type ServerProcess } from './server-process.ts';
import { GOOD_CARD, guest, postTo, until } from './two-servers.ts';

const execute = promisify(execFile);
let folder = '';
let smtp: FakeSmtp;
const started: ServerProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'releve-saved-'));
  // The database account needs access when the tests run as root.
  await chmod(folder, 0o755);
  smtp = await startFakeSmtp();
});
afterAll(async () => {
  await Promise.all(started.map((server) => endServerProcess(server)));
  await smtp.close();
  await rm(folder, { recursive: true, force: true });
});

const dataDir = (name: string) => path.join(folder, name);

async function start(name: string): Promise<ServerProcess> {
  const server = await startServerProcess({ DATA_DIR: dataDir(name), SMTP_URL: smtp.url });
  started.push(server);
  return server;
}

/** What npm runs. */
function script(name: string, argument: string, dataFolder: string) {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir(dataFolder) };
  return execute(process.execPath, ['scripts/run.mjs', name, argument], { env });
}

async function buyAsGuest(server: ServerProcess) {
  const list = await fetch(`${server.url}/api/resources?price=15-40`);
  const { items } = (await list.json()) as { items: { id: number }[] };
  const buyer = guest();
  const wanted = [{ itemType: 'resource', itemId: items[0]?.id, quantity: 1 }];
  const paid = await postTo(`${server.url}/api/simple-checkout`, {
    ...buyer,
    card: GOOD_CARD,
    items: wanted,
  });
  expect(paid.body).toMatchObject({ status: 'paid' });
  return { email: buyer.email, orderId: Number(paid.body['orderId']) };
}

/** The ledger, and unsent emails to guests: jobs write to the demo's users whenever they run. */
async function look(name: string) {
  const embedded = await startEmbedded({ dataDir: dataDir(name) });
  const client = new pg.Client({ ...embedded.connection, database: DATABASE });
  await client.connect();
  const rows = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows;
  try {
    return {
      ledger: await rows(`select t.*, e.account, e.seller_id, e.amount_cents from ledger_transactions t
        join ledger_entries e on e.transaction_id = t.id order by e.id`),
      orders: await rows('select id, number, email, state, total_cents, paid_at from orders order by id'),
      people: await rows('select id, username, password_hash from users order by id'),
      unsent: await rows(
        `select "to", held_at is not null as is_held from mail_outbox
         where sent_at is null and "to" not in (select email from users)`,
      ),
      uneven: await rows(
        'select transaction_id from ledger_entries group by 1 having sum(amount_cents) <> 0',
      ),
    };
  } finally {
    await client.end();
    await embedded.stop();
  }
}

const storageOf = (name: string) => createStorage({ dataDir: dataDir(name), s3: undefined });
const PLAN = { key: 'test/plan.pdf', bytes: randomBytes(300_000) };

async function hashThere(key: string): Promise<string> {
  const file = await storageOf('second').get(key);
  return createHash('sha256')
    .update(file ? await buffer(file.stream) : '')
    .digest('hex');
}

const mailsTo = (address: string) => smtp.received.filter(({ to }) => to.includes(address));
const receipt = (address: string) =>
  until(
    `a receipt for ${address}`,
    30,
    async () => mailsTo(address).length,
    (count) => count > 0,
  );

it('backs up a running site, restores it elsewhere and starts it there', async () => {
  await makeReady(dataDir('first'));
  const first = await start('first');
  const signedIn = await fetch(`${first.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'member', password: 'dance-demo-2026' }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const before = await buyAsGuest(first);
  await receipt(before.email);
  // The mail server is down when this one is paid: its receipt waits, and so does its job.
  smtp.refuse('451 Try again later', { times: 1000 });
  const waiting = await buyAsGuest(first);

  await storageOf('first').put(PLAN.key, PLAN.bytes, { contentType: 'application/pdf' });

  const savedAt = Date.now();
  await script('backup', dataDir('backups'), 'first');
  const saving = Date.now() - savedAt;
  const [name = '', ...others] = await readdir(dataDir('backups'));
  expect(others).toEqual([]);
  const saved = path.join(dataDir('backups'), name);
  const books = await look('first');
  await endServerProcess(first);

  const restoredAt = Date.now();
  const { stdout } = await script('restore', saved, 'second');
  const restoring = Date.now() - restoredAt;
  expect(stdout).toMatch(/[1-9]\d* unsent mails are kept back/);

  smtp.refuse('', { times: 0 });
  smtp.received.length = 0;
  const second = await start('second');
  const there = await look('second');
  const { unsent, ...same } = books;
  expect(there).toEqual({ ...same, unsent: unsent.map((mail) => ({ ...mail, is_held: true })) });
  expect(there.uneven).toEqual([]);
  expect(unsent).toEqual([{ to: waiting.email, is_held: false }]);
  const { files } = await readManifest(saved);
  expect(files.map(({ key }) => key)).toContain(PLAN.key);
  for (const { key, sha256 } of files) expect([key, await hashThere(key)]).toEqual([key, sha256]);

  const me = await fetch(`${second.url}/api/user`, { headers: { cookie } });
  expect(await me.json()).toMatchObject({ username: 'member' });
  const after = await buyAsGuest(second);
  expect(after.orderId).toBeGreaterThan(waiting.orderId);
  await receipt(after.email);
  expect(smtp.received.map(({ to }) => to)).toEqual([[after.email]]);
  expect((await look('second')).unsent).toEqual([{ to: waiting.email, is_held: true }]);

  await report('Backup and restore', [
    `\`npm run backup\` of the running demo school: ${saving} ms; \`npm run restore\` into an empty folder: ${restoring} ms`,
    `${books.ledger.length} ledger entries, ${books.orders.length} orders and ${files.length} files were the same afterwards; one email was put on hold, none was sent twice`,
  ]);
});

it('backs up a stopped site, and refuses when there is none', async () => {
  await script('backup', dataDir('quiet'), 'first');
  expect(await readdir(dataDir('quiet'))).toHaveLength(1);
  await expect(script('backup', dataDir('quiet'), 'nowhere')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no site in'),
  });
  await expect(script('restore', dataDir('nowhere'), 'third')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no backup in'),
  });
});
