// What a new site still needs: every step is done by doing it, and open again if it comes undone.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeBackup } from '#server/backup/make-backup.ts';
import type { AppContext } from '#server/context.ts';
import { createSession } from '#server/platform/session.service.ts';
import { createCourse, createPerson } from '#server/seed/factories.ts';
import * as contract from '#shared/features/dashboard/dashboard.contract.ts';
import { SETUP_STEPS } from '#shared/features/dashboard/setup.rules.ts';
import { getSettings, updateSettings } from '#shared/features/site/site.contract.ts';
import { emptySite } from '../../../tests/server/empty-site.ts';
import { olderSite } from '../../../tests/server/older-site.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { getSiteSetup } from './site-setup.service.ts';

const site = await emptySite();
const { ctx, call } = site;
const folder = await mkdtemp(path.join(os.tmpdir(), 'releve-setup-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const admin = await createPerson(ctx.db, { username: 'nora', roles: ['admin'] });
const { token } = await createSession(ctx, ctx.db, {
  userId: admin?.id ?? 0,
  address: '127.0.0.1',
  userAgent: 'test',
});
const asAdmin = { headers: { cookie: `releve_session=${token}` } };

const SMTP = { SMTP_URL: 'smtp://mail.example.com' };
const openIn = async (given: AppContext = ctx) =>
  (await getSiteSetup(given)).steps.filter(({ isDone }) => !isDone).map(({ key }) => key);
const openSteps = async () => {
  const answer = await call(contract.getSiteSetup, asAdmin);
  expect(answer.statusCode, answer.body).toBe(200);
  const { steps } = answer.json<{ steps: { key: string; isDone: boolean }[] }>();
  expect(steps.map(({ key }) => key)).toEqual([...SETUP_STEPS]);
  return steps.filter(({ isDone }) => !isDone).map(({ key }) => key);
};
const save = async (changes: object) => {
  const settings = (await call(getSettings, asAdmin)).json<object>();
  const answer = await call(updateSettings, { body: { ...settings, ...changes }, ...asAdmin });
  expect(answer.statusCode, answer.body).toBe(200);
};

it('on a new site everything is open but the storage, which works', async () => {
  expect(await openSteps()).toEqual(SETUP_STEPS.filter((key) => key !== 'storage'));
});

it('saving the settings as they are confirms the fee, but not an address that reaches nobody', async () => {
  await save({});
  const open = await openSteps();
  expect(open).not.toContain('fee');
  expect(open).toContain('name');
  await save({ supportEmail: 'hello@barre.studio' });
  expect(await openSteps()).not.toContain('name');
  await save({ supportEmail: 'hello@Barre.Example' });
  expect(await openSteps()).toContain('name');
  await save({ supportEmail: 'hello@barre.studio' });
});

it('an officer counts while their account is active, an admin or a former officer does not', async () => {
  const officer = await createPerson(ctx.db, { username: 'olga', roles: ['curriculum_officer'] });
  expect(await openSteps()).not.toContain('officer');
  const set = (state: string, reason: string | null) =>
    ctx.pool.query('update users set state = $2, suspended_reason = $3 where id = $1', [
      officer?.id,
      state,
      reason,
    ]);
  await set('suspended', 'x');
  expect(await openSteps()).toContain('officer');
  await set('active', null);
});

it('a course counts once it is published', async () => {
  const { id } = await createCourse(ctx.db, { state: 'draft' });
  expect(await openSteps()).toContain('course');
  await ctx.pool.query(`update courses set state = 'published' where id = $1`, [id]);
  expect(await openSteps()).not.toContain('course');
});

it('a backup counts once it is finished', async () => {
  const { connection, storage } = ctx;
  const backup = { connection, into: folder, version: '1.0.0', now: ctx.clock.now(), say: () => {} };
  const broken = { ...storage, list: () => Promise.reject(new Error('The bucket is gone.')) };
  await expect(makeBackup({ ...backup, storage: broken })).rejects.toThrow('The bucket is gone.');
  expect(await openSteps()).toContain('backup');
  await makeBackup({ ...backup, storage });
  expect(await openSteps()).not.toContain('backup');
});

it('address, mail and Stripe are set where the server runs; then nothing is open', async () => {
  expect(await openSteps()).toEqual(['address', 'mail', 'payments']);
  expect(await openIn(site.configured({ PUBLIC_URL: 'https://barre.studio' }))).toEqual(['mail', 'payments']);
  expect(await openIn(site.configured(SMTP))).toEqual(['address', 'payments']);
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };
  expect(await openIn(site.configured(stripe))).toEqual(['address', 'mail']);
  expect(await openIn(site.configured({ ...SMTP, ...stripe, PUBLIC_URL: 'https://barre.studio' }))).toEqual(
    [],
  );
});

it('mail is open again while sending fails and nothing arrives', async () => {
  const mailed = site.configured({ ...SMTP, PUBLIC_URL: 'https://barre.studio' });
  const mail = (minute: number, sentAt: string, lastError: string) =>
    ctx.pool.query(`insert into mail_outbox ("to", subject, text, created_at, sent_at, last_error)
      values ('a@example.com', 'Hello', 'Hello', '2026-11-15T12:0${minute}:00Z', ${sentAt}, ${lastError})`);
  await mail(1, `'2026-11-15T12:01:01Z'`, 'null');
  expect(await openIn(mailed)).toEqual(['payments']);
  await mail(2, 'null', `'535 wrong password'`);
  expect(await openIn(mailed)).toEqual(['mail', 'payments']);
  // One address that doesn't exist is no reason once others arrive.
  await mail(3, `'2026-11-15T12:03:01Z'`, 'null');
  expect(await openIn(mailed)).toEqual(['payments']);
});

it('a storage that stores nothing is on the list', async () => {
  const storage = { ...ctx.storage, healthy: () => Promise.reject(new Error('Full.')) };
  expect(await openIn({ ...ctx, storage })).toContain('storage');
});

it('a site whose settings an admin has changed before has them confirmed', async () => {
  const { pool } = await olderSite({
    lastMigration: 'membership-time-back',
    rows: `insert into audit_log (action, subject_type, subject_id, details, created_at)
      values ('settings.update', 'settings', '1', '{}', '2026-01-02T03:04:05Z')`,
  });
  const { rows } = await pool.query('select saved_at from settings');
  expect(rows).toEqual([{ saved_at: new Date('2026-01-02T03:04:05Z') }]);
});

it('is for admins only; a demo school has nothing to set up', async () => {
  const demo = await testApp({ DEMO: '1' });
  expect((await demo.call(contract.getSiteSetup)).statusCode).toBe(401);
  expect((await demo.call(contract.getSiteSetup, {}, 'officer')).statusCode).toBe(403);
  expect((await demo.call(contract.getSiteSetup, {}, 'admin')).json()).toEqual({
    steps: [],
    feePoints: 1500,
  });
});
