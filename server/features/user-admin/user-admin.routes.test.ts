import { beforeAll, describe, expect, it } from 'vitest';
import {
  exportUsers,
  getStaffUser,
  listRoles,
  listUsers,
} from '#shared/features/user-admin/user-admin.contract.ts';
import { operationsByPermission } from '#shared/permission-operations.ts';
import { hasPermission, type Permission, PERMISSIONS, ROLES } from '#shared/roles.ts';
import { countQueries, idOf, newAudit } from '../../../tests/server/staff-tools.ts';
import { ALL_CONTRACTS } from '../../../tests/server/all-contracts.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { app, ctx, call, signInAs } = await testApp();

type Row = { id: number; username: string; roles: string[]; state: string; lastSeenAt: string | null };
type People = { items: Row[]; total: number; page: number; counts: Record<string, number> };

async function people(query: Record<string, string> = {}): Promise<People> {
  const answer = await call(listUsers, { query }, 'admin');
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<People>();
}
const namesOf = ({ items }: People) => items.map((row) => row.username);

beforeAll(async () => {
  // Requests update “last seen”: make one before comparing lists.
  await call(listUsers, {}, 'admin');
});

describe('the list of users', () => {
  it('shows complete rows, newest first, twenty-five per page', async () => {
    const first = await people();
    expect(first.items).toHaveLength(25);
    expect(first).toMatchObject({ page: 1, pageSize: 25, total: 58 });
    expect(first.items[0]).toEqual({
      id: expect.any(Number),
      username: 'oskar.l',
      firstName: 'Oskar',
      lastName: 'Lindqvist',
      email: 'oskar.l@releve.example',
      isEmailVerified: false,
      profileImageUrl: null,
      role: 'user',
      roles: ['user'],
      state: 'active',
      createdAt: expect.stringMatching(/^2026-11-15T/),
      lastSeenAt: expect.any(String),
    });
    const second = await people({ page: '2' });
    expect(second.items).toHaveLength(25);
    const third = await people({ page: '3' });
    expect(new Set([first, second, third].flatMap(namesOf)).size).toBe(58);
    expect((await people({ page: '4' })).items).toEqual([]);
  });

  it('counts every tab with the same search and role', async () => {
    const { counts } = await people();
    expect(counts).toEqual({ all: 58, active: 57, suspended: 1, unverified: 5, deleted: 0 });
    const { counts: sellers, total } = await people({ role: 'seller', state: 'suspended' });
    expect(sellers).toEqual({ all: 10, active: 10, suspended: 0, unverified: 0, deleted: 0 });
    expect(total).toBe(0);
  });

  it.each([
    ['okafor', ['admin']],
    ['OKAFOR mir', ['admin']],
    ['odile@', []],
    ['seller@releve.ex', ['seller']],
    ['ÉLOÏSE', ['eloise.p']],
    ['山本', ['sakura']],
    ['%', []],
    ['_f', ['lucia_f']],
    [String.raw`\ `, []],
    [`'; drop table users; --`, []],
  ])('finds %j', async (q, expected) => {
    expect(namesOf(await people({ q }))).toEqual(expected);
  });

  it('filters by role and state', async () => {
    expect(namesOf(await people({ role: 'curriculum_officer' }))).toEqual(['officer']);
    expect(namesOf(await people({ state: 'suspended' }))).toEqual(['j.okonkwo']);
    const unverified = await people({ state: 'unverified' });
    expect(unverified.items).toHaveLength(5);
    expect(unverified.total).toBe(5);
  });

  it('sorts by name as a reader would, by age, and by last visit', async () => {
    const byName = namesOf(await people({ sort: 'name' }));
    expect(byName.slice(0, 3)).toEqual(['ahiga', 'aigerim', 'amara-nwosu']);
    const eloise = byName.indexOf('eloise.p');
    expect(byName.slice(eloise - 1, eloise + 2)).toEqual(['duarte', 'eloise.p', 'farida']);
    expect(namesOf(await people({ sort: 'oldest' })).slice(0, 2)).toEqual(['admin', 'officer']);
    const seen = (await people({ sort: 'last-seen' })).items.map((row) => row.lastSeenAt ?? '');
    expect(seen).toEqual(seen.toSorted().toReversed());
    expect(seen[0]).toBe('2026-11-15T12:00:00.000Z');
  });

  it('takes a fixed number of queries', async () => {
    const cookie = await signInAs('admin');
    const get = (query: Record<string, string>) => () =>
      app.inject({ url: listUsers.path, query, headers: { cookie } });
    await get({})();
    expect(await countQueries(ctx, get({}))).toBe(3);
    expect(await countQueries(ctx, get({ q: 'okafor' }))).toBe(3);
  });

  it('rejects unknown filters, guests and members', async () => {
    expect((await call(listUsers, { query: { sort: 'shoe-size' } }, 'admin')).statusCode).toBe(400);
    expect((await call(listUsers, { query: { page: '0' } }, 'admin')).statusCode).toBe(400);
    expect((await call(listUsers)).statusCode).toBe(401);
    expect((await call(listUsers, {}, 'officer')).statusCode).toBe(403);
  });
});

