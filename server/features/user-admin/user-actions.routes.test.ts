import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { getUser } from '#shared/features/account/account.contract.ts';
import {
  updateUsers,
  endUserSessions,
  listUsers,
  resetUserTwoFactor,
  restoreUser,
  sendPasswordResetLink,
  setUserRoles,
  suspendUser,
} from '#shared/features/user-admin/user-admin.contract.ts';
import { createResource } from '#shared/features/authoring/authoring.contract.ts';
import { someone } from '../../../tests/server/resource-tools.ts';
import { idOf, mailsTo, newAudit, userRow } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { app, ctx, call, signInAs } = await testApp();

const REASON = 'Uploaded material that belongs to someone else.';
const adminId = await idOf(ctx, 'admin');
const memberId = await idOf(ctx, 'member');

type DemoName = Parameters<typeof call>[2];

const roles = (id: number, list: string[], primary = list[0], as: DemoName = 'admin') =>
  call(setUserRoles, { params: { id }, body: { roles: list, primary } }, as);
const suspend = (id: number, as: DemoName = 'admin', reason = REASON) =>
  call(suspendUser, { params: { id }, body: { reason } }, as);
const restore = (id: number) => call(restoreUser, { params: { id } }, 'admin');

describe('roles', () => {
  it('are assigned and removed, apply to the next request, and are audited', async () => {
    const cookie = await signInAs('member');
    const people = () => app.inject({ url: listUsers.path, headers: { cookie } });
    expect((await people()).statusCode).toBe(403);
    expect((await roles(memberId, ['seller', 'admin'], 'admin')).statusCode).toBe(204);
    expect((await people()).statusCode).toBe(200);
    expect((await app.inject({ url: getUser.path, headers: { cookie } })).json()).toMatchObject({
      role: 'admin',
      roles: ['seller', 'admin'],
    });
    expect((await roles(memberId, ['user'])).statusCode).toBe(204);
    expect((await people()).statusCode).toBe(403);
    expect(await newAudit(ctx, 'account.roles')).toMatchObject([
      {
        actor: 'admin',
        subject_type: 'user',
        subject_id: String(memberId),
        details: {
          before: { role: 'user', roles: ['user'] },
          after: { role: 'admin', roles: ['seller', 'admin'] },
        },
      },
      { details: { after: { role: 'user', roles: ['user'] } } },
    ]);
  });

  it.each(['curriculum_admin', 'moderator'])('%s can’t be assigned: it allows nothing', async (role) => {
    const answer = await roles(memberId, ['seller', role], 'seller');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      details: [{ path: 'roles.1', message: 'This role can’t be assigned' }],
    });
    expect((await roles(memberId, [role])).statusCode).toBe(400);
    expect((await userRow(ctx, 'member')).roles).toEqual(['user']);
  });

  it.each([
    [['moderator'], 'moderator', ['user'], 'user'],
    [['moderator', 'curriculum_admin'], 'curriculum_admin', ['user'], 'user'],
    [['seller', 'moderator', 'instructor'], 'moderator', ['seller', 'instructor'], 'seller'],
    [['instructor', 'curriculum_admin'], 'instructor', ['instructor'], 'instructor'],
  ])('%j, granted before, leaves %s with %j', async (held, primary, kept, role) => {
    const { id } = await someone(ctx);
    await ctx.pool.query('update users set roles = $2, role = $3 where id = $1', [id, held, primary]);
    const others = await ctx.pool.query('select id, role, roles from users where id <> $1 order by id', [id]);
    await ctx.pool.query(await readFile('server/db/migrations/0049_unused-roles.sql', 'utf8'));
    const { rows } = await ctx.pool.query('select role, roles from users where id = $1', [id]);
    expect(rows).toEqual([{ role, roles: kept }]);
    const { rows: after } = await ctx.pool.query(
      'select id, role, roles from users where id <> $1 order by id',
      [id],
    );
    expect(after).toEqual(others.rows);
    const { rows: audit } = await ctx.pool.query(
      'select action, actor_id, subject_id, details from audit_log where user_id = $1',
      [id],
    );
    expect(audit).toEqual([
      {
        action: 'account.roles',
        actor_id: null,
        subject_id: String(id),
        details: { before: { role: primary, roles: held }, after: { role, roles: kept } },
      },
    ]);
  });

  it("to sell create a seller with the user's name, once; it stays when the role is removed", async () => {
    const { id, headers } = await someone(ctx, { firstName: 'Ida', lastName: 'Quist' });
    const shop = async () =>
      (await ctx.pool.query('select name, slug, state from sellers where user_id = $1', [id])).rows;
    const begin = () => call(createResource, { headers, body: { title: 'Ten warm-ups' } });
    expect((await begin()).statusCode).toBe(403);
    expect((await roles(id, ['instructor'])).statusCode).toBe(204);
    expect(await shop()).toEqual([]);
    expect((await roles(id, ['instructor', 'seller'])).statusCode).toBe(204);
    const opened = [{ name: 'Ida Quist', slug: 'ida-quist', state: 'approved' }];
    expect(await shop()).toEqual(opened);
    expect((await begin()).statusCode).toBe(201);
    await roles(id, ['instructor']);
    await roles(id, ['seller']);
    expect(await shop()).toEqual(opened);
    // Of the same name: another address.
    const namesake = await someone(ctx, { firstName: 'Ida', lastName: 'Quist' });
    await roles(namesake.id, ['seller']);
    const { rows } = await ctx.pool.query('select slug from sellers where user_id = $1', [namesake.id]);
    expect(rows).toEqual([{ slug: 'ida-quist-2' }]);
  });

  it('are each held once, and member only alone', async () => {
    expect((await roles(memberId, ['user', 'seller', 'seller'], 'seller')).statusCode).toBe(204);
    expect(await userRow(ctx, 'member')).toMatchObject({ role: 'seller', roles: ['seller'] });
    await roles(memberId, ['user']);
  });

  it('include a primary one', async () => {
    for (const wrong of [
      { roles: ['seller'], primary: 'admin' },
      { roles: ['user', 'seller'], primary: 'user' },
    ]) {
      const answer = await call(setUserRoles, { params: { id: memberId }, body: wrong }, 'admin');
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ details: [{ path: 'primary' }] });
    }
    expect((await roles(memberId, [], 'user')).statusCode).toBe(400);
    expect((await roles(memberId, ['king'])).statusCode).toBe(400);
    expect(await userRow(ctx, 'member')).toMatchObject({ roles: ['user'] });
  });

  it('are never changed by their holder, nor without permission', async () => {
    expect((await roles(adminId, ['user'])).statusCode).toBe(403);
    expect((await roles(memberId, ['admin'], 'admin', 'officer')).statusCode).toBe(403);
    expect((await roles(memberId, ['admin'], 'admin', 'member')).statusCode).toBe(403);
    expect((await roles(memberId, ['admin'], 'admin', null)).statusCode).toBe(401);
    expect((await roles(999_999, ['seller'])).statusCode).toBe(404);
  });
});

