// Forgotten and changed passwords.
import { beforeEach, describe, expect, it } from 'vitest';
import {
  getUser,
  login,
  changeEmail,
  changePassword,
  checkPasswordResetLink,
  requestPasswordReset,
  resetPassword,
} from '#shared/features/account/account.contract.ts';
import { meetAfterPassword } from '../../../tests/server/meeting-point.ts';
import { mailsTo, subjectsTo, tokenMailed } from '../../../tests/server/mails.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { newcomer, PASSWORD } from '../../../tests/tables/access-samples.ts';
import type { Caller } from '../../../tests/tables/sample-types.ts';
import { createSession } from '#server/platform/session.service.ts';

const { ctx, call } = await testApp();
const NEW_PASSWORD = 'seven-quiet-relevés';

let place = 0;
/** Each call from another place: the limits of places have tests of their own. */
const from = () => `10.2.${Math.floor(++place / 250)}.${place % 250}`;
const ask = (email: string) => call(requestPasswordReset, { body: { email }, from: from() });
const reset = (token: string, password = NEW_PASSWORD) =>
  call(resetPassword, { body: { token, password }, from: from() });
const signIn = (person: Caller, password: string, at = from()) =>
  call(login, { body: { username: person.username, password }, from: at });
const change = (person: Caller, body: { currentPassword: string; newPassword: string }) =>
  call(changePassword, { headers: { cookie: person.cookie }, body });
const isSignedIn = async (cookie: string) =>
  (await call(getUser, { headers: { cookie } })).statusCode === 200;
const RESET = /Choose a new password/;
const resetMails = async (person: Caller) =>
  (await subjectsTo(ctx, person.email)).filter((subject) => RESET.test(subject)).length;

async function anotherSession({ id }: Caller): Promise<string> {
  const { token } = await createSession(ctx, ctx.db, { userId: id, address: '127.0.0.1', userAgent: '' });
  return `releve_session=${token}`;
}

async function resetTokenOf(person: Caller): Promise<string> {
  await ask(person.email);
  await ctx.jobs.drain();
  return tokenMailed(ctx, person.email, RESET);
}

// So that each test is past the interval in which repeated requests count as one.
beforeEach(() => ctx.clock.advance(120_000));

