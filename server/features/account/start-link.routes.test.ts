// The link mailed to a guest who bought a course: it creates or opens the account of that mailbox, once, and never lets
// in anybody who only typed the address.
import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCourse, createResource } from '#server/seed/factories.ts';
import {
  changePassword,
  confirmTwoFactor,
  getStartLink,
  getUser,
  login,
  openStartLink,
  register,
  requestPasswordReset,
  startTwoFactor,
} from '#shared/features/account/account.contract.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { listPurchases, sendStartLink } from '#shared/features/order/order.contract.ts';
import { START_LINK_HOURS } from '#shared/features/order/start-link.rules.ts';
import { CARDS, MARA } from '../../../tests/server/checkout-tools.ts';
import { mailsTo, subjectsTo, tokenMailed } from '../../../tests/server/mails.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { newcomer, PASSWORD } from '../../../tests/tables/access-samples.ts';
import type { Caller } from '../../../tests/tables/sample-types.ts';

const { ctx, call } = await testApp();
const RECEIPT = /^Your order/;
const NEW_PASSWORD = 'quiet-tendu-lamp';
beforeEach(async () => {
  ctx.clock.advance(3_600_000);
  await ctx.pool.query('delete from rate_limits');
});

type Cookies = { name: string; value: string }[];
const sessionOf = ({ cookies }: { cookies: Cookies }) => ({
  headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
});
const newAddress = () => `ada.${randomUUID().slice(0, 8)}@example.com`;
const open = (token: string, body: object = {}, rest: object = {}) =>
  call(openStartLink, { body: { token, ...body }, ...rest });

async function buyCourse(email: string, body: object = {}) {
  const course = await createCourse(ctx.db, { priceCents: 6000, title: 'Floor barre' });
  const items = [{ itemType: 'course', itemId: course.id }];
  const answer = await call(simpleCheckout, { body: { ...MARA, email, items, card: CARDS.good, ...body } });
  expect(answer.json()).toMatchObject({ status: 'paid' });
  const { orderId, key } = answer.json<{ orderId: number; key: string }>();
  return { orderId, key, courseId: course.id, token: await tokenMailed(ctx, email, RECEIPT) };
}

const accountsOf = async (email: string) =>
  (
    await ctx.pool.query<{ verified: boolean; name: string; username: string }>(
      `select email_verified_at is not null as verified, first_name || ' ' || last_name as name, username
     from users where email_key = lower($1)`,
      [email],
    )
  ).rows;

describe('for an address without an account', () => {
  it('creates the account, confirmed, signs in and leads to the course', async () => {
    const email = newAddress();
    const { token, courseId } = await buyCourse(email);
    const looked = await call(getStartLink, { body: { token } });
    expect(looked.json()).toEqual({ kind: 'new', email, courseTitle: 'Floor barre' });
    expect(await accountsOf(email)).toEqual([]);
    const opened = await open(token);
    expect(opened.json()).toMatchObject({ courseId, user: { email, isEmailVerified: true, role: 'user' } });
    expect((await call(getUser, sessionOf(opened))).json()).toMatchObject({ email });
    expect(await accountsOf(email)).toEqual([
      { verified: true, name: MARA.name, username: email.split('@')[0] },
    ]);
    expect((await call(listPurchases, sessionOf(opened))).json()).toMatchObject({
      items: [{ itemType: 'course', itemId: courseId, cause: 'order_line' }],
    });
    const { rows } = await ctx.pool.query(
      'select n.state from enrollments n join users u on u.id = n.user_id where u.email = $1 and n.course_id = $2',
      [email, courseId],
    );
    expect(rows).toEqual([{ state: 'active' }]);
  });

  it('takes a password; without one, no password opens the account', async () => {
    const [chosen, none] = [newAddress(), newAddress()];
    await open((await buyCourse(chosen)).token, { password: NEW_PASSWORD });
    await open((await buyCourse(none)).token);
    const signIn = (username: string, password: string) => call(login, { body: { username, password } });
    expect((await signIn(chosen, NEW_PASSWORD)).statusCode).toBe(200);
    // The way to a first password.
    await call(requestPasswordReset, { body: { email: none } });
    await ctx.jobs.drain();
    expect(await subjectsTo(ctx, none)).toContainEqual(expect.stringMatching(/^Choose a new password/));
    expect(statusesOf([await signIn(none, 'none'), await signIn(none, NEW_PASSWORD)])).toEqual([401, 401]);
  });

  it('refuses an easy password and stays usable', async () => {
    const { token } = await buyCourse(newAddress());
    const weak = await open(token, { password: 'password123' });
    expect(weak.json()).toMatchObject({ code: 'validation_failed', details: [{ path: 'password' }] });
    expect((await open(token)).statusCode).toBe(200);
  });

  it('works once, for one of twenty at the same moment', async () => {
    const email = newAddress();
    const { token } = await buyCourse(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(token)));
    expect(statusesOf(answers).filter((status) => status === 200)).toHaveLength(1);
    expect(await accountsOf(email)).toHaveLength(1);
    expect((await open(token)).json()).toMatchObject({ code: 'gone' });
    expect((await call(getStartLink, { body: { token } })).statusCode).toBe(410);
  });

  it('ends after a day, and sends a new one to the same address', async () => {
    const email = newAddress();
    const { token, courseId } = await buyCourse(email);
    ctx.clock.advance(START_LINK_HOURS * 3_600_000);
    expect((await open(token)).statusCode).toBe(410);
    expect((await call(sendStartLink, { body: { token } })).statusCode).toBe(204);
    const again = await tokenMailed(ctx, email, /^Start your course/);
    expect((await open(again)).json()).toMatchObject({ courseId, user: { email } });
  });

  it('takes another username if the first part of the address is taken', async () => {
    const name = `ines-${randomUUID().slice(0, 8)}`;
    const emails = ['example.com', 'example.org'].map((domain) => `${name}@${domain}`);
    for (const email of emails) expect((await open((await buyCourse(email)).token)).statusCode).toBe(200);
    expect(await accountsOf(emails[0] ?? '')).toMatchObject([{ username: name }]);
    const [second] = await accountsOf(emails[1] ?? '');
    expect(second?.username).toMatch(new RegExp(`^${name}-\\d+$`));
  });
});

