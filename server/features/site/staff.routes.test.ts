import { beforeAll, describe, expect, it } from 'vitest';
import { countExpectedMigrations } from '#server/db/migrate.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { getUser } from '#shared/features/account/account.contract.ts';
import { listUsers } from '#shared/features/user-admin/user-admin.contract.ts';
import {
  getSite,
  getDeployment,
  getSettings,
  listMails,
  retryJob,
  updateSettings,
} from '#shared/features/site/site.contract.ts';
import { meetAtRows } from '../../../tests/server/meeting-point.ts';
import { newAudit } from '../../../tests/server/staff-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { deliverMailJob, queueMail } from '#server/platform/mail.service.ts';
import { pruneJob } from '#server/features/privacy/privacy.jobs.ts';

const { app, ctx, call, signInAs } = await testApp();

const SETTINGS = {
  siteName: 'Relevé',
  supportEmail: 'hello@releve.example',
  isRegistrationOpen: true,
  isTwoFactorRequired: false,
  platformFeePoints: 1500,
  instructorShare: 85,
  memberShare: 50,
};
type DemoName = Parameters<typeof call>[2];
const change = (body: object, as: DemoName = 'admin') => call(updateSettings, { body }, as);

describe('the settings', () => {
  it('are read and updated, and the change is audited with the previous values', async () => {
    expect((await call(getSettings, {}, 'admin')).json()).toEqual(SETTINGS);
    const wanted = { ...SETTINGS, siteName: ' Barre None ', isRegistrationOpen: false };
    const answer = await change(wanted);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ ...wanted, siteName: 'Barre None' });
    expect((await call(getSite)).json()).toMatchObject({ siteName: 'Barre None' });
    expect(await newAudit(ctx, 'settings.update')).toMatchObject([
      {
        actor: 'admin',
        details: {
          before: { siteName: 'Relevé', isRegistrationOpen: true },
          after: { siteName: 'Barre None', isRegistrationOpen: false },
        },
      },
    ]);
    await change(answer.json<object>());
    expect(await newAudit(ctx, 'settings.update')).toHaveLength(1);
    await change(SETTINGS);
  });

  it("can't lock out the admin who changes them", async () => {
    const required = { ...SETTINGS, isTwoFactorRequired: true };
    const refused = await change(required);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      message: 'Set up two-factor sign-in for your own account first. Otherwise you would lock yourself out.',
    });
    await ctx.pool.query(`insert into two_factors (user_id, secret, confirmed_at) values (1, 'x', now())`);
    expect((await change(required)).statusCode).toBe(200);
    // An admin without one keeps the account and loses the powers.
    await ctx.pool.query(`update users set role = 'admin', roles = '{admin}' where username = 'multi'`);
    expect((await call(listUsers, {}, 'multi')).statusCode).toBe(403);
    expect((await call(getUser, {}, 'multi')).json()).toMatchObject({ needsTwoFactor: true });
    await change(SETTINGS);
    await ctx.pool.query(`delete from two_factors`);
    await ctx.pool.query(`update users set role = 'seller', roles = '{seller}' where username = 'multi'`);
  });

  it.each([
    [{ siteName: '' }, 'siteName'],
    [{ siteName: 'Two\nlines' }, 'siteName'],
    [{ siteName: '<b>' }, 'siteName'],
    [{ supportEmail: 'nobody' }, 'supportEmail'],
    [{ isRegistrationOpen: 'yes' }, 'isRegistrationOpen'],
  ])('reject invalid values: %j', async (wrong, path) => {
    const answer = await change({ ...SETTINGS, ...wrong });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ details: [{ path }] });
  });

  it('are for admins', async () => {
    expect((await change(SETTINGS, null)).statusCode).toBe(401);
    expect((await change(SETTINGS, 'officer')).statusCode).toBe(403);
    expect((await call(getSettings, {}, 'officer')).statusCode).toBe(403);
    expect((await call(getSettings)).statusCode).toBe(401);
  });
});

