import { describe, expect, it } from 'vitest';
import { getUser, login, logout } from '#shared/features/account/account.contract.ts';
import { passwordHashes } from './password-hash.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { app, ctx, call, signInAs } = await testApp();
const hashesMade = () => passwordHashes.count;

let address = 0;
const signIn = (username: string, password: string, from = `10.3.0.${++address}`, device?: string) =>
  app.inject({
    method: 'POST',
    url: login.path,
    remoteAddress: from,
    headers: device ? { cookie: `releve_device=${device}` } : {},
    payload: { username, password },
  });

describe('signing in', () => {
  it('returns the user and sets an HTTP-only session cookie', async () => {
    const answer = await signIn('member', 'dance-demo-2026');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      id: expect.any(Number),
      username: 'member',
      firstName: 'Nell',
      lastName: 'Abara',
      profileImageUrl: null,
      role: 'user',
      roles: ['user'],
      email: 'member@releve.example',
      isEmailVerified: true,
      needsTwoFactor: false,
    });
    const [cookie] = answer.cookies;
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    const user = await app.inject({
      url: getUser.path,
      headers: { cookie: `${cookie?.name}=${cookie?.value}` },
    });
    expect(user.json()).toMatchObject({ username: 'member' });
  });

  it('accepts the username in any case', async () => {
    expect((await signIn(' MEMBER ', 'dance-demo-2026')).statusCode).toBe(200);
  });

  it('rejects a wrong password and an unknown name the same way', async () => {
    const start = hashesMade();
    const wrong = await signIn('member', 'wrong');
    const afterWrong = hashesMade();
    const unknown = await signIn('nobody-here', 'wrong');
    expect(wrong.statusCode).toBe(401);
    expect(unknown.statusCode).toBe(401);
    expect(wrong.json()).toEqual(unknown.json());
    // The hash is what takes the time: both did it once.
    expect([afterWrong - start, hashesMade() - afterWrong]).toEqual([1, 1]);
  });

  it('stores no usable token', async () => {
    const cookie = await signInAs('member');
    const { rows } = await ctx.pool.query<{ token: string }>(
      "select encode(token_hash, 'base64') as token from sessions",
    );
    expect(rows.map((row) => row.token)).not.toContain(cookie.split('=')[1]);
  });

  it('stops guessing from one address without affecting the owner at another', async () => {
    const guess = () => signIn('seller', 'guess', '10.4.0.1');
    const guesses = await Promise.all(Array.from({ length: 15 }, guess));
    expect(guesses.filter((answer) => answer.statusCode === 401)).toHaveLength(6);
    expect(guesses.filter((answer) => answer.statusCode === 429)).toHaveLength(9);
    expect((await signIn('seller', 'dance-demo-2026')).statusCode).toBe(200);
  });

  it('stops guessing from one IPv6 network, whichever of its addresses is used', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 15 }, (_, at) => signIn('officer', 'guess', `2001:db8:4:1::${at + 1}`)),
    );
    expect(guesses.filter((answer) => answer.statusCode === 401)).toHaveLength(6);
    expect((await signIn('officer', 'dance-demo-2026', '2001:db8:4:2::1')).statusCode).toBe(200);
  });

  it('limits many unknown addresses to ten password checks a minute, but not the owner on a known device', async () => {
    const home = '10.5.0.1';
    expect((await signIn('instructor', 'dance-demo-2026', home)).statusCode).toBe(200);
    const before = hashesMade();
    const crowd = Array.from({ length: 1000 }, (_, at) =>
      signIn(at % 2 ? 'instructor' : 'instructor@releve.example', 'guess', `10.6.${at % 4}.${at % 250}`),
    );
    const answers = await Promise.all(crowd);
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(hashesMade() - before);
    expect(hashesMade() - before).toBeLessThanOrEqual(10);
    expect((await signIn('instructor', 'dance-demo-2026', home)).statusCode).toBe(200);
    // A browser they used before is known as well, wherever it is now.
    const [, device] = (await signIn('instructor', 'dance-demo-2026', home)).cookies;
    expect((await signIn('instructor', 'dance-demo-2026', '10.7.0.1')).statusCode).toBe(429);
    const elsewhere = await signIn('instructor', 'dance-demo-2026', '10.7.0.2', device?.value);
    expect(elsewhere.statusCode).toBe(200);
  });
});

describe('the session', () => {
  it('is unknown to guests', async () => {
    const answer = await call(getUser);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'unauthenticated' });
  });

  it('ends on sign-out, and only that one', async () => {
    const [here, there] = [await signInAs('member'), await signInAs('member')];
    const out = await app.inject({ method: 'POST', url: logout.path, headers: { cookie: here } });
    expect(out.statusCode).toBe(204);
    expect((await app.inject({ url: getUser.path, headers: { cookie: here } })).statusCode).toBe(401);
    expect((await app.inject({ url: getUser.path, headers: { cookie: there } })).statusCode).toBe(200);
  });

  it('ends after thirty days', async () => {
    const cookie = await signInAs('member');
    const status = async () => (await app.inject({ url: getUser.path, headers: { cookie } })).statusCode;
    ctx.clock.advance(29 * 86_400_000);
    expect(await status()).toBe(200);
    ctx.clock.advance(2 * 86_400_000);
    expect(await status()).toBe(401);
  });

  it('signing out as a guest is not an error', async () => {
    expect((await call(logout)).statusCode).toBe(204);
  });
});

describe('the database', () => {
  it('refuses a second user whose name differs only in case', async () => {
    const again = ctx.pool.query(
      `insert into users (username, username_key, email, email_key, first_name, last_name, password_hash)
       values ('Member', 'member', 'x@x', 'x@x', 'a', 'b', 'none')`,
    );
    await expect(again).rejects.toThrow('users_username_key');
  });

  it('refuses an unknown role, and a primary role the user does not have', async () => {
    await expect(
      ctx.pool.query(`update users set roles = '{king}', role = 'king' where username = 'member'`),
    ).rejects.toThrow('users_roles_known');
    await expect(ctx.pool.query(`update users set role = 'admin' where username = 'member'`)).rejects.toThrow(
      'users_primary_role_held',
    );
  });
});