describe('suspending', () => {
  it('signs out at once, blocks sign-in, emails the reason, and is audited', async () => {
    const id = await idOf(ctx, 'seller');
    const cookie = await signInAs('seller');
    const me = () => app.inject({ url: getUser.path, headers: { cookie } });
    expect((await me()).statusCode).toBe(200);
    expect((await suspend(id)).statusCode).toBe(204);
    expect((await me()).statusCode).toBe(401);
    expect(await userRow(ctx, 'seller')).toMatchObject({ state: 'suspended', suspended_reason: REASON });
    const [mail] = await mailsTo(ctx, 'seller');
    expect(mail?.subject).toBe('Your account at Relevé is suspended');
    expect(mail?.text).toContain(REASON);
    expect(mail?.text).toContain('hello@releve.example');
    expect(await newAudit(ctx, 'account.suspend')).toMatchObject([
      { actor: 'admin', subject_id: String(id), details: { reason: REASON } },
    ]);

    expect((await suspend(id)).statusCode).toBe(409);
    expect((await call(sendPasswordResetLink, { params: { id } }, 'admin')).statusCode).toBe(409);

    expect((await restore(id)).statusCode).toBe(204);
    expect(await userRow(ctx, 'seller')).toMatchObject({ state: 'active', suspended_reason: null });
    // The old session stays ended.
    expect((await me()).statusCode).toBe(401);
    expect((await mailsTo(ctx, 'seller')).at(-1)?.subject).toBe('Your account at Relevé is open again');
    expect(await newAudit(ctx, 'account.restore')).toHaveLength(1);
    expect((await restore(id)).statusCode).toBe(409);
  });

  it('rejects oneself, a missing reason, unknown users, and staff without permission', async () => {
    expect((await suspend(adminId)).statusCode).toBe(403);
    expect((await suspend(memberId, 'admin', ' x ')).statusCode).toBe(400);
    expect((await suspend(999_999)).statusCode).toBe(404);
    expect((await restore(999_999)).statusCode).toBe(404);
    expect((await suspend(memberId, 'officer')).statusCode).toBe(403);
    expect((await suspend(memberId, null)).statusCode).toBe(401);
    expect(await userRow(ctx, 'member')).toMatchObject({ state: 'active' });
  });

  it('and restoring a deleted account are refused', async () => {
    const id = await idOf(ctx, 'levi');
    await ctx.pool.query(`update users set state = 'deleted' where id = $1`, [id]);
    for (const answer of [
      await suspend(id),
      await restore(id),
      await roles(id, ['seller']),
      await call(sendPasswordResetLink, { params: { id } }, 'admin'),
    ]) {
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ message: expect.stringContaining('deleted') });
    }
    await ctx.pool.query(`update users set state = 'active' where id = $1`, [id]);
  });
});