describe('the deployment', () => {
  type Deployment = {
    queues: { name: string; waiting: number; planned: number; active: number; failed: number }[];
    failedJobs: { id: string; name: string; error: string; attempts: number }[];
    migrations: { applied: number; expected: number; lastAppliedAt: string | null };
    storage: { isHealthy: boolean; detail: string };
    mail: { isSmtp: boolean; waiting: number };
  };
  const deployment = async () => (await call(getDeployment, {}, 'admin')).json<Deployment>();

  it('is described', async () => {
    const answer = await call(getDeployment, {}, 'admin');
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({
      version: '1.0.0',
      buildDate: expect.any(String),
      environment: 'test',
      node: process.version,
      startedAt: expect.stringMatching(/^\d{4}-/),
      migrations: {
        applied: countExpectedMigrations(),
        expected: countExpectedMigrations(),
        lastAppliedAt: expect.stringMatching(/^\d{4}-/),
      },
      database: {
        isHealthy: true,
        detail: expect.stringMatching(/^PostgreSQL \d+\.\d+.* responds in \d+ ms$/),
        bytes: expect.any(Number),
      },
      storage: { isHealthy: true, detail: expect.stringMatching(/^The data folder responds in \d+ ms$/) },
      mail: { isSmtp: false, waiting: expect.any(Number) },
      queues: expect.arrayContaining([
        { name: 'mail.deliver', waiting: 0, planned: 0, active: 0, failed: 0 },
      ]),
      failedJobs: [],
    });
  });

  it('reports storage problems without internal details', async () => {
    const { healthy } = ctx.storage;
    ctx.storage.healthy = () => Promise.reject(new Error('EACCES: /secret/path'));
    const { storage } = await deployment();
    ctx.storage.healthy = healthy;
    expect(storage).toEqual({ isHealthy: false, detail: 'The data folder can’t store files right now' });
  });

  it('shows failed jobs, and runs one again', async () => {
    await ctx.jobs.send(ctx.db, deliverMailJob, { id: crypto.randomUUID() });
    await ctx.pool.query(
      `update pgboss.job set data = '{"id": "private@releve.example"}', retry_limit = 0 where name = 'mail.deliver'`,
    );
    const depth = async () => (await deployment()).queues.find(({ name }) => name === 'mail.deliver');
    expect(await depth()).toMatchObject({ waiting: 1, planned: 0 });
    // What is for tomorrow keeps nobody waiting.
    const move = (by: string) =>
      ctx.pool.query(
        `update pgboss.job set start_after = now() + interval '${by}' where name = 'mail.deliver'`,
      );
    await move('1 day');
    expect(await depth()).toMatchObject({ waiting: 0, planned: 1 });
    await move('0');
    await expect(ctx.jobs.drain()).rejects.toThrow('id');
    const failed = await deployment();
    expect(await depth()).toEqual({ name: 'mail.deliver', waiting: 0, planned: 0, active: 0, failed: 1 });
    expect(failed.failedJobs).toEqual([
      {
        id: expect.any(String),
        name: 'mail.deliver',
        failedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        attempts: 1,
        error: 'The data of the job does not fit its schema',
      },
    ]);
    expect(JSON.stringify(failed)).not.toContain('private@');

    const id = failed.failedJobs[0]?.id ?? '';
    const retry = (as: DemoName = 'admin', which = id) => call(retryJob, { params: { id: which } }, as);
    expect((await retry(null)).statusCode).toBe(401);
    expect((await retry('officer')).statusCode).toBe(403);
    expect((await retry('admin', 'x')).statusCode).toBe(400);
    expect((await retry('admin', crypto.randomUUID())).statusCode).toBe(404);

    await ctx.pool.query(`update pgboss.job set data = $1 where id = $2`, [{ id: crypto.randomUUID() }, id]);
    const meeting = await meetAtRows(ctx, 'select from pgboss.job where id = $1 for update', [id]);
    const presses = Promise.all([retry(), retry(), retry()]);
    await meeting.letGoAt(3);
    expect(statusesOf(await presses)).toEqual([204, 409, 409]);
    expect(await newAudit(ctx, 'job.retry')).toMatchObject([
      { subject_type: 'job', subject_id: id, details: { name: 'mail.deliver' } },
    ]);
    await ctx.jobs.drain({ includeLater: true });
    expect((await deployment()).failedJobs).toEqual([]);
    expect((await retry()).statusCode).toBe(409);
  });

  it('is for admins', async () => {
    expect((await call(getDeployment)).statusCode).toBe(401);
    expect((await call(getDeployment, {}, 'officer')).statusCode).toBe(403);
  });
});

