// The second factor: switching it on and off, and signing in with it.
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  getUser,
  login,
  confirmTwoFactor,
  requestPasswordReset,
  getTwoFactor,
  renewRecoveryCodes,
  resetPassword,
  startTwoFactor,
  disableTwoFactor,
} from '#shared/features/account/account.contract.ts';
import type { Role } from '#shared/roles.ts';
import { meetAfterPassword } from '../../../tests/server/meeting-point.ts';
import { mailsTo, subjectsTo, tokenMailed } from '../../../tests/server/mails.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { newcomer, PASSWORD } from '../../../tests/tables/access-samples.ts';
import type { Caller } from '../../../tests/tables/sample-types.ts';
import { createSession } from '#server/platform/session.service.ts';

const { app, ctx, call } = await testApp();

let place = 0;
const from = () => `10.2.${Math.floor(++place / 250)}.${place % 250}`;
const as = (person: Caller) => ({ headers: { cookie: person.cookie } });
const start = (person: Caller, password = PASSWORD) =>
  call(startTwoFactor, { ...as(person), body: { password } });
const confirm = (person: Caller, code: string) => call(confirmTwoFactor, { ...as(person), body: { code } });
const stop = (person: Caller, code: string, password = PASSWORD) =>
  call(disableTwoFactor, { ...as(person), body: { password, code } });
const renew = (person: Caller, password = PASSWORD) =>
  call(renewRecoveryCodes, { ...as(person), body: { password } });
const statusOf = async (person: Caller) => (await call(getTwoFactor, as(person))).json();
const signIn = (person: Caller, code?: string) =>
  call(login, { body: { username: person.username, password: PASSWORD, code }, from: from() });
const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({
    secret: Secret.fromBase32(secret),
    timestamp: ctx.clock.now().getTime() + steps * 30_000,
  });
const wrongCode = (secret: string) => String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0');

/** What limits the password is tried elsewhere. */
const forgetTries = () => ctx.pool.query(`delete from rate_limits where key like 'sign-in%'`);

type WithApp = Caller & { secret: string; codes: string[] };

/** A user with an authenticator app. */
async function withApp(roles: readonly Role[] = ['user']): Promise<WithApp> {
  const person = await newcomer(ctx, roles);
  const { secret } = (await start(person)).json<{ secret: string }>();
  const answer = await confirm(person, codeOf(secret));
  expect(answer.statusCode).toBe(200);
  ctx.clock.advance(60_000);
  return { ...person, secret, codes: answer.json<{ recoveryCodes: string[] }>().recoveryCodes };
}

// Each test in a half-minute of its own, well away from its ends.
beforeEach(() => ctx.clock.advance(300_000));

