// Signing in by a plain form post, as a browser does while no script runs.
import { expect, it } from 'vitest';
import { getUser } from '#shared/features/account/account.contract.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { newcomer, PASSWORD } from '../../../tests/tables/access-samples.ts';

const { app, ctx, call } = await testApp();

let place = 0;

function send(fields: Record<string, string>, headers: Record<string, string> = {}) {
  place += 1;
  return app.inject({
    method: 'POST',
    url: '/api/login/form',
    remoteAddress: `10.9.0.${place}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      host: 'localhost:5000',
      origin: 'http://localhost:5000',
      ...headers,
    },
    payload: new URLSearchParams(fields).toString(),
  });
}

const sessionIn = (answer: Awaited<ReturnType<typeof send>>) =>
  answer.cookies.find(({ name }) => name === 'releve_session');

it('signs in and leads to the page that goes on', async () => {
  const { username } = await newcomer(ctx);
  const answer = await send({ username, password: PASSWORD, code: '' });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/auth?form=signed-in']);
  const session = sessionIn(answer);
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  const headers = { cookie: `releve_session=${session?.value}` };
  expect((await call(getUser, { headers })).json()).toMatchObject({ username });
});

it.each([
  ['a wrong password', { password: 'not-the-password' }],
  ['no password', { password: '' }],
  ['a name nobody has', { username: 'nobody-at-all', password: PASSWORD }],
  ['a name that is too long', { username: 'x'.repeat(300), password: PASSWORD }],
])('leads back for %s, without a session', async (_name, fields) => {
  const { username } = await newcomer(ctx);
  const answer = await send({ username, ...fields });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/auth?form=refused']);
  expect(answer.cookies).toEqual([]);
});

it('says when an account is suspended', async () => {
  const { id, username } = await newcomer(ctx);
  await ctx.pool.query(`update users set state = 'suspended', suspended_reason = 'spam' where id = $1`, [id]);
  const answer = await send({ username, password: PASSWORD });
  expect(answer.headers.location).toBe('/auth?form=suspended');
  expect(answer.cookies).toEqual([]);
});

it('counts attempts together with the page’s own', async () => {
  const { username } = await newcomer(ctx);
  const outcomes: (string | undefined)[] = [];
  for (let tried = 0; tried < 13; tried++) {
    place = 200;
    outcomes.push((await send({ username, password: 'wrong' })).headers.location);
  }
  expect(outcomes[0]).toBe('/auth?form=refused');
  expect(outcomes.at(-1)).toBe('/auth?form=throttled');
});

it.each([
  ['a foreign Origin', { origin: 'https://evil.example' }],
  ['the Origin null', { origin: 'null' }],
  ['a cross-site request', { 'sec-fetch-site': 'cross-site' }],
  ['plain text', { 'content-type': 'text/plain' }],
  ['a form with files', { 'content-type': 'multipart/form-data; boundary=x' }],
])('refuses %s, so that nobody is signed in by another site', async (_name, headers) => {
  const { username } = await newcomer(ctx);
  const answer = await send({ username, password: PASSWORD }, headers);
  expect(answer.statusCode).toBe(403);
  expect(answer.cookies).toEqual([]);
});

it('refuses a body larger than any sign-in', async () => {
  const answer = await send({ username: 'x'.repeat(20_000), password: PASSWORD });
  expect(answer.statusCode).toBe(413);
});
