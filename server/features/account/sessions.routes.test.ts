// Where someone is signed in, and how quickly a session obeys what happens to its account.
import { describe, expect, it } from 'vitest';
import {
  getUser,
  login,
  register,
  changePassword,
  endOtherSessions,
  endSession,
  getTwoFactor,
  listSessions,
} from '#shared/features/account/account.contract.ts';
import { listUsers } from '#shared/features/user-admin/user-admin.contract.ts';
import type { SessionInfo } from '#shared/features/account/account.schema.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { newcomer, PASSWORD } from '../../../tests/tables/access-samples.ts';
import type { Caller } from '../../../tests/tables/sample-types.ts';
import { createSession } from '#server/platform/session.service.ts';

const { app, ctx, call } = await testApp();
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';

const as = (cookie: string) => ({ headers: { cookie } });
const statusOf = async (cookie: string) => (await call(getUser, as(cookie))).statusCode;
const sessionsOf = async (cookie: string) => (await call(listSessions, as(cookie))).json<SessionInfo[]>();

async function secondDevice({ id }: Caller): Promise<string> {
  const origin = { address: '203.0.113.9', userAgent: ANDROID };
  const { token } = await createSession(ctx, ctx.db, { userId: id, ...origin });
  return `releve_session=${token}`;
}

describe('the list of sessions', () => {
  it("names the viewer's devices, marks the current one, and shows nobody else's", async () => {
    const person = await newcomer(ctx);
    await secondDevice(person);
    const sessions = await sessionsOf(person.cookie);
    expect(sessions).toHaveLength(2);
    expect(sessions.filter((session) => session.isCurrent)).toHaveLength(1);
    expect(sessions.find((session) => !session.isCurrent)).toEqual({
      id: expect.any(Number),
      device: 'Chrome on Android',
      address: '203.0.113.9',
      createdAt: ctx.clock.now().toISOString(),
      lastSeenAt: ctx.clock.now().toISOString(),
      isCurrent: false,
    });
    expect(sessions.find((session) => session.isCurrent)?.device).toBe('Unknown browser');
    expect((await call(listSessions)).statusCode).toBe(401);
  });

  it("ends one, with an error if it doesn't exist or belongs to someone else", async () => {
    const person = await newcomer(ctx);
    const telephone = await secondDevice(person);
    const id = (await sessionsOf(telephone)).find((session) => session.isCurrent)?.id ?? 0;
    const stranger = await newcomer(ctx);
    const end = (cookie: string) => call(endSession, { ...as(cookie), params: { id } });
    expect((await end(stranger.cookie)).statusCode).toBe(404);
    expect(await statusOf(telephone)).toBe(200);
    expect((await end(person.cookie)).statusCode).toBe(204);
    expect(await statusOf(telephone)).toBe(401);
    expect((await end(person.cookie)).statusCode).toBe(404);
    expect((await call(endSession, { params: { id } })).statusCode).toBe(401);
    expect((await call(endSession, { ...as(person.cookie), params: { id: 'x' } })).statusCode).toBe(400);
  });

  it('ending this one signs out and clears the cookie', async () => {
    const { cookie } = await newcomer(ctx);
    const [session] = await sessionsOf(cookie);
    const answer = await call(endSession, { ...as(cookie), params: { id: session?.id ?? 0 } });
    expect(answer.statusCode).toBe(204);
    expect(answer.cookies).toMatchObject([{ name: 'releve_session', value: '' }]);
    expect(await statusOf(cookie)).toBe(401);
  });

  it('ends all others', async () => {
    const person = await newcomer(ctx);
    const stranger = await newcomer(ctx);
    const others = [await secondDevice(person), await secondDevice(person)];
    expect((await call(endOtherSessions, as(person.cookie))).statusCode).toBe(204);
    for (const other of others) expect(await statusOf(other)).toBe(401);
    expect(await statusOf(person.cookie)).toBe(200);
    expect(await statusOf(stranger.cookie)).toBe(200);
    expect((await call(endOtherSessions)).statusCode).toBe(401);
  });
});