describe('the outbox', () => {
  beforeAll(async () => {
    for (const [to, subject] of [
      ['nell@example.com', 'Choose a new password'],
      ['odile@example.com', 'Welcome 100%'],
    ] as const) {
      await inTransaction(ctx.db, (tx) =>
        queueMail(ctx, tx, { kind: 'account-link', to, subject, text: `Dear ${to}` }),
      );
      ctx.clock.advance(1000);
    }
  });

  type Mails = { items: { to: string; text: string | null }[]; total: number };
  const mails = async (query: Record<string, string> = {}) =>
    (await call(listMails, { query }, 'admin')).json<Mails>();

  it('shows the newest first, with texts while no mail server is set up', async () => {
    const { items, total } = await mails();
    expect(total).toBe(2);
    expect(items[0]).toEqual({
      id: expect.any(String),
      to: 'odile@example.com',
      subject: 'Welcome 100%',
      text: 'Dear odile@example.com',
      createdAt: expect.any(String),
      sentAt: null,
      attempts: 0,
      lastError: null,
      heldBackAt: null,
    });
  });

  it('is searched by recipient and subject', async () => {
    expect((await mails({ q: 'NELL password' })).items).toHaveLength(1);
    expect((await mails({ q: '100%' })).items).toHaveLength(1);
    expect((await mails({ q: '%' })).items).toHaveLength(1);
    expect((await mails({ q: 'nobody' })).items).toEqual([]);
  });

  it('audits reading texts, once an hour', async () => {
    expect(await newAudit(ctx, 'mail.read')).toHaveLength(1);
    ctx.clock.advance(61 * 60_000);
    await mails();
    await mails();
    expect(await newAudit(ctx, 'mail.read')).toMatchObject([{ actor: 'admin' }, { actor: 'admin' }]);
  });

  it('is for admins', async () => {
    expect((await call(listMails)).statusCode).toBe(401);
    expect((await call(listMails, {}, 'officer')).statusCode).toBe(403);
    expect((await call(listMails, { query: { page: 'last' } }, 'admin')).statusCode).toBe(400);
  });
});

describe('nightly pruning', () => {
  it('deletes old sent emails and old activity days', async () => {
    const cookie = await signInAs('admin');
    await app.inject({ url: getUser.path, headers: { cookie } });
    const daysAgo = (days: number) => new Date(ctx.clock.now().getTime() - days * 86_400_000);
    await ctx.pool.query(`delete from mail_outbox`);
    await ctx.pool.query(
      `insert into mail_outbox ("to", subject, text, created_at, sent_at) values
       ('a@example.com', 'old', '', $1, $1), ('b@example.com', 'new', '', $2, $2), ('c@example.com', 'never sent', '', $1, null)`,
      [daysAgo(91), daysAgo(89)],
    );
    await ctx.pool.query(`insert into active_days values ($1, 1), ($2, 1)`, [daysAgo(401), daysAgo(399)]);
    await ctx.pool.query(
      `insert into mail_links (token_hash, user_id, purpose, email, created_at, expires_at) values ('\\x01', 1, 'reset-password', 'a@example.com', $1, $1)`,
      [daysAgo(31)],
    );
    await pruneJob.run(ctx, {});
    const { rows } = await ctx.pool.query(
      `
      select (select array_agg(subject order by subject) from mail_outbox) as mails,
        (select count(*)::int from active_days where day < $1::date) as days,
        (select count(*)::int from mail_links) as links`,
      [daysAgo(300)],
    );
    expect(rows).toEqual([{ mails: ['never sent', 'new'], days: 1, links: 0 }]);
  });
});