describe('turning on two-factor sign-in', () => {
  it('needs the password and an app code, and returns ten recovery codes once', async () => {
    const person = await newcomer(ctx);
    const { token } = await createSession(ctx, ctx.db, {
      userId: person.id,
      address: '127.0.0.1',
      userAgent: '',
    });
    expect(await statusOf(person)).toEqual({ isOn: false, isRequired: false, recoveryCodesLeft: 0 });
    const begun = await start(person);
    expect(begun.statusCode).toBe(200);
    const { secret, uri, qrImage } = begun.json<Record<string, string>>();
    expect(uri).toBe(
      `otpauth://totp/Relev%C3%A9:${person.username}?issuer=Relev%C3%A9&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    const picture = Buffer.from(qrImage?.split(',')[1] ?? '', 'base64').toString();
    expect(qrImage).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(picture).toMatch(/^<svg [^>]*viewBox/);
    expect((await statusOf(person)).isOn).toBe(false);
    expect((await signIn(person)).statusCode).toBe(200);

    const code = codeOf(secret ?? '');
    const confirmed = await confirm(person, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(confirmed.statusCode).toBe(200);
    const { recoveryCodes } = confirmed.json<{ recoveryCodes: string[] }>();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const one of recoveryCodes) expect(one).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
    expect(await statusOf(person)).toEqual({ isOn: true, isRequired: false, recoveryCodesLeft: 10 });
    expect(await subjectsTo(ctx, person.email)).toEqual(['Two-factor sign-in at Relevé is on']);
    // Other sessions were started without it.
    const other = await call(getUser, { headers: { cookie: `releve_session=${token}` } });
    expect(other.statusCode).toBe(401);
    const stored = await ctx.pool.query<{ hash: Buffer }>('select code_hash as hash from recovery_codes');
    expect(stored.rows.map((row) => row.hash.toString())).not.toContain(recoveryCodes[0]);
  });

  it('rejects a wrong password, a wrong code, guests, and steps in the wrong order', async () => {
    const person = await newcomer(ctx);
    const early = await confirm(person, '123456');
    expect(early.statusCode).toBe(409);
    const wrongPassword = await start(person, 'not mine');
    expect(wrongPassword.statusCode).toBe(403);
    expect(wrongPassword.json()).toMatchObject({ details: [{ path: 'password' }] });
    const first = (await start(person)).json<{ secret: string }>().secret;
    const second = (await start(person)).json<{ secret: string }>().secret;
    for (const code of [codeOf(first), wrongCode(second), codeOf(second, 2), 'ABCDE-FGHJK']) {
      const answer = await confirm(person, code);
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({ code: 'unprocessable', details: [{ path: 'code' }] });
    }
    expect((await confirm(person, '1')).statusCode).toBe(400);
    expect((await confirm(person, codeOf(second))).statusCode).toBe(200);
    expect((await start(person)).statusCode).toBe(409);
    expect((await confirm(person, codeOf(second, 1))).statusCode).toBe(409);
    expect((await call(startTwoFactor, { body: { password: PASSWORD } })).statusCode).toBe(401);
    expect((await call(getTwoFactor)).statusCode).toBe(401);
  });

  it('happens once when two confirm at the same time', async () => {
    const person = await newcomer(ctx);
    const { secret } = (await start(person)).json<{ secret: string }>();
    const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(person, codeOf(secret))));
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409]);
    expect(await statusOf(person)).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
  });

  it('leaves no session that was started with the password alone at the same moment', async () => {
    const person = await newcomer(ctx);
    const { secret } = (await start(person)).json<{ secret: string }>();
    const meeting = meetAfterPassword(ctx, 'sign-in');
    const signIns = Promise.all(Array.from({ length: 3 }, () => signIn(person)));
    await meeting.gathered(3);
    expect((await confirm(person, codeOf(secret))).statusCode).toBe(200);
    meeting.letGo();
    const answers = await signIns;
    expect(statusesOf(answers)).toEqual([403, 403, 403]);
    expect(answers[0]?.json()).toMatchObject({ code: 'second_factor_required' });
  });
});

describe('signing in with two factors', () => {
  it('asks for the code on the page that works without a script, too', async () => {
    const person = await withApp();
    const send = (fields: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url: '/api/login/form',
        remoteAddress: from(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ username: person.username, password: PASSWORD, ...fields }).toString(),
      });
    expect((await send({})).headers.location).toBe('/auth?form=code');
    const answer = await send({ code: codeOf(person.secret) });
    expect(answer.headers.location).toBe('/auth?form=signed-in');
    expect(answer.cookies.map(({ name }) => name)).toContain('releve_session');
  });

  it('asks for the code after the password, and not before', async () => {
    const person = await withApp();
    const asked = await signIn(person);
    expect(asked.statusCode).toBe(403);
    expect(asked.json()).toEqual({
      code: 'second_factor_required',
      message: 'Enter the six digits from your authenticator app.',
    });
    expect(asked.cookies).toEqual([]);
    const wrong = await signIn(person, wrongCode(person.secret));
    expect(wrong.statusCode).toBe(403);
    expect(wrong.json()).toMatchObject({
      code: 'second_factor_required',
      message: 'That code didn’t work. Wait for the next one, or use a recovery code.',
      details: [{ path: 'code' }],
    });
    const guess = await call(login, {
      body: { username: person.username, password: 'wrong', code: codeOf(person.secret) },
      from: from(),
    });
    expect(guess.statusCode).toBe(401);
    const code = codeOf(person.secret);
    expect((await signIn(person, ` ${code.slice(0, 3)} ${code.slice(3)} `)).statusCode).toBe(200);
  });

  it('accepts the previous and the next code, each once, and never an earlier one', async () => {
    const person = await withApp();
    const [before, now, after] = [-1, 0, 1].map((steps) => codeOf(person.secret, steps));
    expect((await signIn(person, before)).statusCode).toBe(200);
    expect((await signIn(person, before)).statusCode).toBe(403);
    expect((await signIn(person, after)).statusCode).toBe(200);
    expect((await signIn(person, now)).statusCode).toBe(403);
  });

  it('lets in one of many who send the same code at once', async () => {
    const person = await withApp();
    const code = codeOf(person.secret);
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(person, code)));
    expect(statusesOf(answers)).toEqual([200, 403, 403, 403, 403]);
  });

  it('accepts a recovery code once, however it is typed, and notifies the owner', async () => {
    const person = await withApp();
    const [first = '', second = ''] = person.codes;
    expect((await signIn(person, first.replace('-', ' ').toLowerCase())).statusCode).toBe(200);
    expect((await signIn(person, first)).statusCode).toBe(403);
    await forgetTries();
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(person, second)));
    expect(statusesOf(answers)).toEqual([200, 403, 403, 403, 403]);
    expect(await statusOf(person)).toMatchObject({ recoveryCodesLeft: 8 });
    const notices = (await mailsTo(ctx, person.email)).filter((mail) => /recovery code/.test(mail.subject));
    expect(notices).toHaveLength(2);
    expect(notices.map((mail) => mail.text).join()).toContain('You have 8 left');
  });

  it("rejects other users' codes", async () => {
    const [person, other] = [await withApp(), await withApp()];
    expect((await signIn(person, other.codes[0])).statusCode).toBe(403);
    expect((await signIn(person, codeOf(other.secret))).statusCode).toBe(403);
  });

  it('stops guessing after twenty attempts, wherever they come from', async () => {
    const person = await withApp();
    const statuses: number[] = [];
    for (let guess = 0; guess < 25; guess++) {
      await forgetTries();
      statuses.push((await signIn(person, wrongCode(person.secret))).statusCode);
    }
    expect(statuses.filter((status) => status === 403)).toHaveLength(20);
    await forgetTries();
    expect((await signIn(person, codeOf(person.secret))).statusCode).toBe(429);
  });

  it('stays on after a password reset by email', async () => {
    const person = await withApp();
    await call(requestPasswordReset, { body: { email: person.email }, from: from() });
    await ctx.jobs.drain();
    const token = await tokenMailed(ctx, person.email, /Choose a new password/);
    const password = 'seven-quiet-relevés';
    expect((await call(resetPassword, { body: { token, password }, from: from() })).statusCode).toBe(204);
    const answer = await call(login, { body: { username: person.username, password }, from: from() });
    expect(answer.json()).toMatchObject({ code: 'second_factor_required' });
  });
});

describe('new recovery codes', () => {
  it('replace the old ones', async () => {
    const person = await withApp();
    const answer = await renew(person);
    expect(answer.statusCode).toBe(200);
    const { recoveryCodes } = answer.json<{ recoveryCodes: string[] }>();
    expect(recoveryCodes).toHaveLength(10);
    expect((await signIn(person, person.codes[0])).statusCode).toBe(403);
    expect((await signIn(person, recoveryCodes[0])).statusCode).toBe(200);
    expect((await renew(person, 'not mine')).statusCode).toBe(403);
    expect((await renew(await newcomer(ctx))).statusCode).toBe(409);
    expect((await call(renewRecoveryCodes, { body: { password: PASSWORD } })).statusCode).toBe(401);
  });
});

describe('turning off two-factor sign-in', () => {
  it('needs the password and a code', async () => {
    const person = await withApp();
    const wrongPassword = await stop(person, codeOf(person.secret), 'not mine');
    expect(wrongPassword.statusCode).toBe(403);
    expect(wrongPassword.json()).toMatchObject({ details: [{ path: 'password' }] });
    const wrong = await stop(person, wrongCode(person.secret));
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json()).toMatchObject({ code: 'unprocessable', details: [{ path: 'code' }] });
    expect((await stop(person, codeOf(person.secret))).statusCode).toBe(204);
    expect(await statusOf(person)).toEqual({ isOn: false, isRequired: false, recoveryCodesLeft: 0 });
    expect((await signIn(person)).statusCode).toBe(200);
    expect(await subjectsTo(ctx, person.email)).toContain('Two-factor sign-in at Relevé is off');
    expect((await stop(person, '123456')).statusCode).toBe(409);
    const guest = await call(disableTwoFactor, { body: { password: PASSWORD, code: '123456' } });
    expect(guest.statusCode).toBe(401);
  });

  it('works with a recovery code, in case the phone is lost', async () => {
    const person = await withApp();
    expect((await stop(person, person.codes[0] ?? '')).statusCode).toBe(204);
  });

  it('is refused to admins while the settings require it', async () => {
    const admin = await withApp(['admin']);
    const member = await withApp();
    await ctx.pool.query('update settings set is_two_factor_required = true');
    expect(await statusOf(admin)).toMatchObject({ isOn: true, isRequired: true });
    expect(await statusOf(member)).toMatchObject({ isRequired: false });
    const refused = await stop(admin, codeOf(admin.secret));
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toBe("Your role requires two-factor sign-in, so you can't turn it off.");
    expect((await stop(member, codeOf(member.secret))).statusCode).toBe(204);
    await ctx.pool.query('update settings set is_two_factor_required = false');
    expect((await stop(admin, codeOf(admin.secret))).statusCode).toBe(204);
  });
});