describe('the list as CSV', () => {
  it('is complete, in order, with a header, and audited', async () => {
    const answer = await call(exportUsers, { query: { sort: 'oldest', role: 'seller' } }, 'admin');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="users-2026-11-15.csv"');
    const lines = answer.body.trimEnd().split('\n');
    expect(lines[0]).toBe(
      '\uFEFFNumber,Username,First name,Last name,Email,Email confirmed,Main role,All roles,State,Joined,Last seen',
    );
    expect(lines).toHaveLength(11);
    expect(lines[1]).toContain('"Seller, Instructor"');
    expect(lines[4]).toMatch(
      /^3,seller,Odile,Marchetti,seller@releve\.example,yes,Seller,Seller,active,2025-\d\d-\d\dT/,
    );
    expect(await newAudit(ctx, 'account.export')).toMatchObject([
      { actor: 'admin', subject_type: 'export', details: { people: 10, role: 'seller', sort: 'oldest' } },
    ]);
  });

  it("can't run formulas in a spreadsheet", async () => {
    const formulas = ['=1+1', '+cmd', '-2', '@sum', '\tx', 'a,"b"'];
    await ctx.pool.query(
      `insert into users (username, username_key, email, email_key, first_name, last_name, password_hash)
       select 'formula' || at, 'formula' || at, 'f' || at, 'f' || at, formula, 'Formula', 'none'
       from unnest($1::text[]) with ordinality as each(formula, at)`,
      [formulas],
    );
    const { body } = await call(exportUsers, { query: { q: 'Formula', sort: 'oldest' } }, 'admin');
    const cells = body
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => /^\d+,formula\d,(.*),Formula,/.exec(line)?.[1]);
    expect(cells).toEqual([`'=1+1`, `'+cmd`, `'-2`, `'@sum`, `'\tx`, `"a,""b"""`]);
    await ctx.pool.query(`delete from users where last_name = 'Formula'`);
  });

  it('is read in batches', async () => {
    await ctx.pool.query(
      `insert into users (username, username_key, email, email_key, first_name, last_name, password_hash)
       select 'many' || n, 'many' || n, 'm' || n, 'm' || n, 'Many', 'Rows', 'none' from generate_series(1, 1201) n`,
    );
    const cookie = await signInAs('admin');
    let body = '';
    const queries = await countQueries(ctx, async () => {
      const query = { q: 'many rows', sort: 'name' };
      ({ body } = await app.inject({ url: exportUsers.path, query, headers: { cookie } }));
    });
    const usernames = body
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',')[1]);
    expect(new Set(usernames).size).toBe(1201);
    // The viewer, being seen (three), the ids, the audit row, three batches.
    expect(queries).toBeLessThanOrEqual(9);
    await ctx.pool.query(`delete from users where first_name = 'Many'`);
  });

  it('requires the permission to view users', async () => {
    expect((await call(exportUsers)).statusCode).toBe(401);
    expect((await call(exportUsers, {}, 'officer')).statusCode).toBe(403);
    expect((await call(exportUsers, { query: { role: 'king' } }, 'admin')).statusCode).toBe(400);
  });
});

