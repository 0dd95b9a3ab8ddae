// Unknown keys in a request change nothing: nobody can grant themselves roles or states.
import { expect, it } from 'vitest';
import type { Contract } from '#shared/contract.ts';
import { login, register } from '#shared/features/account/account.contract.ts';
import { deleteAccount } from '#shared/features/privacy/privacy.contract.ts';
import { hasPermission } from '#shared/roles.ts';
import { ALL_CONTRACTS, nameOf } from '../../../tests/server/all-contracts.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { newcomer, PASSWORD } from '../../../tests/tables/access-samples.ts';
import type { Caller } from '../../../tests/tables/sample-types.ts';
import { sampleBody } from '../../../tests/tables/access-bodies.ts';

const { app, ctx, call } = await testApp();

const POWERS = {
  id: 1,
  userId: 1,
  role: 'admin',
  roles: ['admin'],
  status: 'approved',
  state: 'approved',
  passwordHash: 'none',
  emailVerifiedAt: '2026-01-01T00:00:00Z',
  isEmailVerified: true,
  isTwoFactorRequired: false,
  platformFeePoints: 1500,
  createdAt: '2000-01-01T00:00:00Z',
};

/** What only others may decide about an account. */
async function standingOf(id: number) {
  const { rows } = await ctx.pool.query<{ state: string }>(
    'select id, role, roles, state, created_at from users where id = $1',
    [id],
  );
  return rows[0];
}

const ownBodies = ALL_CONTRACTS.filter(
  ({ access, body }) => body && (access === 'signed-in' || access === 'public'),
);

it.each(ownBodies.map((contract) => ({ name: nameOf(contract), contract })))(
  '$name ignores them',
  async ({ contract }: { contract: Contract }) => {
    const [plain, powerful] = [await newcomer(ctx), await newcomer(ctx)];
    const before = await standingOf(powerful.id);
    const send = async (person: Caller, extra: object) => {
      const body = JSON.parse(String(sampleBody(contract, person)?.payload)) as object;
      const headers = { cookie: person.cookie, 'content-type': 'application/json' };
      const payload = JSON.stringify({ ...body, ...extra });
      return app.inject({ method: contract.method, url: contract.path, headers, payload });
    };
    const expected = (await send(plain, {})).statusCode;
    expect((await send(powerful, POWERS)).statusCode).toBe(expected);
    const after = await standingOf(powerful.id);
    expect(after).toEqual({ ...before, state: contract === deleteAccount ? 'deleted' : 'active' });
    const { rows } = await ctx.pool.query(
      `select 1 from applications where user_id = $1 and state <> 'waiting'`,
      [powerful.id],
    );
    expect(rows).toEqual([]);
  },
);

it('registration ignores roles and states in the body', async () => {
  const body = {
    firstName: 'Ada',
    lastName: 'Grand',
    username: 'ada-grand',
    email: 'ada-grand@releve.example',
    password: PASSWORD,
    reasons: ['sell'],
    ...POWERS,
  };
  const answer = await call(register, { body });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ role: 'user', roles: ['user'], isEmailVerified: false });
  expect(answer.json().id).not.toBe(1);
  const { rows } = await ctx.pool.query('select state from applications where user_id = $1', [
    answer.json().id,
  ]);
  expect(rows).toEqual([{ state: 'waiting' }]);
});

it('sign-in ignores roles and states in the body', async () => {
  const person = await newcomer(ctx);
  const body = { username: person.username, password: PASSWORD, ...POWERS };
  const { id, roles } = (await call(login, { body })).json<{ id: number; roles: [] }>();
  expect(id).toBe(person.id);
  expect(hasPermission(roles, 'people.view')).toBe(false);
});
