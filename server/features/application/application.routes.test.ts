import { describe, expect, it } from 'vitest';
import { createPerson } from '#server/seed/factories.ts';
import {
  approveApplication,
  declineApplication,
  listApplications,
  createApplication,
  listOwnApplications,
  withdrawApplication,
} from '#shared/features/application/application.contract.ts';
import { settleDecisions } from '../../../tests/server/settle-decisions.ts';
import { countQueries, idOf, mailsTo, newAudit, userRow } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { app, ctx, call, signInAs } = await testApp();
type DemoName = Parameters<typeof call>[2];

const REASON = 'Please add a sample lesson, then apply again.';
const apply = (kind: string, as: DemoName, note = 'I have taught for years.') =>
  call(createApplication, { body: { kind, note } }, as);
/** Decided, and the time to undo it is over. */
const settled = async (answer: ReturnType<typeof call>) => {
  const answered = await answer;
  await settleDecisions(ctx);
  return answered;
};
const approve = (id: number, as: DemoName | null) =>
  settled(call(approveApplication, { params: { id } }, as));
const decline = (id: number, as: DemoName, reason = REASON) =>
  settled(call(declineApplication, { params: { id }, body: { reason } }, as));

async function applicationOf(username: string): Promise<number> {
  const { rows } = await ctx.pool.query<{ id: number }>(
    `select id from applications where user_id = $1 and state = 'waiting'`,
    [await idOf(ctx, username)],
  );
  return rows[0]?.id ?? 0;
}

describe('an applicant', () => {
  it('files an application, which grants nothing, and sees it', async () => {
    expect((await call(listOwnApplications, {}, 'member')).json()).toEqual([]);
    const answer = await apply('teach', 'member', '  Ten years of jazz. ');
    expect(answer.statusCode).toBe(201);
    const filed = {
      id: expect.any(Number),
      kind: 'teach',
      state: 'waiting',
      note: 'Ten years of jazz.',
      reason: null,
      createdAt: '2026-11-15T12:00:00.000Z',
      decidedAt: null,
    };
    expect(answer.json()).toEqual(filed);
    expect((await call(listOwnApplications, {}, 'member')).json()).toEqual([filed]);
    expect(await userRow(ctx, 'member')).toMatchObject({ roles: ['user'] });
  });

  it('has one open application of a kind', async () => {
    const again = await apply('teach', 'member');
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({ message: expect.stringContaining('already applied') });
    expect((await apply('sell', 'instructor')).statusCode).toBe(201);
  });

  it("can't apply for a role they have, or for anything else", async () => {
    expect((await apply('sell', 'seller')).statusCode).toBe(409);
    expect((await apply('admin', 'member')).statusCode).toBe(400);
    expect((await apply('sell', 'member', 'x'.repeat(2001))).statusCode).toBe(400);
    expect((await apply('sell', null)).statusCode).toBe(401);
    expect((await call(listOwnApplications)).statusCode).toBe(401);
  });

  it('withdraws their own while it waits, and nobody else’s', async () => {
    const id = await applicationOf('member');
    const withdraw = (as: DemoName) => call(withdrawApplication, { params: { id } }, as);
    expect((await withdraw('seller')).statusCode).toBe(404);
    expect((await withdraw('admin')).statusCode).toBe(404);
    expect((await withdraw(null)).statusCode).toBe(401);
    expect((await withdraw('member')).statusCode).toBe(204);
    expect((await withdraw('member')).statusCode).toBe(404);
    expect((await call(listOwnApplications, {}, 'member')).json()).toMatchObject([{ state: 'withdrawn' }]);
    const late = await approve(id, 'admin');
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ message: 'The applicant has withdrawn this application.' });
    expect((await apply('teach', 'member')).statusCode).toBe(201);
  });
});

async function shopOf(username: string) {
  const { rows } = await ctx.pool.query<{ name: string; slug: string }>(
    'select * from sellers where user_id = $1',
    [await idOf(ctx, username)],
  );
  return rows[0];
}