describe('requesting a password reset', () => {
  it('responds the same for everybody, in text and in work', async () => {
    const person = await newcomer(ctx);
    const [known, unknown] = [await ask(person.email.toUpperCase()), await ask('nobody@nowhere.example')];
    expect(known.statusCode).toBe(202);
    expect(unknown.statusCode).toBe(202);
    expect(known.json()).toEqual(unknown.json());
    expect(known.json().message).toMatch(/^If there is an account with this address/);
    const { rows } = await ctx.pool.query<{ data: object }>(
      `select data from pgboss.job where name = 'account.send-password-reset' order by created_on`,
    );
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('@');
    await ctx.jobs.drain();
    const mails = await mailsTo(ctx, person.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(person.username);
    expect(await subjectsTo(ctx, 'nobody@nowhere.example')).toEqual([]);
  });

  it('takes the same time whether or not the address is known', async () => {
    const { email } = await newcomer(ctx);
    const timeOf = async (address: string) => {
      const begun = performance.now();
      await ask(address);
      return performance.now() - begun;
    };
    const times: { known: number; unknown: number }[] = [];
    for (let round = 0; round < 25; round++) {
      times.push({ known: await timeOf(email), unknown: await timeOf(`nobody-${round}@nowhere.example`) });
    }
    const median = (of: 'known' | 'unknown') =>
      times.map((time) => time[of]).toSorted((a, b) => a - b)[12] ?? 0;
    expect(median('known') / median('unknown')).toBeGreaterThan(0.5);
    expect(median('known') / median('unknown')).toBeLessThan(2);
    await ctx.jobs.drain();
  });

  it('sends nothing to suspended or deleted users', async () => {
    const [suspended, deleted] = [await newcomer(ctx), await newcomer(ctx)];
    await ctx.pool.query(`update users set state = 'suspended', suspended_reason = 'test' where id = $1`, [
      suspended.id,
    ]);
    await ctx.pool.query(`update users set state = 'deleted' where id = $1`, [deleted.id]);
    for (const person of [suspended, deleted]) expect((await ask(person.email)).statusCode).toBe(202);
    await ctx.jobs.drain();
    for (const person of [suspended, deleted]) expect(await resetMails(person)).toBe(0);
  });

  it('sends one email however often someone clicks, and at most five an hour', async () => {
    const person = await newcomer(ctx);
    for (let click = 0; click < 3; click++) await ask(person.email);
    await ctx.jobs.drain();
    expect(await resetMails(person)).toBe(1);
    const first = await tokenMailed(ctx, person.email, RESET);
    // A worker that died after its work runs the job again.
    await ctx.pool.query(
      `update pgboss.job set state = 'created' where name = 'account.send-password-reset'`,
    );
    await ctx.jobs.drain();
    expect(await tokenMailed(ctx, person.email, RESET)).toBe(first);
    const eager = await newcomer(ctx);
    for (let attempt = 0; attempt < 8; attempt++) {
      ctx.clock.advance(61_000);
      await ask(eager.email);
      await ctx.jobs.drain();
    }
    expect(await resetMails(eager)).toBe(5);
  });

  it('rejects invalid addresses', async () => {
    expect((await ask('not an address')).statusCode).toBe(400);
  });
});

describe('the password reset link', () => {
  it('sets the password, ends all sessions, confirms the address and notifies the owner', async () => {
    const person = await newcomer(ctx);
    await ctx.pool.query('update users set email_verified_at = null where id = $1', [person.id]);
    const token = await resetTokenOf(person);
    const stored = await ctx.pool.query<{ hash: Buffer }>('select token_hash as hash from mail_links');
    expect(stored.rows.map((row) => row.hash.toString('base64url'))).not.toContain(token);

    expect((await reset(token)).statusCode).toBe(204);
    expect(await isSignedIn(person.cookie)).toBe(false);
    expect((await signIn(person, PASSWORD)).statusCode).toBe(401);
    const back = await signIn(person, NEW_PASSWORD);
    expect(back.statusCode).toBe(200);
    expect(back.json()).toMatchObject({ isEmailVerified: true });
    const notice = (await mailsTo(ctx, person.email)).find((mail) => /was changed/.test(mail.subject));
    expect(notice?.text).toContain('/forgot-password');
    expect(notice?.text).not.toContain(NEW_PASSWORD);
  });

  it('works once, even for two at once', async () => {
    const person = await newcomer(ctx);
    const token = await resetTokenOf(person);
    const passwords = Array.from({ length: 4 }, (_, at) => `a quite different number ${at}`);
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(statusesOf(answers)).toEqual([204, 410, 410, 410]);
    const winner = passwords[answers.findIndex((answer) => answer.statusCode === 204)] ?? '';
    expect((await signIn(person, winner)).statusCode).toBe(200);
    const again = await reset(token);
    expect(again.statusCode).toBe(410);
    expect(again.json()).toMatchObject({
      code: 'gone',
      message: expect.stringContaining('Request a new one'),
    });
  });

  it('is rejected if forged, expired, for another purpose, or sent to a former address', async () => {
    const person = await newcomer(ctx);
    const old = await resetTokenOf(person);
    ctx.clock.advance(2 * 3_600_000 + 1);
    const moved = await newcomer(ctx);
    const toOldAddress = await resetTokenOf(moved);
    await ctx.pool.query(`update users set email = 'm@x.example', email_key = 'm@x.example' where id = $1`, [
      moved.id,
    ]);
    const changing = await newcomer(ctx);
    const cookie = changing.cookie;
    await call(changeEmail, {
      headers: { cookie },
      body: { email: 'elsewhere@releve.example', password: PASSWORD },
    });
    const otherPurpose = await tokenMailed(ctx, 'elsewhere@releve.example', /new address/);
    for (const token of ['made-up', old, toOldAddress, otherPurpose]) {
      expect((await reset(token)).statusCode).toBe(410);
    }
    for (const one of [person, moved, changing]) {
      expect((await signIn(one, PASSWORD)).statusCode).toBe(200);
    }
  });

  it('is rejected once the account is suspended', async () => {
    const person = await newcomer(ctx);
    const token = await resetTokenOf(person);
    await ctx.pool.query(`update users set state = 'suspended', suspended_reason = 'test' where id = $1`, [
      person.id,
    ]);
    expect((await reset(token)).statusCode).toBe(410);
  });

  it('still works after a rejected password', async () => {
    const person = await newcomer(ctx);
    const token = await resetTokenOf(person);
    for (const weak of ['short', 'password12', `${person.username}1`]) {
      const answer = await reset(token, weak);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'validation_failed', details: [{ path: 'password' }] });
    }
    expect((await reset(token)).statusCode).toBe(204);
  });

  it('can be asked whether the link still works, as often as someone opens it', async () => {
    const check = async (given: string) =>
      (await call(checkPasswordResetLink, { body: { token: given }, from: from() })).statusCode;
    const person = await newcomer(ctx);
    const token = await resetTokenOf(person);
    expect([await check(token), await check(token)]).toEqual([204, 204]);
    expect(await check('made-up')).toBe(410);
    expect((await reset(token)).statusCode).toBe(204);
    expect(await check(token)).toBe(410);
    ctx.clock.advance(120_000);
    const late = await resetTokenOf(person);
    ctx.clock.advance(3 * 3_600_000);
    expect(await check(late)).toBe(410);
  });

  it('lets in a user who had too many failed attempts', async () => {
    const person = await newcomer(ctx);
    const home = from();
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess++)
      statuses.push((await signIn(person, 'was it this', home)).statusCode);
    expect(statuses.at(-1)).toBe(429);
    const token = await resetTokenOf(person);
    await call(resetPassword, { body: { token, password: NEW_PASSWORD }, from: home });
    await ctx.pool.query(`delete from rate_limits where key like '% next'`);
    expect((await signIn(person, NEW_PASSWORD, home)).statusCode).toBe(200);
  });
});