describe('one user', () => {
  it('is shown in full', async () => {
    await call(getStaffUser, { params: { id: 1 } }, 'admin');
    const id = await idOf(ctx, 'priya.raghu');
    const answer = await call(getStaffUser, { params: { id } }, 'admin');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      username: 'priya.raghu',
      roles: ['seller', 'instructor'],
      suspendedReason: null,
      hasTwoFactor: false,
      bio: expect.stringContaining('Bharatanatyam'),
      sessions: [],
      applications: [
        { kind: 'teach', state: 'approved' },
        { kind: 'sell', state: 'approved' },
      ],
      audit: [
        {
          action: 'application.approve',
          label: 'Approved an application',
          actor: { id: 1, name: 'Mireille Okafor' },
          person: { id, name: 'Priya Raghunathan' },
        },
        { actor: { id: 2, name: 'Tomasz Lind' } },
      ],
    });
  });

  it('names devices and marks the current session', async () => {
    const cookie = await signInAs('admin');
    await ctx.pool.query(`update sessions set user_agent = $1 where user_id = 3`, ['x']);
    await signInAs('seller');
    await ctx.pool.query(`update sessions set user_agent = $1 where user_id = 3`, [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    ]);
    const get = async (id: number) =>
      (await app.inject({ url: `/api/admin/users/${id}`, headers: { cookie } })).json<{
        sessions: { device: string; isCurrent: boolean }[];
      }>().sessions;
    expect(await get(3)).toEqual([
      expect.objectContaining({ device: 'Chrome on Linux', address: '127.0.0.1', isCurrent: false }),
    ]);
    expect((await get(1)).filter((session) => session.isCurrent)).toHaveLength(1);
  });

  it('never contains a password, a token or a secret', async () => {
    const { body } = await call(getStaffUser, { params: { id: 1 } }, 'admin');
    expect(body).not.toMatch(/hash|secret|argon|token/i);
  });

  it('is not found, or needs the permission', async () => {
    expect((await call(getStaffUser, { params: { id: 999_999 } }, 'admin')).statusCode).toBe(404);
    expect((await call(getStaffUser, { params: { id: 'x' } }, 'admin')).statusCode).toBe(400);
    expect((await call(getStaffUser, { params: { id: 3 } }, 'seller')).statusCode).toBe(403);
    expect((await call(getStaffUser, { params: { id: 3 } })).statusCode).toBe(401);
  });
});

describe('the table of roles', () => {
  it('is the one the server uses, with the number of users per role', async () => {
    const answer = await call(listRoles, {}, 'admin');
    const table = answer.json<{
      permissions: { name: string; operations: { summary: string; covers: string | null }[] }[];
      roles: {
        name: (typeof ROLES)[number];
        isGrantable: boolean;
        people: number;
        permissions: string[];
      }[];
    }>();
    expect(table.permissions.map(({ name }) => name)).toEqual(PERMISSIONS);
    expect(table.roles.map(({ name }) => name)).toEqual(ROLES);
    const unused = table.roles.filter((role) => !role.isGrantable);
    expect(unused.map(({ name }) => name)).toEqual(['curriculum_admin', 'moderator']);
    // All operations the server binds, not a list of its own.
    const operations = operationsByPermission(ALL_CONTRACTS);
    for (const { name, operations: listed } of table.permissions) {
      const expected = operations.get(name as Permission) ?? [];
      expect(listed, name).toHaveLength(expected.length);
      expect(listed, name).toEqual(expect.arrayContaining(expected));
    }
    for (const role of table.roles) {
      expect(role.permissions).toEqual(PERMISSIONS.filter((one) => hasPermission([role.name], one)));
    }
    const people = Object.fromEntries(table.roles.map((role) => [role.name, role.people]));
    expect(people).toMatchObject({
      admin: 1,
      curriculum_officer: 1,
      seller: 10,
      instructor: 11,
      moderator: 0,
    });
  });

  it('requires the permission to view users', async () => {
    expect((await call(listRoles)).statusCode).toBe(401);
    expect((await call(listRoles, {}, 'member')).statusCode).toBe(403);
  });
});
