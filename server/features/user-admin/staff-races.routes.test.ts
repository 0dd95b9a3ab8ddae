// Staff who act at the same moment: each race is held at the accounts' rows until all have come.
import { beforeEach, expect, it } from 'vitest';
import type { Contract } from '#shared/contract.ts';
import { fillPath } from '#shared/contract.ts';
import { getUser } from '#shared/features/account/account.contract.ts';
import {
  approveApplication,
  declineApplication,
  createApplication,
} from '#shared/features/application/application.contract.ts';
import { setUserRoles, suspendUser } from '#shared/features/user-admin/user-admin.contract.ts';
import { settleDecisions } from '../../../tests/server/settle-decisions.ts';
import { meetAtAccounts } from '../../../tests/server/meeting-point.ts';
import { idOf, mailsTo, makeAdmin, userRow } from '../../../tests/server/staff-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';

const { app, ctx, signInAs } = await testApp();
const ROUNDS = [1, 2, 3, 4, 5];

const adminId = await idOf(ctx, 'admin');
const multiId = await idOf(ctx, 'multi');
const wrenId = await idOf(ctx, 'wren');
const reason = 'We cannot both be right.';

type Act = { contract: Contract; cookie: string; id: number; body?: object };

/** All of them at once, as soon as each waits for one of these accounts. */
async function race(accounts: number[], acts: Act[]) {
  const meeting = await meetAtAccounts(ctx, accounts);
  const answers = Promise.all(
    acts.map(({ contract, cookie, id, body }) =>
      app.inject({
        method: contract.method,
        url: fillPath(contract.path, contract.path.includes(':id') ? { id } : {}),
        headers: { cookie },
        ...(body && { payload: body }),
      }),
    ),
  );
  await meeting.letGoAt(acts.length);
  const answered = await answers;
  await settleDecisions(ctx);
  return answered;
}

/** Someone signed in who was just here, so that being seen is not what waits. */
async function present(name: Parameters<typeof signInAs>[0]): Promise<string> {
  const cookie = await signInAs(name);
  await app.inject({ url: getUser.path, headers: { cookie } });
  return cookie;
}

async function activeAdmins(): Promise<number> {
  const { rows } = await ctx.pool.query<{ n: number }>(
    `select count(*)::int as n from users where 'admin' = any(roles) and state = 'active'`,
  );
  return rows[0]?.n ?? 0;
}

async function file(userId: number, kind: string): Promise<number> {
  const { rows } = await ctx.pool.query<{ id: number }>(
    `insert into applications (user_id, kind, created_at) values ($1, $2, now()) returning id`,
    [userId, kind],
  );
  return rows[0]?.id ?? 0;
}

beforeEach(async () => {
  await ctx.pool.query(`update users set state = 'active', suspended_reason = null where id <= 6`);
  await makeAdmin(ctx, 'admin', 'multi');
  await ctx.pool.query(`delete from applications where user_id = $1`, [wrenId]);
  await ctx.pool.query(`update users set role = 'student', roles = '{student}' where id = $1`, [wrenId]);
  await ctx.pool.query(`delete from mail_outbox`);
});

it.each(ROUNDS)("two admins who remove each other's role leave one (%i)", async () => {
  const body = { roles: ['seller'], primary: 'seller' };
  const answers = await race(
    [adminId, multiId],
    [
      { contract: setUserRoles, cookie: await present('admin'), id: multiId, body },
      { contract: setUserRoles, cookie: await present('multi'), id: adminId, body },
    ],
  );
  expect(statusesOf(answers)).toEqual([204, 409]);
  expect(await activeAdmins()).toBe(1);
});

it.each(ROUNDS)('two admins who suspend each other leave one (%i)', async () => {
  const answers = await race(
    [adminId, multiId],
    [
      { contract: suspendUser, cookie: await present('admin'), id: multiId, body: { reason } },
      { contract: suspendUser, cookie: await present('multi'), id: adminId, body: { reason } },
    ],
  );
  expect(statusesOf(answers)).toEqual([204, 409]);
  expect(await activeAdmins()).toBe(1);
});

it('a user suspended twice at once is emailed once', async () => {
  const cookies = [await present('admin'), await present('multi')];
  const answers = await race(
    [wrenId],
    cookies.map((cookie) => ({ contract: suspendUser, cookie, id: wrenId, body: { reason } })),
  );
  expect(statusesOf(answers)).toEqual([204, 409]);
  expect(await mailsTo(ctx, 'wren')).toHaveLength(1);
  await ctx.pool.query(`update users set state = 'active', suspended_reason = null where id = $1`, [wrenId]);
});

it.each([
  ['approve', approveApplication],
  ['decline', declineApplication],
] as const)('one approves, one %ss: one wins, the other sees who it was', async (_name, second) => {
  const id = await file(wrenId, 'teach');
  const answers = await race(
    [wrenId],
    [
      { contract: approveApplication, cookie: await present('admin'), id },
      { contract: second, cookie: await present('multi'), id, body: { reason } },
    ],
  );
  expect(statusesOf(answers)).toEqual([200, 409]);
  const winner = answers[0]?.statusCode === 200 ? 'Mireille Okafor' : 'Marcus Oyelaran';
  const loser = answers.find((answer) => answer.statusCode === 409);
  expect(loser?.json()).toMatchObject({ message: expect.stringContaining(`${winner} has already`) });
  expect(await mailsTo(ctx, 'wren')).toHaveLength(1);
});

it.each(ROUNDS)('roles changed while an application is approved: neither change is lost (%i)', async () => {
  const id = await file(wrenId, 'teach');
  const body = { roles: ['student', 'booking'], primary: 'student' };
  const answers = await race(
    [wrenId],
    [
      { contract: approveApplication, cookie: await present('admin'), id },
      { contract: setUserRoles, cookie: await present('multi'), id: wrenId, body },
    ],
  );
  expect(statusesOf(answers)).toEqual([200, 204]);
  const { rows } = await ctx.pool.query<{ details: { before: { roles: string[] } } }>(
    `select details from audit_log where action = 'account.roles' and user_id = $1 order by id desc limit 1`,
    [wrenId],
  );
  // The second decision was based on what the first had left.
  const wereTeaching = rows[0]?.details.before.roles.includes('instructor');
  expect((await userRow(ctx, 'wren')).roles).toEqual(
    wereTeaching ? ['student', 'booking'] : ['student', 'booking', 'instructor'],
  );
});

it('an application sent six times at once is filed once', async () => {
  const cookie = await present('member');
  const memberId = await idOf(ctx, 'member');
  const answers = await race(
    [memberId],
    Array.from({ length: 6 }, () => ({ contract: createApplication, cookie, id: 0, body: { kind: 'sell' } })),
  );
  expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409, 409]);
});
