import { describe, expect, it } from 'vitest';
import { getUser, login, logout } from '#shared/features/account/account.contract.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { app, ctx, call, signInAs } = await testApp();

let address = 0;
const signIn = (username: string, password: string) =>
  app.inject({
    method: 'POST',
    url: login.path,
    remoteAddress: `10.3.0.${++address}`,
    payload: { username, password },
  });

describe('signing in', () => {
  it('answers the person and sets a session only the server can read', async () => {
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
    });
    const [cookie] = answer.cookies;
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    const user = await app.inject({
      url: getUser.path,
      headers: { cookie: `${cookie?.name}=${cookie?.value}` },
    });
    expect(user.json()).toMatchObject({ username: 'member' });
  });

  it('takes the username in any case', async () => {
    expect((await signIn(' MEMBER ', 'dance-demo-2026')).statusCode).toBe(200);
  });

  it('refuses a wrong password and an unknown name alike', async () => {
    const wrong = await signIn('member', 'wrong');
    const unknown = await signIn('nobody-here', 'wrong');
    expect(wrong.statusCode).toBe(401);
    expect(unknown.statusCode).toBe(401);
    expect(wrong.json()).toEqual(unknown.json());
  });

  it('stores no token that could be used', async () => {
    const cookie = await signInAs('member');
    const { rows } = await ctx.pool.query<{ token: string }>(
      "select encode(token_hash, 'base64') as token from sessions",
    );
    expect(rows.map((row) => row.token)).not.toContain(cookie.split('=')[1]);
  });

  it('stops guessing from one address, and leaves the owner at another alone', async () => {
    const guess = () =>
      app.inject({
        method: 'POST',
        url: login.path,
        remoteAddress: '10.4.0.1',
        payload: { username: 'seller', password: 'guess' },
      });
    const guesses = await Promise.all(Array.from({ length: 15 }, guess));
    expect(guesses.filter((answer) => answer.statusCode === 401)).toHaveLength(10);
    expect(guesses.filter((answer) => answer.statusCode === 429)).toHaveLength(5);
    expect((await signIn('seller', 'dance-demo-2026')).statusCode).toBe(200);
  });

  it('stops guessing at one account from ever new addresses', async () => {
    await ctx.pool.query(
      `update rate_limits set points = 99 where key like 'sign-in %' and key not like '% 10.%'`,
    );
    expect((await signIn('seller', 'guess')).statusCode).toBe(401);
    expect((await signIn('Seller ', 'guess')).statusCode).toBe(429);
    await ctx.pool.query('delete from rate_limits');
  });
});

describe('the session', () => {
  it('is unknown to guests', async () => {
    const answer = await call(getUser);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'unauthenticated' });
  });

  it('ends when signing out, and only that one', async () => {
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

  it('signing out as a guest is no error', async () => {
    expect((await call(logout)).statusCode).toBe(204);
  });
});

describe('the database', () => {
  it('refuses a second person by the same name in other letters', async () => {
    const again = ctx.pool.query(
      `insert into users (username, username_key, email, email_key, first_name, last_name, password_hash)
       values ('Member', 'member', 'x@x', 'x@x', 'a', 'b', 'none')`,
    );
    await expect(again).rejects.toThrow('users_username_key');
  });

  it('refuses a role that does not exist, and a primary role that is not held', async () => {
    await expect(
      ctx.pool.query(`update users set roles = '{king}', role = 'king' where username = 'member'`),
    ).rejects.toThrow('users_roles_known');
    await expect(ctx.pool.query(`update users set role = 'admin' where username = 'member'`)).rejects.toThrow(
      'users_primary_role_held',
    );
  });
});
