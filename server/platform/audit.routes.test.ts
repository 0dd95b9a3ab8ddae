import { describe, expect, it } from 'vitest';
import { suspendUser } from '#shared/features/user-admin/user-admin.contract.ts';
import { AUDIT_LABELS } from '#shared/features/site/audit.rules.ts';
import { listAudit } from '#shared/features/site/site.contract.ts';
import { countQueries, idOf } from '../../tests/server/staff-tools.ts';
import { testApp } from '../../tests/server/test-app.ts';
import { recordAudit } from './audit.service.ts';

const { app, ctx, call, signInAs } = await testApp();

type Log = {
  items: {
    action: string;
    actor: { id: number; name: string } | null;
    person: { id: number; name: string } | null;
    createdAt: string;
  }[];
  total: number;
  actions: { name: string; label: string }[];
};
const log = async (query: Record<string, string> = {}) =>
  (await call(listAudit, { query }, 'admin')).json<Log>();

describe('the audit log', () => {
  it('shows staff actions, newest first, in words', async () => {
    const id = await idOf(ctx, 'wren');
    await call(suspendUser, { params: { id }, body: { reason: 'Asked for it' } }, 'admin');
    const { items, total, actions } = await log();
    expect(items[0]).toEqual({
      id: expect.any(Number),
      actor: { id: 1, name: 'Mireille Okafor' },
      action: 'account.suspend',
      label: 'Suspended a user',
      subjectType: 'user',
      subjectId: String(id),
      person: { id, name: 'Wren Thackeray' },
      details: { reason: 'Asked for it' },
      createdAt: '2026-11-15T12:00:00.000Z',
    });
    const times = items.map((item) => item.createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(total).toBe(items.length);
    expect(actions).toEqual(Object.entries(AUDIT_LABELS).map(([name, label]) => ({ name, label })));
  });

  it('is searched by actor and user, by action and by user id', async () => {
    const byOfficer = await log({ q: 'tomasz' });
    expect(new Set(byOfficer.items.map((item) => item.actor?.name))).toEqual(new Set(['Tomasz Lind']));
    expect((await log({ q: 'thackeray' })).items).toHaveLength(1);
    expect((await log({ q: 'nobody at all' })).items).toEqual([]);
    const declined = await log({ action: 'application.decline' });
    expect(declined.total).toBe(2);
    const person = await log({ userId: String(await idOf(ctx, 'j.okonkwo')) });
    expect(person.items.map((item) => item.action)).toEqual(['account.suspend', 'application.decline']);
    const both = await log({ action: 'account.suspend', q: 'mireille' });
    expect(both.total).toBe(2);
  });

  it('names the system, actions of older versions and deleted users', async () => {
    const id = await idOf(ctx, 'levi');
    await recordAudit(ctx, ctx.db, {
      actor: null,
      action: 'account.delete',
      subject: ['user', id],
      userId: id,
    });
    await ctx.pool.query(
      `update users set state = 'deleted', first_name = 'Former', last_name = 'member' where id = $1`,
      [id],
    );
    await ctx.pool.query(
      `insert into audit_log (action, subject_type, subject_id, created_at) values ('old.thing', 'x', '1', '2027-01-01')`,
    );
    const { items } = await log();
    expect(items[0]).toMatchObject({ action: 'old.thing', label: 'old.thing', actor: null, person: null });
    expect(items[1]).toMatchObject({ actor: null, person: { id, name: 'Former member' } });
  });

  it('is paged, with a fixed number of queries', async () => {
    await ctx.pool.query(
      `insert into audit_log (actor_id, action, subject_type, subject_id, created_at)
       select 1, 'job.retry', 'job', n::text, '2026-11-16T00:00Z' from generate_series(1, 60) n`,
    );
    const pages = await Promise.all(['1', '2', '3'].map((page) => log({ action: 'job.retry', page })));
    expect(pages.map(({ items }) => items.length)).toEqual([25, 25, 10]);
    expect(pages[2]).toMatchObject({ total: 60, page: 3, pageSize: 25 });
    const cookie = await signInAs('admin');
    const get = () => app.inject({ url: listAudit.path, headers: { cookie } });
    await get();
    expect(await countQueries(ctx, get)).toBe(3);
  });

  it('is append-only', async () => {
    for (const attempt of [
      `update audit_log set details = '{}'`,
      `update audit_log set actor_id = null where false`,
      `delete from audit_log`,
      `truncate audit_log`,
      `truncate users cascade`,
    ]) {
      await expect(ctx.pool.query(attempt), attempt).rejects.toThrow('The audit log only grows');
    }
    // Users with audit entries can't be deleted.
    await expect(ctx.pool.query(`delete from users where id = 1`)).rejects.toThrow('audit_log');
  });

  it('is for admins', async () => {
    expect((await call(listAudit)).statusCode).toBe(401);
    expect((await call(listAudit, {}, 'officer')).statusCode).toBe(403);
    expect((await call(listAudit, { query: { userId: 'me' } }, 'admin')).statusCode).toBe(400);
  });
});
