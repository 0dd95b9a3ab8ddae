// A user's own data: exported, and erased.
import { describe, expect, it } from 'vitest';
import { createPerson } from '#server/seed/factories.ts';
import {
  getUser,
  login,
  register,
  changePassword,
  requestPasswordReset,
  resendVerification,
  startTwoFactor,
} from '#shared/features/account/account.contract.ts';
import { deleteAccount, exportAccount } from '#shared/features/privacy/privacy.contract.ts';
import { setProfileImage, updateProfile } from '#shared/features/profile/profile.contract.ts';
import { meetAfterPassword } from '../../../tests/server/meeting-point.ts';
import { mailsTo, subjectsTo, tokenMailed } from '../../../tests/server/mails.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { newcomer, PASSWORD } from '../../../tests/tables/access-samples.ts';
import type { Caller } from '../../../tests/tables/sample-types.ts';
import { sampleBody } from '../../../tests/tables/access-bodies.ts';
import { insertApplication } from '#server/features/application/application.queries.ts';

const { app, ctx, call } = await testApp();

let place = 0;
const from = () => `10.2.0.${++place}`;
const as = (person: Caller) => ({ headers: { cookie: person.cookie }, from: from() });
const remove = (person: Caller, password = PASSWORD) =>
  call(deleteAccount, { ...as(person), body: { password } });
const rowOf = async ({ id }: { id: number }) =>
  (await ctx.pool.query('select * from users where id = $1', [id])).rows[0] as Record<string, unknown>;

/** Their username is in everything, so that it can be looked for. */
const profileOf = ({ username }: Caller) => ({
  firstName: 'Ottoline',
  lastName: username,
  bio: `Taught Cunningham technique in Aarhus as ${username}.`,
  danceStyles: ['Modern'],
  links: [{ label: 'Site', url: `https://${username}.example/` }],
});

/** A user with a row in every table that refers to users. */
async function wellKnown(): Promise<Caller> {
  const person = await newcomer(ctx);
  await call(updateProfile, { ...as(person), body: profileOf(person) });
  const picture = sampleBody(setProfileImage, person);
  const sent = await app.inject({
    method: 'PUT',
    url: setProfileImage.path,
    headers: { cookie: person.cookie, 'content-type': picture?.type ?? '' },
    payload: picture?.payload ?? '',
  });
  expect(sent.statusCode).toBe(200);
  await call(startTwoFactor, { ...as(person), body: { password: PASSWORD } });
  await call(login, { body: { username: person.username, password: PASSWORD }, from: from() });
  await call(requestPasswordReset, { body: { email: person.email }, from: from() });
  await ctx.jobs.drain();
  const note = `I have sold class music for years. ${person.username}`;
  await insertApplication(ctx.db, { userId: person.id, kind: 'sell', note, createdAt: ctx.clock.now() });
  await ctx.pool.query(
    `insert into applications (user_id, kind, state, note, reason, created_at, decided_at)
     values ($1, 'teach', 'declined', $2, 'Not yet, ' || $2, now(), now())`,
    [person.id, person.username],
  );
  await ctx.pool.query(
    `insert into audit_log (actor_id, action, subject_type, subject_id, user_id, details, created_at)
     select admin.id, 'application.decline', 'application', '1', $1, '{"kind": "teach"}', now()
     from users admin where admin.username = 'admin'`,
    [person.id],
  );
  return person;
}

