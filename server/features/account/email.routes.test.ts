// Confirming and changing an address.
import { describe, expect, it } from 'vitest';
import {
  getUser,
  changeEmail,
  resendVerification,
  verifyEmail,
} from '#shared/features/account/account.contract.ts';
import { mailsTo, subjectsTo, tokenMailed } from '../../../tests/server/mails.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { newcomer, PASSWORD } from '../../../tests/tables/access-samples.ts';
import type { Caller } from '../../../tests/tables/sample-types.ts';

const { ctx, call } = await testApp();

let fresh = 0;
const freshAddress = () => `fresh-${++fresh}@releve.example`;
/** Each call from another place: the limits of places have tests of their own. */
const as = (person: Caller) => ({ headers: { cookie: person.cookie }, from: `10.2.0.${++fresh}` });
const verify = (token: string) => call(verifyEmail, { body: { token } });
const askFor = (person: Caller, email: string, password = PASSWORD) =>
  call(changeEmail, { ...as(person), body: { email, password } });
const addressOf = async (person: Caller) =>
  (await call(getUser, as(person))).json<{ email: string; isEmailVerified: boolean }>();

/** A user who has not confirmed their address yet, and the email sent to them. */
async function unconfirmed(): Promise<{ person: Caller; token: string }> {
  const person = await newcomer(ctx);
  await ctx.pool.query('update users set email_verified_at = null where id = $1', [person.id]);
  expect((await call(resendVerification, as(person))).statusCode).toBe(202);
  return { person, token: await tokenMailed(ctx, person.email, /Confirm your address/) };
}

describe('confirming an address', () => {
  it('works with the emailed link, as often as it is opened', async () => {
    const { person, token } = await unconfirmed();
    expect(await addressOf(person)).toMatchObject({ isEmailVerified: false });
    const answers = [await verify(token), await verify(token)];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual({ email: person.email });
    }
    expect(await addressOf(person)).toMatchObject({ isEmailVerified: true });
  });

  it('works when two open it at once', async () => {
    const { token } = await unconfirmed();
    const answers = await Promise.all(Array.from({ length: 6 }, () => verify(token)));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(6).fill(200));
  });

  it('is emailed to more people at once than there are database connections', async () => {
    const crowd = await Promise.all(Array.from({ length: 40 }, () => newcomer(ctx)));
    await ctx.pool.query('update users set email_verified_at = null where id = any($1)', [
      crowd.map((person) => person.id),
    ]);
    const answers = await Promise.all(crowd.map((person) => call(resendVerification, as(person))));
    expect(statusesOf(answers)).toEqual(Array(40).fill(202));
  });

  it('rejects links that are forged, expired, replaced by a newer one, or of a suspended account', async () => {
    const { person, token: first } = await unconfirmed();
    await call(resendVerification, as(person));
    const second = await tokenMailed(ctx, person.email, /Confirm your address/);
    const { person: troublemaker, token: theirs } = await unconfirmed();
    await ctx.pool.query(`update users set state = 'suspended', suspended_reason = 'a test' where id = $1`, [
      troublemaker.id,
    ]);
    for (const token of ['made-up', first, theirs]) {
      const answer = await verify(token);
      expect(answer.statusCode).toBe(410);
      expect(answer.json()).toMatchObject({ code: 'gone', message: expect.stringContaining('Sign in') });
    }
    ctx.clock.advance(73 * 3_600_000);
    expect((await verify(second)).statusCode).toBe(410);
    expect((await verify('')).statusCode).toBe(400);
  });

  it('is not emailed again to confirmed users or guests, and only a limited number of times', async () => {
    const confirmed = await newcomer(ctx);
    const answer = await call(resendVerification, as(confirmed));
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ message: 'Your email address is already confirmed.' });
    expect((await call(resendVerification)).statusCode).toBe(401);
    const { person } = await unconfirmed();
    const statuses = [];
    for (let again = 0; again < 5; again++) {
      statuses.push((await call(resendVerification, as(person))).statusCode);
    }
    expect(statuses).toEqual([202, 202, 202, 202, 429]);
  });
});