describe('changing the password', () => {
  it('ends every other session and every link that could undo it, and notifies the owner', async () => {
    const person = await newcomer(ctx);
    const other = await anotherSession(person);
    const token = await resetTokenOf(person);
    await call(changeEmail, {
      headers: { cookie: other },
      from: from(),
      body: { email: 'thief@releve.example', password: PASSWORD },
    });
    const answer = await change(person, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
    expect(answer.statusCode).toBe(204);
    expect(await isSignedIn(person.cookie)).toBe(true);
    expect(await isSignedIn(other)).toBe(false);
    expect((await reset(token, 'the password of a thief')).statusCode).toBe(410);
    const { rows } = await ctx.pool.query('select purpose from mail_links where user_id = $1', [person.id]);
    expect(rows).toEqual([]);
    expect(await subjectsTo(ctx, person.email)).toContain('Your password at Relevé was changed');
    expect((await signIn(person, PASSWORD)).statusCode).toBe(401);
    expect((await signIn(person, NEW_PASSWORD)).statusCode).toBe(200);
  });

  it('requires the current one, with ten attempts in fifteen minutes', async () => {
    const person = await newcomer(ctx);
    const guess = (at: number) =>
      change(person, { currentPassword: `guess ${at}`, newPassword: NEW_PASSWORD });
    const answers = await Promise.all(Array.from({ length: 14 }, (_, at) => guess(at)));
    const wrong = answers.filter((answer) => answer.statusCode === 403);
    expect(wrong).toHaveLength(10);
    expect(wrong[0]?.json()).toMatchObject({ code: 'forbidden', details: [{ path: 'currentPassword' }] });
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(4);
    const right = await change(person, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
    expect(right.statusCode).toBe(429);
    expect((await signIn(person, PASSWORD)).statusCode).toBe(200);
  });

  it('rejects weak passwords, the current one, and guests', async () => {
    const person = await newcomer(ctx);
    for (const newPassword of ['short', 'iloveyou12', PASSWORD]) {
      const answer = await change(person, { currentPassword: PASSWORD, newPassword });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ details: [{ path: 'newPassword' }] });
    }
    const guest = await call(changePassword, {
      body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
    });
    expect(guest.statusCode).toBe(401);
  });

  it('succeeds once when two do it at the same time, leaving one session', async () => {
    const person = await newcomer(ctx);
    const elsewhere = { ...person, cookie: await anotherSession(person) };
    const meeting = meetAfterPassword(ctx, 'password');
    const changes = Promise.all([
      change(person, { currentPassword: PASSWORD, newPassword: `${NEW_PASSWORD} here` }),
      change(elsewhere, { currentPassword: PASSWORD, newPassword: `${NEW_PASSWORD} there` }),
    ]);
    await meeting.gathered(2);
    meeting.letGo();
    const answers = await changes;
    expect(statusesOf(answers)).toEqual([204, 403]);
    const signedIn = await Promise.all([person.cookie, elsewhere.cookie].map(isSignedIn));
    expect(signedIn.filter(Boolean)).toHaveLength(1);
  });

  it('leaves no session that was started with the old password at the same moment', async () => {
    const person = await newcomer(ctx);
    const meeting = meetAfterPassword(ctx, 'sign-in');
    const signIns = Promise.all(Array.from({ length: 3 }, () => signIn(person, PASSWORD)));
    await meeting.gathered(3);
    const changed = await change(person, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
    meeting.letGo();
    expect(changed.statusCode).toBe(204);
    expect(statusesOf(await signIns)).toEqual([401, 401, 401]);
    const { rows } = await ctx.pool.query('select 1 from sessions where user_id = $1', [person.id]);
    expect(rows).toHaveLength(1);
  });
});