describe('the export', () => {
  it('contains everything stored about the user, as a file', async () => {
    const person = await wellKnown();
    const answer = await call(exportAccount, as(person));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="my-account.json"');
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.json()).toMatchObject({
      exportedAt: ctx.clock.now().toISOString(),
      account: {
        id: person.id,
        username: person.username,
        email: person.email,
        roles: ['user'],
        ...profileOf(person),
      },
      sessions: [{ address: '127.0.0.1', userAgent: 'test' }, { address: expect.any(String) }],
      placesSignedInFrom: [{}, {}],
      twoFactor: { isOn: false },
      links: [{ purpose: 'reset-password', email: person.email }],
      activeDays: [ctx.clock.now().toISOString().slice(0, 10)],
      applications: [
        { kind: 'sell', state: 'waiting' },
        { kind: 'teach', reason: `Not yet, ${person.username}` },
      ],
      mails: [{ subject: expect.stringContaining('Choose a new password') }],
      audit: {
        aboutYou: [{ label: 'Declined an application', details: { kind: 'teach' } }],
        doneByYou: [],
      },
    });
  });

  it("contains no hash, no secret and nobody else's data", async () => {
    const person = await wellKnown();
    const { body } = await call(exportAccount, as(person));
    const { rows } = await ctx.pool.query<{ secret: string; password_hash: string }>(
      `select secret, password_hash from users join two_factors on user_id = id where id = $1`,
      [person.id],
    );
    const token = await tokenMailed(ctx, person.email, /Choose a new password/);
    for (const secret of [rows[0]?.secret, rows[0]?.password_hash, token, 'argon2', 'Hash', 'token']) {
      expect(body).not.toContain(secret);
    }
    for (const other of ['Okafor', 'admin@releve.example']) expect(body).not.toContain(other);
  });

  it('lists what staff did, but not to whom', async () => {
    const [admin, other] = [await newcomer(ctx, ['admin']), await newcomer(ctx)];
    await ctx.pool.query(
      `insert into audit_log (actor_id, action, subject_type, subject_id, user_id, details, created_at)
       values ($1, 'account.suspend', 'user', $2::text, $2::integer, '{"reason": "private matter"}', now())`,
      [admin.id, other.id],
    );
    const answer = await call(exportAccount, as(admin));
    expect(answer.json()).toMatchObject({
      audit: { aboutYou: [], doneByYou: [{ label: 'Suspended a user' }] },
    });
    expect(answer.body).not.toContain('private matter');
  });

  it('is only for the user', async () => {
    expect((await call(exportAccount)).statusCode).toBe(401);
  });
});

describe('deleting the account', () => {
  it('removes the user from every table and sends a farewell email', async () => {
    const person = await wellKnown();
    const picture = String((await rowOf(person)).profile_image_url);
    expect((await app.inject(picture)).statusCode).toBe(200);
    const answer = await remove(person);
    expect(answer.statusCode).toBe(204);
    expect(answer.cookies).toMatchObject([{ name: 'releve_session', value: '' }]);

    expect(await rowOf(person)).toMatchObject({
      username: `former-${person.id}`,
      first_name: 'Former',
      last_name: 'member',
      email: `former-${person.id}@deleted.invalid`,
      email_verified_at: null,
      profile_image_url: null,
      bio: '',
      dance_styles: [],
      links: [],
      password_hash: 'none',
      roles: ['user'],
      state: 'deleted',
    });
    for (const table of [
      'sessions',
      'known_devices',
      'two_factors',
      'recovery_codes',
      'mail_links',
      'active_days',
    ]) {
      const { rows } = await ctx.pool.query(`select 1 from ${table} where user_id = $1`, [person.id]);
      expect(rows, table).toEqual([]);
    }
    const { rows: filed } = await ctx.pool.query(
      'select state, note, reason from applications where user_id = $1 order by id',
      [person.id],
    );
    expect(filed).toEqual([
      { state: 'withdrawn', note: '', reason: null },
      { state: 'declined', note: '', reason: 'Removed' },
    ]);
    const { rows: audit } = await ctx.pool.query(
      `select actor_id, user_id, details from audit_log where action = 'account.delete' and user_id = $1`,
      [person.id],
    );
    expect(audit).toEqual([{ actor_id: person.id, user_id: person.id, details: {} }]);
    const mails = await mailsTo(ctx, person.email);
    expect(mails.map((mail) => mail.subject)).toEqual(['Your account at Relevé is deleted']);
    expect(mails[0]?.text).not.toContain('Ottoline');
    expect((await app.inject(picture)).statusCode).toBe(404);
  });

  it('leaves nothing that names the user except the farewell email', async () => {
    const person = await wellKnown();
    await remove(person);
    await ctx.jobs.drain({ includeLater: true });
    const { rows: tables } = await ctx.pool.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
    );
    expect(tables.length).toBeGreaterThan(12);
    for (const { name } of tables) {
      const { rows } = await ctx.pool.query(`select 1 from ${name} t where strpos(t::text, $1) > 0`, [
        person.username,
      ]);
      expect(rows, name).toHaveLength(name === 'public.mail_outbox' ? 1 : 0);
    }
  });

  it('ends every session, and nobody can sign in again', async () => {
    const person = await newcomer(ctx);
    await call(requestPasswordReset, { body: { email: person.email }, from: from() });
    const other = await call(login, {
      body: { username: person.username, password: PASSWORD },
      from: from(),
    });
    const elsewhere = `releve_session=${other.cookies[0]?.value}`;
    await remove(person);
    for (const cookie of [person.cookie, elsewhere]) {
      expect((await call(getUser, { headers: { cookie } })).statusCode).toBe(401);
    }
    await ctx.jobs.drain();
    expect(await subjectsTo(ctx, person.email)).toEqual(['Your account at Relevé is deleted']);
    for (const username of [person.username, person.email, `former-${person.id}`, `former ${person.id}`]) {
      for (const password of [PASSWORD, 'none']) {
        const answer = await call(login, { body: { username, password }, from: from() });
        expect(answer.statusCode).toBe(401);
      }
    }
  });

  it("frees name and address, and can't be blocked by someone who takes the placeholder first", async () => {
    const person = await newcomer(ctx);
    await createPerson(ctx.db, { username: `former-${person.id}` });
    await ctx.pool.query(`update users set email = $1, email_key = $1 where username = $2`, [
      `former-${person.id}@deleted.invalid`,
      `former-${person.id}`,
    ]);
    expect((await remove(person)).statusCode).toBe(204);
    const again = await call(register, {
      from: from(),
      body: { ...profileOf(person), username: person.username, email: person.email, password: PASSWORD },
    });
    expect(again.statusCode).toBe(200);
    expect(again.json().id).not.toBe(person.id);
  });

  it('requires the password, and rejects guests', async () => {
    const person = await newcomer(ctx);
    const wrong = await remove(person, 'not mine');
    expect(wrong.statusCode).toBe(403);
    expect(wrong.json()).toMatchObject({ code: 'forbidden', details: [{ path: 'password' }] });
    expect((await rowOf(person)).state).toBe('active');
    expect((await call(deleteAccount, { body: { password: PASSWORD } })).statusCode).toBe(401);
    expect((await call(deleteAccount, { ...as(person), body: {} })).statusCode).toBe(400);
  });

  it('happens once, whatever else is done at the same moment', async () => {
    const person = await newcomer(ctx);
    const answers = await Promise.all([
      remove(person),
      remove(person),
      call(changePassword, {
        ...as(person),
        body: { currentPassword: PASSWORD, newPassword: 'seven-quiet-relevés' },
      }),
      call(updateProfile, { ...as(person), body: profileOf(person) }),
      call(resendVerification, as(person)),
      ...Array.from({ length: 4 }, () =>
        call(login, { body: { username: person.username, password: PASSWORD }, from: from() }),
      ),
    ]);
    expect(answers.every((answer) => answer.statusCode < 500)).toBe(true);
    const [first, second, changed] = answers.map((answer) => answer.statusCode);
    if (changed === 204) {
      expect((await rowOf(person)).state).toBe('active');
      return;
    }
    expect([first, second].filter((status) => status === 204)).toHaveLength(1);
    expect(await rowOf(person)).toMatchObject({ state: 'deleted', first_name: 'Former', bio: '' });
    const { rows } = await ctx.pool.query('select 1 from sessions where user_id = $1', [person.id]);
    expect(rows).toEqual([]);
  });
});