describe('staff', () => {
  type List = {
    items: { kind: string; user: { username: string }; decidedBy: string | null; createdAt: string }[];
    total: number;
    counts: Record<string, number>;
  };
  const list = async (query: Record<string, string>, as: DemoName) =>
    (await call(listApplications, { query }, as)).json<List>();

  it('see the longest waiting first, with counts', async () => {
    const all = await list({}, 'admin');
    const times = all.items.map((item) => item.createdAt);
    expect(times).toEqual(times.toSorted());
    expect(all.items[0]).toMatchObject({
      kind: 'sell',
      state: 'waiting',
      note: expect.stringContaining('posters'),
      user: { username: 'giulia.b', email: 'giulia.b@releve.example', isEmailVerified: true },
      decidedBy: null,
    });
    // Six of the demo school, one of the member, one of the instructor.
    expect(all.total).toBe(8);
    expect(all.counts).toEqual({ waiting: 8, approved: 7, declined: 2, withdrawn: 2 });
    expect((await list({ kind: 'teach' }, 'admin')).counts['waiting']).toBe(4);
    const approved = await list({ state: 'approved' }, 'admin');
    expect(approved.items[0]).toMatchObject({
      user: { username: 'noor' },
      decidedBy: 'Mireille Okafor',
    });
  });

  it('who are officers see only applications to sell', async () => {
    const { items, counts } = await list({}, 'officer');
    expect(new Set(items.map((item) => item.kind))).toEqual(new Set(['sell']));
    expect(counts['waiting']).toBe(4);
    const teach = await call(listApplications, { query: { kind: 'teach' } }, 'officer');
    expect(teach.statusCode).toBe(403);
    expect((await approve(await applicationOf('tau'), 'officer')).statusCode).toBe(403);
    expect((await decline(await applicationOf('tau'), 'officer')).statusCode).toBe(403);
  });

  it('need a fixed number of queries', async () => {
    const cookie = await signInAs('admin');
    const get = () => app.inject({ url: listApplications.path, headers: { cookie } });
    await get();
    expect(await countQueries(ctx, get)).toBe(3);
  });

  it('are the only ones who can', async () => {
    expect((await call(listApplications)).statusCode).toBe(401);
    expect((await call(listApplications, {}, 'seller')).statusCode).toBe(403);
    expect((await call(listApplications, { query: { state: 'lost' } }, 'admin')).statusCode).toBe(400);
    const id = await applicationOf('giulia.b');
    expect((await approve(id, 'seller')).statusCode).toBe(403);
    expect((await approve(id, null)).statusCode).toBe(401);
    expect((await approve(999_999, 'admin')).statusCode).toBe(404);
    expect((await decline(id, 'admin', 'no')).statusCode).toBe(400);
  });

  it('approve: the role is granted at once, the applicant emailed, and it is audited', async () => {
    const id = await applicationOf('giulia.b');
    expect((await approve(id, 'officer')).statusCode).toBe(200);
    expect(await userRow(ctx, 'giulia.b')).toMatchObject({ role: 'seller', roles: ['seller'] });
    expect(await mailsTo(ctx, 'giulia.b')).toMatchObject([{ subject: 'You can sell at Relevé now' }]);
    expect(await newAudit(ctx, 'application.approve')).toMatchObject([
      { actor: 'officer', subject_type: 'application', subject_id: String(id), details: { kind: 'sell' } },
    ]);
    expect(await shopOf('giulia.b')).toMatchObject({ state: 'approved', vacation_note: '' });
    const late = await decline(id, 'admin');
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ message: 'Tomasz Lind has already approved this application.' });
  });

  it('approve: a seller is created with the applicant’s name, unless they are one already', async () => {
    const people = ['a', 'b'].map((end) => `same-name-${end}`);
    for (const username of people) {
      await createPerson(ctx.db, { username, firstName: 'Zoë', lastName: 'Łuk' });
      await ctx.pool.query(
        `insert into applications (user_id, kind, created_at) values ($1, 'sell', now())`,
        [await idOf(ctx, username)],
      );
    }
    const ids = await Promise.all(people.map(applicationOf));
    const answers = await Promise.all(ids.map((id) => approve(id, 'admin')));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
    const shops = await Promise.all(people.map(shopOf));
    expect(shops.map((shop) => shop?.name)).toEqual(['Zoë Łuk', 'Zoë Łuk']);
    expect(new Set(shops.map((shop) => shop?.slug))).toEqual(new Set(['zoe-uk', 'zoe-uk-2']));

    // Sold here before, and applies again.
    const before = await shopOf('same-name-a');
    await ctx.pool.query(`update users set role = 'user', roles = '{user}' where username = 'same-name-a'`);
    await ctx.pool.query(`insert into applications (user_id, kind, created_at) values ($1, 'sell', now())`, [
      await idOf(ctx, 'same-name-a'),
    ]);
    expect((await approve(await applicationOf('same-name-a'), 'admin')).statusCode).toBe(200);
    expect(await shopOf('same-name-a')).toEqual(before);
  });

  it("approve: instructors don't become sellers", async () => {
    const username = 'only-teaches';
    await createPerson(ctx.db, { username });
    await ctx.pool.query(`insert into applications (user_id, kind, created_at) values ($1, 'teach', now())`, [
      await idOf(ctx, username),
    ]);
    expect((await approve(await applicationOf(username), 'admin')).statusCode).toBe(200);
    expect(await shopOf(username)).toBeUndefined();
  });

  it('approve: a user with a role keeps it as the primary one', async () => {
    const id = await applicationOf('instructor');
    expect((await approve(id, 'admin')).statusCode).toBe(200);
    expect(await userRow(ctx, 'instructor')).toMatchObject({
      role: 'instructor',
      roles: ['instructor', 'seller'],
    });
  });

  it('decline with a reason the applicant sees', async () => {
    const id = await applicationOf('katarzyna');
    expect((await decline(id, 'officer')).statusCode).toBe(200);
    expect(await userRow(ctx, 'katarzyna')).toMatchObject({ roles: ['user'] });
    expect((await mailsTo(ctx, 'katarzyna'))[0]?.text).toContain(REASON);
    expect(await newAudit(ctx, 'application.decline')).toMatchObject([
      { actor: 'officer', details: { kind: 'sell', reason: REASON } },
    ]);
  });

  it('never decide their own', async () => {
    await ctx.pool.query(
      `insert into applications (user_id, kind, created_at) values ($1, 'sell', now()), ($2, 'sell', now())`,
      [await idOf(ctx, 'officer'), await idOf(ctx, 'admin')],
    );
    expect((await approve(await applicationOf('officer'), 'officer')).statusCode).toBe(403);
    expect((await approve(await applicationOf('admin'), 'admin')).statusCode).toBe(403);
    expect((await approve(await applicationOf('officer'), 'admin')).statusCode).toBe(200);
  });

  it("can't grant a role to a suspended user", async () => {
    const id = await applicationOf('eloise.p');
    await ctx.pool.query(
      `update users set state = 'suspended', suspended_reason = 'x' where username = 'eloise.p'`,
    );
    expect((await approve(id, 'admin')).statusCode).toBe(409);
    expect(await applicationOf('eloise.p')).toBe(id);
    expect((await decline(id, 'admin')).statusCode).toBe(200);
  });
});
