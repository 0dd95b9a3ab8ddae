// The way in that guessing cannot block: a link by mail, and what the owner learns of the guessing.
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  getUser,
  login,
  register,
  requestSignInLink,
  signInByLink,
  changePassword,
  confirmTwoFactor,
  requestPasswordReset,
  listFailedSignIns,
  resetPassword,
  startTwoFactor,
  verifyEmail,
} from '#shared/features/account/account.contract.ts';
import { mailsTo, subjectsTo, tokenMailed } from '../../../tests/server/mails.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { newcomer, PASSWORD } from '../../../tests/tables/access-samples.ts';
import type { Caller } from '../../../tests/tables/sample-types.ts';
import { accountPersonalData } from './account.privacy.ts';

const { ctx, call } = await testApp();
const LINK = /sign-in link/;
const WARNING = /Failed sign-in attempts/;
const MINUTE = 60_000;

let place = 0;
/** Each call from another address. */
const from = () => `10.${20 + Math.floor(++place / 60_000)}.${Math.floor(place / 250) % 250}.${place % 250}`;
const ask = (username: string, at = from()) => call(requestSignInLink, { body: { username }, from: at });
const open = (token: string, code?: string, at = from()) =>
  call(signInByLink, { body: { token, code }, from: at });
const signIn = (person: Caller, password = PASSWORD, at = from(), cookie = '') =>
  call(login, {
    body: { username: person.username, password },
    from: at,
    ...(cookie && { headers: { cookie } }),
  });

async function linkFor(person: Caller): Promise<string> {
  await ask(person.username);
  await ctx.jobs.drain();
  return tokenMailed(ctx, person.email, LINK);
}

async function mailsAbout(person: Caller, subject: RegExp): Promise<number> {
  return (await subjectsTo(ctx, person.email)).filter((one) => subject.test(one)).length;
}

/** Forty addresses, each as often as it likes. */
async function attack(person: Caller, { addresses = 40, tries = 2 } = {}): Promise<number[]> {
  const crowd = Array.from({ length: addresses }, from);
  const answers = await Promise.all(
    crowd.flatMap((at) => Array.from({ length: tries }, () => signIn(person, 'a guess', at))),
  );
  return statusesOf(answers);
}

const cookiesOf = (answer: { cookies: { name: string; value: string }[] }) =>
  answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

async function withApp(): Promise<Caller & { secret: string }> {
  const person = await newcomer(ctx);
  const headers = { cookie: person.cookie };
  const begun = await call(startTwoFactor, { headers, body: { password: PASSWORD } });
  const { secret } = begun.json<{ secret: string }>();
  const answer = await call(confirmTwoFactor, { headers, body: { code: codeOf(secret) } });
  expect(answer.statusCode).toBe(200);
  ctx.clock.advance(MINUTE);
  return { ...person, secret };
}

const codeOf = (secret: string) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: ctx.clock.now().getTime() });

beforeEach(() => ctx.clock.advance(20 * MINUTE));

