// Emails that strangers can trigger: how many one person gets, and what a stranger can put in them.
import { describe, expect, it } from 'vitest';
import { register, requestPasswordReset } from '#shared/features/account/account.contract.ts';
import { updateProfile } from '#shared/features/profile/profile.contract.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { sendOrderLinks } from '#shared/features/order/order.contract.ts';
import { CARDS, MARA, somethingFor } from '../../tests/server/checkout-tools.ts';
import { mailsTo } from '../../tests/server/mails.ts';
import { testApp } from '../../tests/server/test-app.ts';
import { platformPersonalData } from './platform.privacy.ts';
import { recipientKey } from './notification.service.ts';

const { ctx, call } = await testApp();
const HOUR = 3_600_000;

let places = 0;
const elsewhere = () => `10.77.${Math.floor(++places / 250)}.${places % 250}`;
const forward = (milliseconds: number) => ctx.clock.set(new Date(ctx.clock.now().getTime() + milliseconds));

async function guestOrder(email: string, cents = 1200, name = 'Mara Lind'): Promise<number> {
  const { item } = await somethingFor(ctx, cents);
  const body = { ...MARA, email, name, items: [item], card: CARDS.good };
  const { statusCode } = await call(simpleCheckout, { body, from: elsewhere() });
  return statusCode;
}

async function askForLinks(email: string, times: number): Promise<number> {
  const ask = () => call(sendOrderLinks, { body: { email }, from: elsewhere() });
  const answers = await Promise.all(Array.from({ length: times }, ask));
  // The response reveals neither whether there were orders nor that the limit was reached.
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  return (await mailsTo(ctx, email)).filter(({ subject }) => subject.startsWith('Your orders at')).length;
}

const account = (username: string, email: string, more: object = {}) => ({
  body: { firstName: 'Ana', lastName: 'Ruiz', username, email, password: 'seven-quiet-relevés', ...more },
  from: elsewhere(),
});

describe('one recipient', () => {
  it('gets three emails with order links an hour and ten a day, whoever asks', async () => {
    const email = 'flooded@example.com';
    await guestOrder(email);
    expect(await askForLinks(email, 25)).toBe(3);
    expect(await askForLinks(email, 5)).toBe(3);
    for (const total of [6, 9, 10, 10]) {
      forward(HOUR + 1000);
      expect(await askForLinks(email, 5)).toBe(total);
    }
    forward(24 * HOUR);
    await platformPersonalData.prune?.(ctx);
    expect(await askForLinks(email, 1)).toBe(11);
  });

  it('is counted separately from others', async () => {
    await guestOrder('calm@example.com');
    expect(await askForLinks('calm@example.com', 1)).toBe(1);
  });

  it('gets few confirmations, also under addresses of the same mailbox', async () => {
    for (let at = 0; at < 9; at++) {
      const email = `victim+${at}@example.com`;
      expect((await call(register, account(`victim-${at}`, email))).statusCode).toBe(200);
    }
    const { rows } = await ctx.pool.query(`select 1 from mail_outbox where "to" like 'victim+%'`);
    expect(rows).toHaveLength(5);
    expect(recipientKey('Victim+x@Example.com')).toBe('victim@example.com');
    expect(recipientKey('+x@example.com')).toBe('+x@example.com');
  });

  it('keeps a working reset link when someone requests too many', async () => {
    const email = 'forgets@example.com';
    await call(register, account('forgets', email));
    for (let at = 0; at < 8; at++) {
      forward(5 * 60_000);
      await call(requestPasswordReset, { body: { email }, from: elsewhere() });
      await ctx.jobs.drain();
    }
    const mails = (await mailsTo(ctx, email)).filter(({ subject }) => subject.includes('new password'));
    expect(mails).toHaveLength(5);
    const { rows } = await ctx.pool.query(
      `select l.id from mail_links l join users u on u.id = l.user_id
       where u.username = 'forgets' and l.purpose = 'reset-password' and l.created_at > $1`,
      [new Date(ctx.clock.now().getTime() - 14 * 60_000)],
    );
    expect(rows).toHaveLength(0);
  });

  it('gets few receipts for free orders they never made', async () => {
    const email = 'unasked@example.com';
    for (let at = 0; at < 7; at++) expect(await guestOrder(email, 0)).toBe(200);
    expect(await mailsTo(ctx, email)).toHaveLength(5);
  });
});

describe('a name', () => {
  const EVIL = 'Claim at https://evil.example/prize';
  const REFUSED: [field: object, path: string, message: RegExp][] = [
    [{ firstName: EVIL }, 'firstName', /web address/],
    [{ lastName: 'Ruiz evil.com/x' }, 'lastName', /web address/],
    [{ lastName: 'www.evil' }, 'lastName', /web address/],
    [{ username: 'evil.com' }, 'username', /web address/],
    [{ firstName: 'Ana\u202Eziur' }, 'firstName', /direction of text/],
    [{ firstName: 'Ana\u0007' }, 'firstName', /control characters/],
  ];
  it.each(REFUSED)('%j is rejected with a message for its field', async (field, path, message) => {
    const answer = await call(register, account('claims', 'claims@example.com', field));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ details: [{ path, message: expect.stringMatching(message) }] });
  });

  it('of a guest buyer follows the same rules', async () => {
    expect(await guestOrder('claims@example.com', 1200, EVIL)).toBe(400);
  });

  it('can be any real one', async () => {
    const real = ['J.R. Smith', 'St. John', 'O’Neil', 'Дмитрий', '李小龙', 'Zoë 💃🏽'];
    for (const [at, firstName] of real.entries()) {
      const answer = await call(register, account(`real-${at}`, `real-${at}@example.com`, { firstName }));
      expect(answer.statusCode, firstName).toBe(200);
    }
  });

  it('never starts an email, and is no link, even if stored before the rule', async () => {
    const email = 'stored@example.com';
    const made = await call(register, account('stored', email));
    const headers = { cookie: String(made.headers['set-cookie']).split(';')[0] ?? '' };
    expect((await call(updateProfile, { headers, body: { firstName: EVIL } })).statusCode).toBe(400);
    await ctx.pool.query(
      `update users set first_name = $1, username = 'evil.com' where username = 'stored'`,
      [EVIL],
    );
    await call(requestPasswordReset, { body: { email }, from: elsewhere() });
    await ctx.jobs.drain();
    const mails = await mailsTo(ctx, email);
    expect(mails).toHaveLength(2);
    for (const { subject, text } of mails) {
      expect(text).toMatch(/^Hi,\n/);
      expect(`${subject} ${text}`).not.toMatch(/evil\.|Claim/);
    }
  });
});
