import { describe, expect, test } from 'vitest';
import { createPerson } from '#server/seed/factories.ts';
import { getProfile, getPublicProfile, updateProfile } from '#shared/features/profile/profile.contract.ts';
import { BIO_MAX, type UpdateProfileBody } from '#shared/features/profile/profile.schema.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();

const idOf = async (username: string) => {
  const { rows } = await ctx.pool.query<{ id: number }>('select id from users where username = $1', [
    username,
  ]);
  return rows[0]?.id ?? 0;
};

const BODY: UpdateProfileBody = {
  firstName: 'Nell',
  lastName: 'Abara',
  bio: 'I teach tap.',
  danceStyles: ['Tap'],
  links: [{ label: 'My site', url: 'https://nell.example' }],
};

const change = (body: unknown) => call(updateProfile, { body }, 'member');

describe('a public profile', () => {
  test('shows guests the public fields only', async () => {
    await createPerson(ctx.db, { username: 'both', roles: ['seller', 'instructor'] });
    const answer = await call(getPublicProfile, { params: { id: await idOf('both') } });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      id: await idOf('both'),
      firstName: 'Ana',
      lastName: 'Ruiz',
      profileImageUrl: null,
      bio: '',
      danceStyles: [],
      links: [],
      isInstructor: true,
      isSeller: true,
      storeId: null,
      memberSince: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      certifications: [],
    });
    expect(answer.body).not.toContain('@');
  });

  test.each([
    ['seller', { isSeller: true, isInstructor: false }],
    ['instructor', { isSeller: false, isInstructor: true }],
    ['member', { isSeller: false, isInstructor: false }],
  ])('%s teaches and sells by role', async (username, expected) => {
    const answer = await call(getPublicProfile, { params: { id: await idOf(username) } });
    expect(answer.json()).toMatchObject(expected);
  });

  test('names the store of a seller while it is open', async () => {
    const id = await idOf('seller');
    const storeOf = async () =>
      (await call(getPublicProfile, { params: { id } })).json<{ storeId: number | null }>().storeId;
    expect(await storeOf()).toBe(id);
    await ctx.pool.query(`update sellers set state = 'suspended' where user_id = $1`, [id]);
    expect(await storeOf()).toBeNull();
    await ctx.pool.query(`update sellers set state = 'approved' where user_id = $1`, [id]);
  });

  test('looks the same for unknown, suspended and deleted users', async () => {
    await createPerson(ctx.db, { username: 'paused' });
    await createPerson(ctx.db, { username: 'gone' });
    await ctx.pool.query(
      `update users set state = 'suspended', suspended_reason = 'spam' where username = 'paused'`,
    );
    await ctx.pool.query(`update users set state = 'deleted' where username = 'gone'`);
    const answers = await Promise.all(
      [2_000_000_000, await idOf('paused'), await idOf('gone')].map((id) =>
        call(getPublicProfile, { params: { id } }),
      ),
    );
    for (const answer of answers) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toEqual(answers[0]?.json());
    }
  });

  test.each(['0', '-1', 'abc', '1.5', '99999999999'])('%s is not a user id', async (id) => {
    expect((await call(getPublicProfile, { params: { id } })).statusCode).toBe(400);
  });
});

describe("the viewer's own profile", () => {
  test('also shows private fields', async () => {
    const answer = await call(getProfile, {}, 'member');
    expect(answer.json()).toMatchObject({
      username: 'member',
      email: 'member@releve.example',
      isEmailVerified: true,
      pendingEmail: null,
      roles: ['user'],
    });
    expect(answer.body).not.toMatch(/password|hash/i);
  });

  test('shows a pending address while its link works', async () => {
    const userId = await idOf('seller');
    const insert = (email: string, expiresAt: string, usedAt: string | null) =>
      ctx.pool.query(
        `insert into mail_links (token_hash, user_id, purpose, email, created_at, expires_at, used_at)
         values ($1, $2, 'change-email', $3, $4, $5, $6)`,
        [Buffer.from(email), userId, email, ctx.clock.now(), expiresAt, usedAt],
      );
    const pending = async () => (await call(getProfile, {}, 'seller')).json<{ pendingEmail: unknown }>();
    await insert('late@new.example', '2026-11-15T11:00:00Z', null);
    await insert('used@new.example', '2026-11-16T12:00:00Z', '2026-11-15T10:00:00Z');
    expect(await pending()).toMatchObject({ pendingEmail: null });
    await insert('odile@new.example', '2026-11-16T12:00:00Z', null);
    expect(await pending()).toMatchObject({
      pendingEmail: 'odile@new.example',
      email: 'seller@releve.example',
    });
  });

  test('requires a signed-in user', async () => {
    expect((await call(getProfile)).statusCode).toBe(401);
    expect((await call(updateProfile, { body: BODY })).statusCode).toBe(401);
  });
});