describe('for an address with an account', () => {
  async function withApp(): Promise<Caller & { secret: string }> {
    const person = await newcomer(ctx);
    const headers = { cookie: person.cookie };
    const begun = await call(startTwoFactor, { headers, body: { password: PASSWORD } });
    const { secret } = begun.json<{ secret: string }>();
    await call(confirmTwoFactor, { headers, body: { code: codeOf(secret) } });
    ctx.clock.advance(60_000);
    return { ...person, secret };
  }
  const codeOf = (secret: string) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: ctx.clock.now().getTime() });

  it('signs in and changes nothing else', async () => {
    const person = await newcomer(ctx);
    const { token, courseId } = await buyCourse(person.email);
    expect((await call(getStartLink, { body: { token } })).json()).toMatchObject({ kind: 'account' });
    const opened = await open(token, { password: NEW_PASSWORD });
    expect(opened.json()).toMatchObject({ courseId, user: { id: person.id } });
    expect((await call(getUser, { headers: { cookie: person.cookie } })).statusCode).toBe(200);
    const old = { username: person.username, password: PASSWORD };
    expect((await call(login, { body: old })).statusCode).toBe(200);
    expect((await call(login, { body: { ...old, password: NEW_PASSWORD } })).statusCode).toBe(401);
  });

  it('works once, for one of twenty at the same moment', async () => {
    const person = await newcomer(ctx);
    const { token } = await buyCourse(person.email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(token)));
    expect(statusesOf(answers).filter((status) => status === 200)).toHaveLength(1);
  });

  it('asks for the second factor first, and isn’t used up by asking', async () => {
    const person = await withApp();
    const { token } = await buyCourse(person.email);
    expect((await open(token)).json()).toMatchObject({ code: 'second_factor_required' });
    expect((await open(token, { code: '000000' })).statusCode).toBe(403);
    const opened = await open(token, { code: codeOf(person.secret) });
    expect(opened.json()).toMatchObject({ user: { id: person.id } });
  });

  it('ends with a new password', async () => {
    const person = await newcomer(ctx);
    const { token } = await buyCourse(person.email);
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    expect((await call(changePassword, { headers: { cookie: person.cookie }, body })).statusCode).toBe(204);
    expect((await open(token)).statusCode).toBe(410);
  });

  it('is refused to a suspended account', async () => {
    const person = await newcomer(ctx);
    const { token } = await buyCourse(person.email);
    await ctx.pool.query(`update users set state = 'suspended', suspended_reason = 'Spam' where id = $1`, [
      person.id,
    ]);
    expect((await open(token)).json()).toMatchObject({ code: 'forbidden' });
  });

  it('doesn’t work once the account has another address', async () => {
    const person = await newcomer(ctx);
    const { token } = await buyCourse(person.email);
    const moved = newAddress();
    await ctx.pool.query('update users set email = $2, email_key = $2 where id = $1', [person.id, moved]);
    expect((await open(token)).statusCode).toBe(410);
    expect(await accountsOf(person.email)).toEqual([]);
  });
});