describe('the last admin', () => {
  it('remains, even when all of them delete their account at once', async () => {
    await ctx.pool.query(`update users set role = 'user', roles = '{user}' where 'admin' = any(roles)`);
    const admins = await Promise.all(Array.from({ length: 3 }, () => newcomer(ctx, ['admin'])));
    const meeting = meetAfterPassword(ctx, 'password');
    const removals = Promise.all(admins.map((admin) => remove(admin)));
    await meeting.gathered(3);
    meeting.letGo();
    const answers = await removals;
    expect(statusesOf(answers)).toEqual([204, 204, 409]);
    const refused = answers.findIndex((answer) => answer.statusCode === 409);
    expect(answers[refused]?.json().message).toBe(
      'There must be at least one admin. Make someone else an admin first.',
    );
    const last = admins[refused];
    expect(last).toBeDefined();
    if (!last) return;
    expect(await rowOf(last)).toMatchObject({ state: 'active', roles: ['admin'], username: last.username });
    expect((await call(getUser, as(last))).statusCode).toBe(200);
    expect(await subjectsTo(ctx, last.email)).toEqual([]);
    // A suspended admin is none.
    const other = await newcomer(ctx, ['admin']);
    await ctx.pool.query(`update users set state = 'suspended', suspended_reason = 'x' where id = $1`, [
      other.id,
    ]);
    expect((await remove(last)).statusCode).toBe(409);
    await newcomer(ctx, ['admin']);
    expect((await remove(last)).statusCode).toBe(204);
  });
});