describe('sessions and links', () => {
  it('of a user are ended everywhere', async () => {
    const id = await idOf(ctx, 'instructor');
    const cookies = [await signInAs('instructor'), await signInAs('instructor')];
    expect((await call(endUserSessions, { params: { id } }, 'admin')).statusCode).toBe(204);
    for (const cookie of cookies) {
      expect((await app.inject({ url: getUser.path, headers: { cookie } })).statusCode).toBe(401);
    }
    expect(await newAudit(ctx, 'account.end-sessions')).toMatchObject([{ subject_id: String(id) }]);
    expect((await call(endUserSessions, { params: { id: 999_999 } }, 'admin')).statusCode).toBe(404);
    expect((await call(endUserSessions, { params: { id } }, 'officer')).statusCode).toBe(403);
    expect((await call(endUserSessions, { params: { id } })).statusCode).toBe(401);
  });

  it('for a new password go to the user only', async () => {
    const answer = await call(sendPasswordResetLink, { params: { id: memberId } }, 'admin');
    expect(answer.statusCode).toBe(204);
    expect(answer.body).toBe('');
    const [mail] = (await mailsTo(ctx, 'member')).filter(({ text }) =>
      text.includes('/reset-password?token='),
    );
    expect(mail).toBeDefined();
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? 'none';
    const audit = await newAudit(ctx, 'account.reset-link');
    expect(audit).toMatchObject([{ actor: 'admin', subject_id: String(memberId) }]);
    expect(JSON.stringify(audit)).not.toContain(token);
    expect((await call(sendPasswordResetLink, { params: { id: 999_999 } }, 'admin')).statusCode).toBe(404);
    expect((await call(sendPasswordResetLink, { params: { id: memberId } }, 'officer')).statusCode).toBe(403);
    expect((await call(sendPasswordResetLink, { params: { id: memberId } })).statusCode).toBe(401);
  });
});