describe('updating the profile', () => {
  test('changes what others see', async () => {
    const answer = await change({ ...BODY, bio: '  Tap.\r\n\r\n\r\n\r\nAnd more tap.\t \u0007 ' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ bio: 'Tap.\n\nAnd more tap.', danceStyles: ['Tap'] });
    const seen = await call(getPublicProfile, { params: { id: await idOf('member') } });
    expect(seen.json()).toEqual(answer.json());
  });

  test('normalizes Unicode, trims spaces, and keeps styles once and in order', async () => {
    const answer = await change({
      ...BODY,
      firstName: ' Ine\u0301s ',
      lastName: '👩🏽‍🦱 Okafor',
      danceStyles: ['Tap', 'Ballet', 'Tap'],
      links: [{ label: '  Re\u0301sume\u0301 ', url: 'https://Ana.example' }],
    });
    expect(answer.json()).toMatchObject({
      firstName: 'In\u00e9s',
      lastName: '👩🏽‍🦱 Okafor',
      danceStyles: ['Ballet', 'Tap'],
      links: [{ label: 'R\u00e9sum\u00e9', url: 'https://ana.example/' }],
    });
  });

  test("can't change anything else of the account", async () => {
    const before = (await call(getProfile, {}, 'member')).json<{ id: number; email: string }>();
    const answer = await change({
      ...BODY,
      id: 1,
      role: 'admin',
      roles: ['admin'],
      status: 'suspended',
      state: 'suspended',
      email: 'x@evil.example',
      username: 'root',
      profileImageUrl: 'https://evil.example/a.png',
      isEmailVerified: true,
    });
    expect(answer.statusCode).toBe(200);
    expect((await call(getProfile, {}, 'member')).json()).toMatchObject({
      id: before.id,
      email: before.email,
      username: 'member',
      roles: ['user'],
      profileImageUrl: null,
    });
  });

  test("text the database can't store as it is does not break the page", async () => {
    // Some characters take more space in the form they are stored in.
    const label = '\u0958'.repeat(40);
    const url = `https://ana.example/${'漢'.repeat(450)}`;
    expect((await change({ ...BODY, bio: 'a\ud800b', links: [{ label, url }] })).statusCode).toBe(200);
    const seen = await call(getPublicProfile, { params: { id: await idOf('member') } });
    expect(seen.statusCode).toBe(200);
    expect(seen.json()).toMatchObject({ bio: 'a\ufffdb' });
  });

  const link = { label: 'x', url: 'https://a.example' };
  const links = (url: string, label = 'x') => ({ links: [{ label, url }] });
  test.each<[name: string, body: object, path: string, words: RegExp]>([
    ['no first name', { firstName: '  ' }, 'firstName', /Enter your first name/],
    ['a name of 81 characters', { lastName: 'x'.repeat(81) }, 'lastName', /at most 80/],
    ['a name that turns text around', { firstName: 'a\u202Eb' }, 'firstName', /direction of text/],
    ['a bio of 10,000 characters', { bio: 'x'.repeat(10_000) }, 'bio', /At most 2000 characters/],
    ['a bio one character too long', { bio: 'x'.repeat(BIO_MAX + 1) }, 'bio', /At most 2000/],
    ['a style nobody dances', { danceStyles: ['Polka'] }, 'danceStyles.0', /./],
    ['six links', { links: Array.from({ length: 6 }, () => link) }, 'links', /At most 5/],
    ['a script', links('javascript:alert(1)'), 'links.0.url', /https/],
    ['a script with a line break', links('java\nscript:alert(1)'), 'links.0.url', /https/],
    ['data', links('data:text/html,<script>alert(1)</script>'), 'links.0.url', /https/],
    ['another scheme', links('ftp://a.example'), 'links.0.url', /https/],
    ['no scheme', links('a.example'), 'links.0.url', /https/],
    ['half an address', links('//a.example'), 'links.0.url', /https/],
    ['an address of 501 characters', links(`https://a.example/${'x'.repeat(500)}`), 'links.0.url', /500/],
    ['a link without a name', links('https://a.example', ' '), 'links.0.label', /Name this link/],
    ['a name with a zero byte', links('https://a.example', 'a\0b'), 'links.0.label', /zero byte/],
  ])('%s is rejected with a message for its field', async (_, body, path, words) => {
    const before = (await call(getProfile, {}, 'member')).json<unknown>();
    const answer = await change({ ...BODY, ...body });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      details: [{ path, message: expect.stringMatching(words) }],
    });
    expect((await call(getProfile, {}, 'member')).json()).toEqual(before);
  });
});