describe('while forty addresses guess the password', () => {
  it('the owner is rejected with the right password in a new browser, and gets in with the link', async () => {
    const person = await newcomer(ctx);
    await attack(person);
    expect((await signIn(person)).statusCode).toBe(429);
    const answer = await open(await linkFor(person));
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ username: person.username });
    const me = await call(getUser, { headers: { cookie: cookiesOf(answer) } });
    expect(me.json()).toMatchObject({ username: person.username });
  });

  it('the browser that opened a link is known from then on', async () => {
    const person = await newcomer(ctx);
    await attack(person);
    const cookies = cookiesOf(await open(await linkFor(person)));
    const device = cookies.split('; ').find((one) => one.startsWith('releve_device='));
    await attack(person);
    expect((await signIn(person)).statusCode).toBe(429);
    expect((await signIn(person, PASSWORD, from(), device)).statusCode).toBe(200);
  });

  it('the address and browser that registered the account are known', async () => {
    const home = from();
    const username = `opened-${Date.now()}`;
    const email = `${username}@people.example`;
    const opened = await call(register, {
      body: { firstName: 'Ida', lastName: 'Quist', username, email, password: PASSWORD },
      from: home,
    });
    expect(opened.statusCode).toBe(200);
    const person = { username, email } as Caller;
    await attack(person);
    expect((await signIn(person)).statusCode).toBe(429);
    expect((await signIn(person, PASSWORD, home)).statusCode).toBe(200);
    const device = cookiesOf(opened)
      .split('; ')
      .find((one) => one.startsWith('releve_device='));
    expect((await signIn(person, PASSWORD, from(), device)).statusCode).toBe(200);
  });

  it("someone guessing from the same address does not use up a known browser's attempts", async () => {
    const person = await newcomer(ctx);
    const school = from();
    const device = cookiesOf(await signIn(person, PASSWORD, school))
      .split('; ')
      .find((one) => one.startsWith('releve_device='));
    for (let guess = 0; guess < 12; guess++) await signIn(person, 'a guess', school);
    expect((await signIn(person, PASSWORD, school)).statusCode).toBe(429);
    expect((await signIn(person, PASSWORD, school, device)).statusCode).toBe(200);
  });

  it('a password reset by email lets the owner in as well', async () => {
    const person = await newcomer(ctx);
    await attack(person);
    await call(requestPasswordReset, { body: { email: person.email }, from: from() });
    await ctx.jobs.drain();
    const token = await tokenMailed(ctx, person.email, /Choose a new password/);
    const password = 'seven quiet relevés';
    const browser = from();
    const reset = await call(resetPassword, { body: { token, password }, from: browser });
    expect(reset.statusCode).toBe(204);
    await attack(person);
    expect((await signIn(person, password)).statusCode).toBe(429);
    expect((await signIn(person, password, browser)).statusCode).toBe(200);
    expect((await signIn(person, password, from(), cookiesOf(reset))).statusCode).toBe(200);
  });
});

describe('requesting a link', () => {
  it('responds the same for everybody, in text and in work', async () => {
    const person = await newcomer(ctx);
    const answers = [await ask(person.username), await ask(person.email), await ask('nobody-by-this-name')];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(202);
      expect(answer.json()).toEqual(answers[0]?.json());
    }
    const { rows } = await ctx.pool.query<{ data: object }>(
      `select data from pgboss.job where name = 'account.send-sign-in-link' and state = 'created'`,
    );
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toContain(person.username);
    await ctx.jobs.drain();
    expect(await mailsAbout(person, LINK)).toBe(1);
  });

  it('takes the same time whether or not the name is known', async () => {
    const { username } = await newcomer(ctx);
    const timeOf = async (name: string) => {
      const begun = performance.now();
      await ask(name);
      return performance.now() - begun;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 25; round++) {
      known.push(await timeOf(username));
      unknown.push(await timeOf(`nobody-${round}`));
    }
    const middle = (times: number[]) => times.toSorted((a, b) => a - b)[12] ?? 0;
    expect(Math.abs(middle(known) - middle(unknown))).toBeLessThan(Math.max(5, middle(unknown)));
    await ctx.jobs.drain();
  });

  it('by strangers, however often, never leaves the owner without a working link', async () => {
    const person = await newcomer(ctx);
    let mails = 0;
    for (let minute = 0; minute < 60; minute += 3) {
      await Promise.all([ask(person.username), ask(person.email)]);
      await ctx.jobs.drain();
      // The owner requests one too, and opens the newest email.
      const token = await linkFor(person);
      const { rows } = await ctx.pool.query<{ minutes: number }>(
        `select extract(epoch from max(expires_at) - $2::timestamptz) / 60 as minutes from mail_links
         where user_id = $1 and purpose = 'sign-in' and used_at is null`,
        [person.id, ctx.clock.now()],
      );
      expect(Number(rows[0]?.minutes)).toBeGreaterThanOrEqual(5);
      expect(token).toBeTruthy();
      ctx.clock.advance(3 * MINUTE);
      mails = await mailsAbout(person, LINK);
    }
    expect(mails).toBeLessThanOrEqual(6);
    expect((await open(await linkFor(person))).statusCode).toBe(200);
  });

  it('does not invalidate a link sent earlier', async () => {
    const person = await newcomer(ctx);
    const first = await linkFor(person);
    ctx.clock.advance(11 * MINUTE);
    const second = await linkFor(person);
    expect(second).not.toBe(first);
    expect((await open(first)).statusCode).toBe(200);
    expect((await open(second)).statusCode).toBe(200);
  });

  it('is limited per address', async () => {
    const at = from();
    const answers = [];
    for (let turn = 0; turn < 12; turn++) answers.push(await ask(`nobody-${turn}`, at));
    expect(statusesOf(answers)).toEqual([...Array<number>(10).fill(202), 429, 429]);
  });
});

