// Backs up a running site and restores it elsewhere: the same rows, files and numbers, and no email twice.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { connectDatabase, type Connection } from '#server/db/client.ts';
import { countExpectedMigrations, listExpectedMigrations, MIGRATIONS } from '#server/db/migrate.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { sendVersionMailsJob } from '#server/features/authoring/resource-version.service.ts';
import { signAsIssuer } from '#server/features/certificate/badge-key.service.ts';
import {
  followRefundsJob,
  sendCertificateRemindersJob,
} from '#server/features/certificate/certificate.jobs.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import { createStorage } from '#server/integrations/create-storage.ts';
import { JOBS } from '#server/jobs/registry.ts';
import { createContext } from '#server/start.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { CARDS, MARA, someBuyer, somethingFor } from '../../tests/server/checkout-tools.ts';
import { startFakeS3 } from '../../tests/server/fake-s3.ts';
import { startFakeSmtp } from '../../tests/server/fake-smtp.ts';
import { someSeller } from '../../tests/server/resource-tools.ts';
import { testApp } from '../../tests/server/test-app.ts';
import { makeBackup } from './make-backup.ts';
import { MANIFEST, readManifest, type Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { connectWhole, isEmptyDatabase } from './tables.queries.ts';

const smtp = await startFakeSmtp();
const site = await testApp({ SMTP_URL: smtp.url });
const { ctx } = site;
let folder = '';
let saved = '';
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'releve-backup-'));
});
afterAll(async () => {
  await smtp.close();
  await fs.rm(folder, { recursive: true, force: true });
});

const say = () => {};
let seconds = 0;
const back = (connection: Connection = ctx.connection, storage = ctx.storage) =>
  makeBackup({
    connection,
    storage,
    into: folder,
    version: '1.0.0',
    now: new Date(Date.UTC(2026, 10, 16, 9, 0, seconds++)),
    say,
  });