describe('for an account nobody has confirmed', () => {
  const registered = async (email: string) => {
    const username = `s-${randomUUID().slice(0, 12)}`;
    const body = { firstName: 'A', lastName: 'B', username, email, password: PASSWORD };
    const answer = await call(register, { body });
    expect(answer.statusCode).toBe(200);
    return { username, ...sessionOf(answer) };
  };

  it('ends the password and sessions of the person who registered it', async () => {
    const email = newAddress();
    const stranger = await registered(email);
    const { token } = await buyCourse(email);
    expect((await call(getStartLink, { body: { token } })).json()).toMatchObject({ kind: 'unconfirmed' });
    expect((await open(token)).json()).toMatchObject({
      code: 'validation_failed',
      details: [{ path: 'password', message: 'Choose a password, so that only you can sign in.' }],
    });
    expect((await open(token, { password: NEW_PASSWORD })).json()).toMatchObject({
      user: { email, isEmailVerified: true },
    });
    expect((await call(getUser, stranger)).statusCode).toBe(401);
    const signIn = (password: string) => call(login, { body: { username: email, password } });
    expect((await signIn(PASSWORD)).statusCode).toBe(401);
    expect((await signIn(NEW_PASSWORD)).statusCode).toBe(200);
    expect(await subjectsTo(ctx, email)).toContainEqual(
      expect.stringMatching(/^Your password at .* was changed$/),
    );
  });

  it('only confirms it for someone who is signed in to it', async () => {
    const email = newAddress();
    const owner = await registered(email);
    const { token } = await buyCourse(email);
    expect((await call(getStartLink, { body: { token }, ...owner })).json()).toMatchObject({
      kind: 'account',
    });
    expect((await open(token, {}, owner)).json()).toMatchObject({ user: { isEmailVerified: true } });
    expect((await call(login, { body: { username: email, password: PASSWORD } })).statusCode).toBe(200);
  });
});

describe('the emails', () => {
  it('of a course alone promise no files; with files they say both', async () => {
    const [course, both] = [newAddress(), newAddress()];
    await buyCourse(course);
    const [receipt] = await mailsTo(ctx, course);
    expect(receipt?.text).toContain('Start your course here:\n');
    expect(receipt?.text).toContain(
      'creates your account and opens the first lesson. The link works once, within 24 hours',
    );
    expect(receipt?.text).not.toMatch(/files|download/i);
    const resource = await createResource(ctx.db);
    const { id: courseId } = await createCourse(ctx.db);
    const items = [
      { itemType: 'resource', itemId: resource.id },
      { itemType: 'course', itemId: courseId },
    ];
    await call(simpleCheckout, { body: { ...MARA, email: both, items, card: CARDS.good } });
    const [mixed] = await mailsTo(ctx, both);
    expect(mixed?.text).toContain('Start your course here:\n');
    expect(mixed?.text).toContain('Download your files and the receipt here');
  });

  it('go to the address of the order only, a few times an hour, and say nothing in the response', async () => {
    const member = await newcomer(ctx);
    const [unknown, known] = [newAddress(), member.email];
    const answers = [];
    for (const email of [unknown, known]) {
      const { orderId, key } = await buyCourse(email);
      for (let count = 0; count < 7; count++) {
        await ctx.pool.query('delete from rate_limits');
        answers.push(await call(sendStartLink, { body: { orderId, key } }));
      }
      const sent = (await subjectsTo(ctx, email)).filter((subject) =>
        subject.startsWith('Start your course'),
      );
      expect(sent).toHaveLength(5);
    }
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode}${body}`))).toEqual(new Set(['204']));
  });

  it('aren’t sent without the order’s key, or for files', async () => {
    const { orderId } = await buyCourse(newAddress());
    expect((await call(sendStartLink, { body: { orderId, key: 'guessed' } })).statusCode).toBe(404);
    expect((await call(sendStartLink, { body: { token: 'guessed' } })).statusCode).toBe(410);
    const resource = await createResource(ctx.db);
    const items = [{ itemType: 'resource', itemId: resource.id }];
    const paid = await call(simpleCheckout, {
      body: { ...MARA, email: newAddress(), items, card: CARDS.good },
    });
    const { orderId: filesOnly, key } = paid.json<{ orderId: number; key: string }>();
    expect((await call(sendStartLink, { body: { orderId: filesOnly, key } })).statusCode).toBe(409);
  });

  it('of a second purchase lead to the purchases, for owners and for guests', async () => {
    const email = newAddress();
    const { courseId } = await buyCourse(email);
    const items = [{ itemType: 'course', itemId: courseId }];
    await call(simpleCheckout, { body: { ...MARA, email, items, card: CARDS.good } });
    const text = (await mailsTo(ctx, email)).at(-1)?.text ?? '';
    expect(text).toContain('You already had “Floor barre” before this order.');
    expect(text).toContain('one click refunds the second purchase');
    const token = /\/start-course\?to=purchases&token=([\w-]+)/.exec(text)?.[1] ?? '';
    expect((await open(token)).statusCode).toBe(200);
  });
});