describe('a link', () => {
  it('works once, and of two who open it at once one gets in', async () => {
    const person = await newcomer(ctx);
    const token = await linkFor(person);
    expect(statusesOf(await Promise.all([open(token), open(token), open(token)]))).toEqual([200, 410, 410]);
    expect((await open(token)).statusCode).toBe(410);
  });

  it('works for fifteen minutes', async () => {
    const person = await newcomer(ctx);
    const [late, intime] = [await linkFor(person), await linkFor(await newcomer(ctx))];
    ctx.clock.advance(14 * MINUTE);
    expect((await open(intime)).statusCode).toBe(200);
    ctx.clock.advance(2 * MINUTE);
    expect((await open(late)).statusCode).toBe(410);
  });

  it('is stored only as a hash', async () => {
    const token = await linkFor(await newcomer(ctx));
    const { rows } = await ctx.pool.query<{ row: string }>('select mail_links::text as row from mail_links');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('confirms no address, sets no password, and no other link signs anyone in', async () => {
    const person = await newcomer(ctx);
    const token = await linkFor(person);
    expect((await call(verifyEmail, { body: { token }, from: from() })).statusCode).toBe(410);
    const body = { token, password: 'seven quiet relevés' };
    expect((await call(resetPassword, { body, from: from() })).statusCode).toBe(410);
    await call(requestPasswordReset, { body: { email: person.email }, from: from() });
    await ctx.jobs.drain();
    expect((await open(await tokenMailed(ctx, person.email, /Choose a new/))).statusCode).toBe(410);
    expect((await open('made-up')).statusCode).toBe(410);
  });

  it('does not let in users who were suspended or whose address has changed since', async () => {
    const [suspended, moved] = [await newcomer(ctx), await newcomer(ctx)];
    const [first, second] = [await linkFor(suspended), await linkFor(moved)];
    await ctx.pool.query(`update users set state = 'suspended', suspended_reason = 'spam' where id = $1`, [
      suspended.id,
    ]);
    await ctx.pool.query(`update users set email = 'x@y.example', email_key = 'x@y.example' where id = $1`, [
      moved.id,
    ]);
    expect((await open(first)).statusCode).toBe(410);
    expect((await open(second)).statusCode).toBe(410);
    ctx.clock.advance(15 * MINUTE);
    await ask(suspended.username);
    await ctx.jobs.drain();
    expect(await mailsAbout(suspended, LINK)).toBe(1);
  });

  it('is invalidated by a new password', async () => {
    const person = await newcomer(ctx);
    const token = await linkFor(person);
    const changed = await call(changePassword, {
      headers: { cookie: person.cookie },
      body: { currentPassword: PASSWORD, newPassword: 'seven quiet relevés' },
    });
    expect(changed.statusCode).toBe(204);
    expect((await open(token)).statusCode).toBe(410);
  });

  it('still requires the second factor, and asking for it does not use up the link', async () => {
    const person = await withApp();
    const token = await linkFor(person);
    const asked = await open(token);
    expect(asked.statusCode).toBe(403);
    expect(asked.json()).toMatchObject({ code: 'second_factor_required' });
    expect((await open(token, codeOf(person.secret))).statusCode).toBe(200);
    expect((await open(token, codeOf(person.secret))).statusCode).toBe(410);
  });

  it('allows five codes, however many others tried after the password', async () => {
    const person = await withApp();
    for (let guess = 0; guess < 25; guess++) {
      const body = { username: person.username, password: PASSWORD, code: '000000' };
      await call(login, { body, from: from() });
      await ctx.pool.query(`delete from rate_limits where key like 'sign-in%'`);
    }
    const blocked = { username: person.username, password: PASSWORD, code: codeOf(person.secret) };
    expect((await call(login, { body: blocked, from: from() })).statusCode).toBe(429);
    const spent = await linkFor(person);
    for (let guess = 0; guess < 5; guess++) expect((await open(spent, '000000')).statusCode).toBe(403);
    expect((await open(spent, codeOf(person.secret))).statusCode).toBe(429);
    ctx.clock.advance(11 * MINUTE);
    expect((await open(await linkFor(person), codeOf(person.secret))).statusCode).toBe(200);
  });
});

describe('the owner is notified of failed attempts', () => {
  const failuresOf = async (person: Caller) =>
    (await call(listFailedSignIns, { headers: { cookie: person.cookie } })).json<object[]>();

  it('by one email a day that says what happened and what to do', async () => {
    const person = await newcomer(ctx);
    ctx.clock.advance(MINUTE);
    await attack(person);
    await ctx.jobs.drain();
    const [mail] = (await mailsTo(ctx, person.email)).filter(({ subject }) => WARNING.test(subject));
    expect(mail?.text).toMatch(/\d\d attempts so far, from about \d\d different addresses/);
    expect(mail?.text).toContain('None of these attempts had the right password, and nobody has signed in');
    for (const page of ['/sign-in-link', '/profile/security']) expect(mail?.text).toContain(page);
    expect(mail?.text).not.toMatch(/token=/);
    for (let wave = 0; wave < 3; wave++) {
      ctx.clock.advance(60 * MINUTE);
      await attack(person);
      await ctx.jobs.drain();
    }
    expect(await mailsAbout(person, WARNING)).toBe(1);
    ctx.clock.advance(36 * 60 * MINUTE);
    await attack(person);
    await ctx.jobs.drain();
    expect(await mailsAbout(person, WARNING)).toBe(2);
  });

  it('with the sign-ins since they started, in case one was not theirs', async () => {
    const person = await newcomer(ctx);
    await signIn(person, 'a guess');
    ctx.clock.advance(2 * MINUTE);
    expect((await signIn(person)).statusCode).toBe(200);
    await attack(person);
    await ctx.jobs.drain();
    const [mail] = (await mailsTo(ctx, person.email)).filter(({ subject }) => WARNING.test(subject));
    expect(mail?.text).toContain('If it wasn’t you, choose a new password now.');
  });

  it('but not for typos of their own, nor at an unconfirmed address', async () => {
    const [clumsy, unproven] = [await newcomer(ctx), await newcomer(ctx)];
    await ctx.pool.query('update users set email_verified_at = null where id = $1', [unproven.id]);
    for (let slip = 0; slip < 8; slip++) await signIn(clumsy, 'a slip', '10.9.9.9');
    await attack(unproven);
    await ctx.jobs.drain();
    expect(await mailsAbout(clumsy, WARNING)).toBe(0);
    expect(await mailsAbout(unproven, WARNING)).toBe(0);
  });

  it('on the Security page, day by day, and only their own', async () => {
    const person = await newcomer(ctx);
    expect(await failuresOf(person)).toEqual([]);
    const home = from();
    await signIn(person, PASSWORD, home);
    await signIn(person, 'a slip', home);
    await attack(person, { addresses: 40, tries: 2 });
    expect(await failuresOf(person)).toEqual([
      {
        day: ctx.clock.now().toISOString().slice(0, 10),
        tries: 80,
        // Ten a minute are looked at, and one of those was the owner.
        refused: expect.toBeOneOf([71, 70, 61, 60]),
        addresses: 40,
        fromKnown: 1,
        lastAt: ctx.clock.now().toISOString(),
      },
    ]);
    expect(await failuresOf(await newcomer(ctx))).toEqual([]);
  });

  it('which are stored for a month; attempts for unknown names are deleted sooner', async () => {
    const person = await newcomer(ctx);
    await signIn(person, 'a guess');
    await signIn({ username: 'nobody-at-all' } as Caller, 'a guess');
    const ofNobody = async () =>
      (await ctx.pool.query('select 1 from failed_sign_ins where user_id is null')).rows.length;
    expect(await ofNobody()).toBeGreaterThan(0);
    ctx.clock.advance(3 * 24 * 60 * MINUTE);
    await accountPersonalData.prune?.(ctx);
    expect(await ofNobody()).toBe(0);
    expect(await failuresOf(person)).toHaveLength(1);
    ctx.clock.advance(26 * 24 * 60 * MINUTE);
    await accountPersonalData.prune?.(ctx);
    expect(await failuresOf(person)).toHaveLength(1);
  });
});