describe('bulk actions', () => {
  const bulk = (body: object, as: DemoName = 'admin') => call(updateUsers, { body }, as);

  it('each succeed or report why not', async () => {
    const [tau, wren, levi] = await Promise.all(['tau', 'wren', 'levi'].map((name) => idOf(ctx, name)));
    const ids = [tau, wren, levi, tau, adminId, 999_999];
    const answer = await bulk({ ids, action: 'suspend', reason: REASON });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      done: [tau, wren, levi],
      refused: [
        { id: adminId, message: 'You can’t suspend yourself. Ask another admin.' },
        { id: 999_999, message: 'There’s no user with this number.' },
      ],
    });
    expect(await userRow(ctx, 'wren')).toMatchObject({ state: 'suspended' });
    expect(await mailsTo(ctx, 'wren')).toHaveLength(1);
    const back = await bulk({ ids: [tau, wren, levi, memberId], action: 'restore' });
    expect(back.json()).toEqual({
      done: [tau, wren, levi],
      refused: [{ id: memberId, message: 'This user isn’t suspended.' }],
    });
  });

  it('resend the confirmation link to users who need it', async () => {
    const anwen = await idOf(ctx, 'anwen');
    const answer = await bulk({ ids: [anwen, memberId], action: 'resend-verification' });
    expect(answer.json()).toEqual({
      done: [anwen],
      refused: [{ id: memberId, message: 'This email address is already confirmed.' }],
    });
    expect((await mailsTo(ctx, 'anwen'))[0]?.text).toContain('/verify-email?token=');
    expect(await newAudit(ctx, 'account.resend-verification')).toHaveLength(1);
  });

  it('are signed out', async () => {
    const cookie = await signInAs('multi');
    await bulk({ ids: [await idOf(ctx, 'multi')], action: 'end-sessions' });
    expect((await app.inject({ url: getUser.path, headers: { cookie } })).statusCode).toBe(401);
  });

  it('need a reason to suspend, and the permission', async () => {
    const answer = await bulk({ ids: [memberId], action: 'suspend' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ details: [{ path: 'reason' }] });
    expect((await bulk({ ids: [], action: 'restore' })).statusCode).toBe(400);
    expect((await bulk({ ids: [memberId], action: 'delete' })).statusCode).toBe(400);
    expect((await bulk({ ids: [memberId], action: 'restore' }, 'officer')).statusCode).toBe(403);
    expect((await bulk({ ids: [memberId], action: 'restore' }, null)).statusCode).toBe(401);
  });
});

describe('two-factor sign-in of a user who lost everything', () => {
  const off = (id: number) => call(resetUserTwoFactor, { params: { id }, body: { reason: REASON } }, 'admin');

  it('is turned off once, ending sessions, with an email and an audit entry', async () => {
    await ctx.pool.query(`insert into two_factors (user_id, secret, confirmed_at) values ($1, 'X', now())`, [
      memberId,
    ]);
    await ctx.pool.query(`insert into recovery_codes (user_id, code_hash) values ($1, 'x')`, [memberId]);
    const cookie = await signInAs('member');
    expect((await off(memberId)).statusCode).toBe(204);
    expect((await app.inject({ url: getUser.path, headers: { cookie } })).statusCode).toBe(401);
    const { rows } = await ctx.pool.query(
      'select user_id from two_factors where user_id = $1 union select user_id from recovery_codes where user_id = $1',
      [memberId],
    );
    expect(rows).toEqual([]);
    expect((await mailsTo(ctx, 'member')).at(-1)?.subject).toContain('Two-factor');
    expect(await newAudit(ctx, 'account.two-factor-off')).toMatchObject([{ details: { reason: REASON } }]);
    expect((await off(memberId)).statusCode).toBe(409);
  });

  it("can't be turned off here for oneself", async () => {
    expect((await off(adminId)).statusCode).toBe(403);
  });
});
