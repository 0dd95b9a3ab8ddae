import { expect, test } from 'vitest';
import { testContext } from '../../../tests/server/test-database.ts';
import { ensureFirstAdmin } from './user-actions.service.ts';

const ctx = await testContext();
const admins = async () =>
  (
    await ctx.pool.query<{ username: string }>(`select username from users where 'admin' = any(roles)`)
  ).rows.map((row) => row.username);

test('configuration creates no second admin', async () => {
  expect(await ensureFirstAdmin(ctx, 'member')).toBe(false);
  expect(await admins()).toEqual(['admin']);
});

test('configuration makes the named user admin of a site without one, once, and it is audited', async () => {
  await ctx.pool.query(`update users set roles = '{user}', role = 'user' where username = 'admin'`);
  expect(await ensureFirstAdmin(ctx, 'nobody-here')).toBe(false);
  const both = await Promise.all([ensureFirstAdmin(ctx, ' Member'), ensureFirstAdmin(ctx, 'seller')]);
  expect(both.toSorted()).toEqual([false, true]);
  expect(await admins()).toHaveLength(1);
  const { rows } = await ctx.pool.query(
    `select actor_id from audit_log where details->>'why' = 'first admin'`,
  );
  expect(rows).toEqual([{ actor_id: null }]);
});