async function emptyDatabase(): Promise<Connection> {
  const server = inject('postgres');
  const database = `test_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  await client.query(`create database ${database}`);
  await client.end();
  return { ...server, database };
}

async function place() {
  const dataDir = path.join(folder, randomBytes(6).toString('hex'));
  return { connection: await emptyDatabase(), dataDir, storage: createStorage({ dataDir, s3: undefined }) };
}

const restore = (
  from: string,
  { connection, storage }: Pick<Awaited<ReturnType<typeof place>>, 'connection' | 'storage'>,
) => restoreBackup({ connection, storage, from, now: ctx.clock.now(), say });

/** One hash per table. A restore adds payout holds, which have their own test. */
async function contents(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and relname <> 'payout_holds' order by 1`,
  );
  const all: Record<string, string> = {};
  for (const { name } of rows) {
    // Without what a restore puts on hold, and that there is a backup.
    const text = `(to_jsonb(t) - 'held_at' - 'backed_up_at')::text`;
    const { rows: found } = await pool.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(${text}, '|' order by ${text})), '') as sum from "${name}" t`,
    );
    all[name] = found[0]?.sum ?? '';
  }
  return all;
}

const buy = async (app = site) => {
  const { buyer } = await someBuyer(app, 2400);
  const paid = await app.call(simpleCheckout, { body: { ...MARA, card: CARDS.good }, ...buyer });
  expect(paid.json()).toMatchObject({ status: 'paid' });
};
const letter = {
  kind: 'account-link',
  to: 'odile@example.com',
  subject: 'Not sent yet',
  text: 'Chère Odile',
} as const;

describe('a backup of a site with orders, files and emails, restored elsewhere', () => {
  let left = 0;
  let sellers: number[] = [];
  let there: Awaited<ReturnType<typeof openThere>>;

  async function openThere() {
    const target = await place();
    const { keptBack } = await restore(saved, target);
    const database = connectDatabase(target.connection, { max: 8 });
    const config = readConfig({
      NODE_ENV: 'test',
      DATA_DIR: target.dataDir,
      LOG_LEVEL: 'silent',
      SMTP_URL: smtp.url,
    });
    const context = createContext(config, database, target.connection);
    const app = await buildApp(context, false, { withPages: false });
    afterAll(async () => {
      await app.close();
      await context.jobs.stop();
      await database.close();
    });
    return { ...target, context, app, keptBack };
  }

  beforeAll(async () => {
    await buy();
    await ctx.jobs.drain();
    await inTransaction(ctx.db, (tx) => queueMail(ctx, tx, letter));
    left = (await someBuyer(site)).buyer.id;
    sellers = [(await someSeller(ctx)).id, (await someSeller(ctx)).id];
    await ctx.pool.query(
      `insert into payout_accounts (user_id, gateway, gateway_id, state, created_at, updated_at)
       values ($1, 'stripe', 'acct_1', 'ready', now(), now()), ($2, 'sandbox', 'sb_1', 'ready', now(), now())`,
      sellers,
    );
    await ctx.jobs.send(ctx.db, sendVersionMailsJob, { resourceId: 1, number: 1 });
    await ctx.storage.put('test/plan.pdf', randomBytes(200_000), { contentType: 'application/pdf' });
    await ctx.storage.put('test/odd', Buffer.from('notes'), { contentType: 'text/markdown' });
    await signAsIssuer(ctx, {
      '@context': ['https://www.w3.org/ns/credentials/v2'],
      type: 'VerifiableCredential',
    });
    saved = await back();
    there = await openThere();
  });

  it('has the same rows in every table, and the same files', async () => {
    // What a restore marks as sent, because the original site may have sent it since.
    const reminders = ['cart_reminders', 'certificate_reminders', 'conversation_members', 'weekly_digests'];
    const marked = Object.fromEntries(reminders.map((table) => [table, expect.any(String)]));
    expect(await contents(there.context.pool)).toEqual({ ...(await contents(ctx.pool)), ...marked });
    const keys = await ctx.storage.list();
    expect(keys.length).toBeGreaterThanOrEqual(2);
    expect((await there.storage.list()).toSorted()).toEqual(keys.toSorted());
    expect(await there.storage.stat('test/odd')).toEqual({ bytes: 5, contentType: 'text/markdown' });
    const { files } = await readManifest(saved);
    const again = await readManifest(await back(there.connection, there.storage));
    expect(again.files).toEqual(files);
  });

  it('records the row count of each table, and is private', async () => {
    const manifest = await readManifest(saved);
    const orders = manifest.tables.find(({ name }) => name === 'orders');
    const { rows } = await ctx.pool.query<{ count: string }>('select count(*) from orders');
    expect(orders?.rows).toBe(Number(rows[0]?.count));
    expect(manifest.migrations).toHaveLength(countExpectedMigrations());
    expect((await fs.stat(saved)).mode & 0o077).toBe(0);
    expect(await fs.readdir(folder)).not.toContainEqual(expect.stringContaining('.part'));
  });

  it('sends no email twice; staff can', async () => {
    const before = smtp.received.length;
    expect(there.keptBack.mails).toBe(1);
    await there.context.jobs.drain({ includeLater: true });
    expect(smtp.received).toHaveLength(before);
    const failed = await there.context.jobs.listFailed(there.context.db, { limit: 10 });
    expect(failed).toMatchObject([
      { name: sendVersionMailsJob.name, error: expect.stringContaining('restore') },
    ]);
    // The original site still sends it.
    await ctx.jobs.drain({ includeLater: true });
    expect(smtp.received.map((mail) => mail.headers.get('subject'))).toContain(letter.subject);
  });

  it('pays nobody twice: payouts that leave the platform wait for staff', async () => {
    expect(there.keptBack.payouts).toBe(1);
    const { rows } = await there.context.pool.query('select user_id, held_at from payout_holds');
    expect(rows).toEqual([{ user_id: sellers[0], held_at: ctx.clock.now() }]);
  });

  it('does not remind users of carts they may have been reminded of', async () => {
    const { rows } = await there.context.pool.query(
      'select reminded_at from cart_reminders where user_id = $1',
      [left],
    );
    expect(rows).toEqual([{ reminded_at: ctx.clock.now() }]);
  });

  it('signs badges with the same keys, and neither issues certificates nor reminds of them again', async () => {
    const { context } = there;
    const keys = async (from: typeof ctx | typeof context) =>
      (await from.pool.query('select id, private_key from badge_keys where retired_at is null')).rows;
    expect(await keys(context)).toEqual(await keys(ctx));
    expect(await keys(context)).toHaveLength(1);
    const rows = async () => {
      const { rows: found } = await context.pool.query(
        'select (select count(*) from certificates) as issued, (select count(*) from mail_outbox) as mails',
      );
      return found;
    };
    const before = await rows();
    const due = await context.pool.query(
      `select 1 from certificates where revoked_at is null and expires_at between $1 and $1::timestamptz + interval '90 days'`,
      [ctx.clock.now()],
    );
    expect(due.rows.length).toBeGreaterThan(0);
    const asOfNow = Object.assign(context, { clock: ctx.clock });
    await sendCertificateRemindersJob.run(asOfNow, {});
    await followRefundsJob.run(asOfNow, {});
    expect(await rows()).toEqual(before);
  });

  it('has its schedules', async () => {
    const { rows } = await there.context.pool.query<{ name: string }>('select name from pgboss.schedule');
    const wanted = JOBS.filter((job) => job.cron).map((job) => job.name);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(wanted.toSorted());
  });

  it('lets users sign in, and sells on with new numbers', async () => {
    const { app, context } = there;
    const signedIn = await app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { username: 'member', password: 'dance-demo-2026' },
    });
    expect(signedIn.statusCode).toBe(200);
    const thing = await somethingFor(context as never, 1900);
    const paid = await app.inject({
      method: 'POST',
      url: '/api/simple-checkout',
      payload: {
        ...MARA,
        email: 'new@example.com',
        card: CARDS.good,
        items: [{ ...thing.item, quantity: 1 }],
      },
    });
    expect(paid.json()).toMatchObject({ status: 'paid' });
    const { rows: before } = await ctx.pool.query<{ max: number }>('select max(id) from orders');
    // Far from the numbers the original site assigns meanwhile.
    expect(paid.json<{ orderId: number }>().orderId).toBeGreaterThan((before[0]?.max ?? 0) + 5000);
    const { rows } = await context.pool.query<{ uneven: string }>(
      `select count(*) as uneven from (select 1 from ledger_entries group by transaction_id having sum(amount_cents) <> 0) t`,
    );
    expect(rows).toEqual([{ uneven: '0' }]);
  });
});

describe('during operation', () => {
  it('is one snapshot: every reference is complete', async () => {
    const buying = Promise.all(Array.from({ length: 6 }, () => buy()));
    const busy = await back();
    await buying;
    const { manifest } = await restore(busy, await place());
    expect(manifest.tables.length).toBeGreaterThan(40);
  });
});

describe('a restore is refused with a reason', () => {
  /** Each leaves it as empty as before. */
  let target: Awaited<ReturnType<typeof place>> | undefined;
  const copyOf = async (change: (at: string) => Promise<void>) => {
    const copy = path.join(folder, `copy-${randomBytes(4).toString('hex')}`);
    await fs.cp(saved, copy, { recursive: true });
    await change(copy);
    return copy;
  };
  const changeManifest = (change: (manifest: Manifest) => void) => async (at: string) => {
    const manifest = await readManifest(at);
    change(manifest);
    await fs.writeFile(path.join(at, MANIFEST), JSON.stringify(manifest));
  };

  /** Nothing blocks the next attempt. */
  const expectEmpty = async ({ connection, storage }: Awaited<ReturnType<typeof place>>) => {
    expect(await storage.list()).toEqual([]);
    const client = await connectWhole(connection);
    expect(await isEmptyDatabase(client)).toBe(true);
    await client.end();
  };

  it.each<[string, (at: string) => Promise<void>, string]>([
    [
      'a byte of a table has changed',
      async (at) => {
        const file = path.join(at, 'tables/public.orders.copy');
        const bytes = await fs.readFile(file);
        bytes[3] = (bytes[3] ?? 0) ^ 1;
        await fs.writeFile(file, bytes);
      },
      'tables/public.orders.copy is not what was saved',
    ],
    ['a file is missing', (at) => fs.rm(path.join(at, 'files/test/odd')), 'files/test/odd is not what was'],
    ['it says nothing of itself', (at) => fs.rm(path.join(at, MANIFEST)), 'There is no backup in'],
    ['what it says is cut off', (at) => fs.truncate(path.join(at, MANIFEST), 900), 'is damaged'],
    [
      'it is of a newer version',
      changeManifest((manifest) => manifest.migrations.push(Date.now())),
      'made by a newer version',
    ],
    [
      'it is of other code',
      changeManifest((manifest) => manifest.migrations.unshift(1)),
      'made by different code',
    ],
  ])('if %s', async (_, change, words) => {
    target ??= await place();
    await expect(restore(await copyOf(change), target)).rejects.toThrow(words);
    await expectEmpty(target);
  });

  it('if rows are missing after the copy', async () => {
    target ??= await place();
    const short = await copyOf(
      changeManifest((manifest) => {
        const table = manifest.tables.find(({ name }) => name === 'users');
        if (table) table.rows += 1;
      }),
    );
    await expect(restore(short, target)).rejects.toThrow(/Only \d+ of \d+ rows of users arrived/);
    await expectEmpty(target);
  });

  it('if there is already a site', async () => {
    const before = await contents(ctx.pool);
    target ??= await place();
    await expect(restore(saved, { ...target, connection: ctx.connection })).rejects.toThrow(
      'The database is not empty',
    );
    await expect(restore(saved, { ...target, storage: ctx.storage })).rejects.toThrow(
      'The storage already contains files',
    );
    expect(await contents(ctx.pool)).toEqual(before);
  });
});

describe('a backup of an older version', () => {
  /** Today's migrations and one more, which needs the rows of the backup. */
  async function laterMigrations(): Promise<string> {
    const later = path.join(folder, 'migrations');
    await fs.cp(MIGRATIONS, later, { recursive: true });
    const entries = listExpectedMigrations();
    const next = { idx: entries.length, version: '7', when: Date.now(), tag: 'later', breakpoints: true };
    await fs.writeFile(
      path.join(later, 'meta/_journal.json'),
      JSON.stringify({ version: '7', dialect: 'postgresql', entries: [...entries, next] }),
    );
    await fs.writeFile(
      path.join(later, 'later.sql'),
      `alter table mail_outbox add column subject_length integer;
       update mail_outbox set subject_length = length(subject);`,
    );
    return later;
  }

  it('is migrated after its rows are restored, here into a bucket', async () => {
    const s3 = await startFakeS3();
    const storage = createStorage({ dataDir: folder, s3: s3.config });
    const connection = await emptyDatabase();
    const migrations = await laterMigrations();
    await restoreBackup({ connection, storage, from: saved, now: ctx.clock.now(), migrations, say });
    expect(await storage.stat('test/odd')).toEqual({ bytes: 5, contentType: 'text/markdown' });
    await s3.close();
    const target = new pg.Pool(connection);
    const { rows } = await target.query(
      'select subject_length, held_at from mail_outbox where subject = $1',
      [letter.subject],
    );
    expect(rows).toEqual([{ subject_length: letter.subject.length, held_at: ctx.clock.now() }]);
    const { rows: migrated } = await target.query('select 1 from drizzle.__drizzle_migrations');
    expect(migrated).toHaveLength(countExpectedMigrations() + 1);
    await target.end();
  });
});