describe('changing an address', () => {
  it('takes effect once the emailed link is opened; the old address is notified', async () => {
    const [person, wanted] = [await newcomer(ctx), freshAddress()];
    const answer = await askFor(person, ` ${wanted} `);
    expect(answer.statusCode).toBe(202);
    expect(answer.json()).toEqual({ email: wanted });
    expect(await addressOf(person)).toMatchObject({ email: person.email });
    const [warning] = await mailsTo(ctx, person.email);
    expect(warning?.subject).toContain('is about to change');
    expect(warning?.text).toContain('If it wasn’t you, change your password now');
    expect(warning?.text).not.toContain('token=');

    const token = await tokenMailed(ctx, wanted, /Confirm your new address/);
    expect((await verify(token)).json()).toEqual({ email: wanted });
    expect((await verify(token)).json()).toEqual({ email: wanted });
    expect(await addressOf(person)).toMatchObject({ email: wanted, isEmailVerified: true });
  });

  it('invalidates every link to the old address', async () => {
    const { person, token: toOld } = await unconfirmed();
    const wanted = freshAddress();
    await askFor(person, wanted);
    const first = await tokenMailed(ctx, wanted, /new address/);
    expect((await verify(first)).statusCode).toBe(200);
    expect((await verify(toOld)).statusCode).toBe(410);
    // And so does the next change to the link of this one, although it was used.
    const another = freshAddress();
    await askFor(person, another);
    await verify(await tokenMailed(ctx, another, /new address/));
    const answer = await verify(first);
    expect(answer.statusCode).toBe(410);
    expect(answer.json().message).toContain('no longer has');
    expect(await addressOf(person)).toMatchObject({ email: another });
  });

  it("requires the password and can't be used to guess it", async () => {
    const person = await newcomer(ctx);
    const wanted = freshAddress();
    const wrong = await askFor(person, wanted, 'not my password');
    expect(wrong.statusCode).toBe(403);
    expect(wrong.json()).toMatchObject({ code: 'forbidden', details: [{ path: 'password' }] });
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, at) => askFor(person, wanted, `guess number ${at}`)),
    );
    expect(guesses.filter((guess) => guess.statusCode === 403)).toHaveLength(9);
    expect((await askFor(person, wanted)).statusCode).toBe(429);
    expect(await subjectsTo(ctx, wanted)).toEqual([]);
    expect((await call(changeEmail, { body: { email: wanted, password: PASSWORD } })).statusCode).toBe(401);
  });

  it('rejects invalid addresses, the current one and taken ones', async () => {
    const person = await newcomer(ctx);
    const none = await askFor(person, 'not an address');
    expect(none.statusCode).toBe(400);
    const same = await askFor(person, person.email.toUpperCase());
    expect(same.statusCode).toBe(409);
    expect(same.json()).toMatchObject({
      details: [{ path: 'email', message: 'This is already your email address.' }],
    });
    const taken = await askFor(person, 'Admin@Releve.example');
    expect(taken.statusCode).toBe(409);
    expect(taken.json()).toMatchObject({ code: 'conflict', details: [{ path: 'email' }] });
  });

  it('succeeds for one of many who open their links for the same address at once', async () => {
    const wanted = freshAddress();
    const people = await Promise.all(Array.from({ length: 5 }, () => newcomer(ctx)));
    const tokens: string[] = [];
    for (const person of people) {
      expect((await askFor(person, wanted)).statusCode).toBe(202);
      ctx.clock.advance(1000);
      tokens.push(await tokenMailed(ctx, wanted, /new address/));
    }
    const answers = await Promise.all(tokens.map(verify));
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409]);
    const lost = answers.find((answer) => answer.statusCode === 409);
    expect(lost?.json().message).toContain('Someone else has registered with this address in the meantime');
    const { rows } = await ctx.pool.query('select id from users where email_key = $1', [wanted]);
    expect(rows).toHaveLength(1);
  });
});