describe('a session cookie planted by someone else', () => {
  const tokenOf = (answer: Awaited<ReturnType<typeof call>>) =>
    `releve_session=${answer.cookies.find((cookie) => cookie.name === 'releve_session')?.value}`;

  it('is replaced at sign-in and stops working', async () => {
    const [victim, thief] = [await newcomer(ctx), await newcomer(ctx)];
    const answer = await app.inject({
      method: 'POST',
      url: login.path,
      headers: { cookie: thief.cookie },
      payload: { username: victim.username, password: PASSWORD },
    });
    expect(answer.statusCode).toBe(200);
    expect(tokenOf(answer)).not.toBe(thief.cookie);
    expect(await statusOf(thief.cookie)).toBe(401);
    expect((await call(getUser, as(tokenOf(answer)))).json()).toMatchObject({ username: victim.username });
  });

  it('never becomes a session', async () => {
    const victim = await newcomer(ctx);
    const madeUp = 'releve_session=chosen-by-the-attacker';
    const answer = await app.inject({
      method: 'POST',
      url: login.path,
      headers: { cookie: madeUp },
      payload: { username: victim.username, password: PASSWORD },
    });
    expect(tokenOf(answer)).not.toBe(madeUp);
    expect(await statusOf(madeUp)).toBe(401);
  });

  it('is replaced at registration, too', async () => {
    const thief = await newcomer(ctx);
    const body = {
      firstName: 'Ida',
      lastName: 'Vance',
      username: 'ida.vance',
      email: 'ida.vance@releve.example',
      password: PASSWORD,
    };
    const answer = await call(register, { ...as(thief.cookie), body });
    expect(answer.statusCode).toBe(200);
    expect(await statusOf(thief.cookie)).toBe(401);
    expect(await statusOf(tokenOf(answer))).toBe(200);
  });
});

describe('takes effect with the next request:', () => {
  it('a changed password', async () => {
    const person = await newcomer(ctx);
    const other = await secondDevice(person);
    expect(await statusOf(other)).toBe(200);
    await call(changePassword, {
      ...as(person.cookie),
      body: { currentPassword: PASSWORD, newPassword: 'seven-quiet-relevés' },
    });
    expect(await statusOf(other)).toBe(401);
    expect(await statusOf(person.cookie)).toBe(200);
  });

  it('an added or removed role', async () => {
    const person = await newcomer(ctx);
    const other = await secondDevice(person);
    const setRole = (role: string) =>
      ctx.pool.query('update users set role = $2, roles = array[$2] where id = $1', [person.id, role]);
    for (const [role, status] of [
      ['admin', 200],
      ['user', 403],
    ] as const) {
      await setRole(role);
      for (const cookie of [person.cookie, other]) {
        expect((await call(listUsers, as(cookie))).statusCode).toBe(status);
        expect((await call(getUser, as(cookie))).json()).toMatchObject({ role, roles: [role] });
      }
    }
  });

  it('a suspension, and its end', async () => {
    const person = await newcomer(ctx);
    const other = await secondDevice(person);
    const setState = (state: string, reason: string | null) =>
      ctx.pool.query('update users set state = $2, suspended_reason = $3 where id = $1', [
        person.id,
        state,
        reason,
      ]);
    await setState('suspended', 'Sold what was not theirs');
    for (const cookie of [person.cookie, other]) expect(await statusOf(cookie)).toBe(401);
    const signIn = await call(login, { body: { username: person.username, password: PASSWORD } });
    expect(signIn.statusCode).toBe(403);
    expect(signIn.json().message).toContain('Sold what was not theirs');
    await setState('active', null);
    expect(await statusOf(person.cookie)).toBe(200);
  });

  it('the rule that admins need an authenticator app', async () => {
    const admin = await newcomer(ctx, ['admin']);
    const setRule = (isOn: boolean) =>
      ctx.pool.query('update settings set is_two_factor_required = $1', [isOn]);
    await setRule(true);
    const refused = await call(listUsers, as(admin.cookie));
    expect(refused.statusCode).toBe(403);
    expect(refused.json().message).toContain('two-factor');
    expect((await call(getTwoFactor, as(admin.cookie))).json()).toMatchObject({
      isRequired: true,
      isOn: false,
    });
    expect((await call(getUser, as(admin.cookie))).json()).toMatchObject({ needsTwoFactor: true });
    await setRule(false);
    expect((await call(listUsers, as(admin.cookie))).statusCode).toBe(200);
  });
});
