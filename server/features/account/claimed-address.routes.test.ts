// Someone registers with another person's address: what they can do with it, and how its owner gets it back.
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  getUser,
  login,
  register,
  requestSignInLink,
  changeEmail,
  confirmTwoFactor,
  requestPasswordReset,
  getTwoFactor,
  resetPassword,
  startTwoFactor,
  verifyEmail,
} from '#shared/features/account/account.contract.ts';
import { getProfile } from '#shared/features/profile/profile.contract.ts';
import { startPayoutOnboarding } from '#shared/features/payout/payout.contract.ts';
import { createSeller } from '#server/seed/factories.ts';
import { mailsTo, subjectsTo, tokenMailed } from '../../../tests/server/mails.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
const THIEF_PASSWORD = 'ribbon kettle orchard 9';
const NEW_PASSWORD = 'seven quiet relevés';

let made = 0;
const from = () => `10.40.${Math.floor(++made / 250)}.${made % 250}`;
const codeOf = (secret: string) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: ctx.clock.now().getTime() });

type Squat = { id: number; username: string; email: string; cookie: string; at: string };

/** The thief's browser is signed in, as after any registration. */
async function claim(): Promise<Squat> {
  const username = `squat-${++made}`;
  const email = `victim-${made}@mailbox.example`;
  const at = from();
  const answer = await call(register, {
    body: { firstName: 'Not', lastName: 'Them', username, email, password: THIEF_PASSWORD },
    from: at,
  });
  expect(answer.statusCode).toBe(200);
  const { id } = answer.json<{ id: number }>();
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return { id, username, email, cookie, at };
}

const as = ({ cookie }: Squat) => ({ headers: { cookie } });

/** As it was possible before the rule: straight into the table, past the database's own check. */
async function plantApp({ id }: Squat): Promise<void> {
  await ctx.pool.query(`
    alter table two_factors disable trigger two_factors_verified`);
  await ctx.pool.query(
    `insert into two_factors (user_id, secret, confirmed_at) values ($1, 'JBSWY3DPEHPK3PXP', now())`,
    [id],
  );
  await ctx.pool.query(`insert into recovery_codes (user_id, code_hash) values ($1, 'x')`, [id]);
  await ctx.pool.query(`alter table two_factors enable trigger two_factors_verified`);
}

async function resetByMail({ email }: Squat, at = from()) {
  await call(requestPasswordReset, { body: { email }, from: from() });
  await ctx.jobs.drain();
  const token = await tokenMailed(ctx, email, /Choose a new password/);
  return call(resetPassword, { body: { token, password: NEW_PASSWORD }, from: at });
}

const signIn = ({ email }: Squat, password: string, at = from()) =>
  call(login, { body: { username: email, password }, from: at });

const countOf = async (table: string, { id }: Squat) =>
  (await ctx.pool.query(`select 1 from ${table} where user_id = $1`, [id])).rows.length;

beforeEach(() => ctx.clock.advance(300_000));

describe('before the address is confirmed', () => {
  it("two-factor sign-in can't be set up, and the response says what to do", async () => {
    const thief = await claim();
    const refused = await call(startTwoFactor, { ...as(thief), body: { password: THIEF_PASSWORD } });
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toMatch(/^Confirm your email address first: open the link/);
    expect((await call(getTwoFactor, as(thief))).json()).toMatchObject({ isOn: false });
    expect(await countOf('two_factors', thief)).toBe(0);
  });

  it("a setup already started can't be finished", async () => {
    const thief = await claim();
    await ctx.pool.query(`insert into two_factors (user_id, secret) values ($1, 'JBSWY3DPEHPK3PXP')`, [
      thief.id,
    ]);
    const body = { code: codeOf('JBSWY3DPEHPK3PXP') };
    expect((await call(confirmTwoFactor, { ...as(thief), body })).statusCode).toBe(409);
    expect((await call(getTwoFactor, as(thief))).json()).toMatchObject({ isOn: false });
  });

  it('the database refuses it too', async () => {
    const { id } = await claim();
    const insert = `insert into two_factors (user_id, secret, confirmed_at) values ($1, 'X', now())`;
    await expect(ctx.pool.query(insert, [id])).rejects.toThrow('needs a verified address');
    await ctx.pool.query(`insert into two_factors (user_id, secret) values ($1, 'X')`, [id]);
    const update = `update two_factors set confirmed_at = now() where user_id = $1`;
    await expect(ctx.pool.query(update, [id])).rejects.toThrow('needs a verified address');
  });

  it('no payout account can be connected', async () => {
    const thief = await claim();
    await ctx.pool.query(`update users set role = 'seller', roles = '{seller}' where id = $1`, [thief.id]);
    await createSeller(ctx.db, { userId: thief.id });
    const refused = await call(startPayoutOnboarding, as(thief));
    expect(refused.statusCode).toBe(403);
    expect(refused.json().message).toMatch(/^Confirm your e-?mail address/);
  });

  it('a sign-in link is sent as a password reset link', async () => {
    const thief = await claim();
    await call(requestSignInLink, { body: { username: thief.username }, from: from() });
    await ctx.jobs.drain();
    const subjects = await subjectsTo(ctx, thief.email);
    expect(subjects.some((subject) => /Choose a new password/.test(subject))).toBe(true);
    expect(subjects.some((subject) => /sign-in link/.test(subject))).toBe(false);
  });
});

describe('a password reset through the mailbox', () => {
  it("signs in without the other person's authenticator code", async () => {
    const thief = await claim();
    await plantApp(thief);
    expect((await signIn(thief, THIEF_PASSWORD)).json()).toMatchObject({ code: 'second_factor_required' });
    expect((await resetByMail(thief)).statusCode).toBe(204);
    const answer = await signIn(thief, NEW_PASSWORD);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ isEmailVerified: true });
    expect(await countOf('two_factors', thief)).toBe(0);
    expect(await countOf('recovery_codes', thief)).toBe(0);
  });

  it("removes the other person's sessions, password, known devices and pending address change", async () => {
    const thief = await claim();
    const email = `thief-${made}@elsewhere.example`;
    const asked = await call(changeEmail, { ...as(thief), body: { email, password: THIEF_PASSWORD } });
    expect(asked.statusCode).toBe(202);
    expect(await countOf('known_devices', thief)).toBeGreaterThan(0);
    const owner = from();
    await resetByMail(thief, owner);
    expect((await call(getUser, as(thief))).statusCode).toBe(401);
    expect((await signIn(thief, THIEF_PASSWORD, thief.at)).statusCode).toBe(401);
    const token = await tokenMailed(ctx, email, /Confirm your new address/);
    expect((await call(verifyEmail, { body: { token }, from: from() })).statusCode).toBe(410);
    // The owner's browser and address, and nobody else's.
    expect(await countOf('known_devices', thief)).toBe(2);
    const cookie = (await signIn(thief, NEW_PASSWORD, owner)).cookies
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    expect((await call(getProfile, { headers: { cookie } })).json()).toMatchObject({
      email: thief.email,
      pendingEmail: null,
      isEmailVerified: true,
    });
  });

  it("adds the orders waiting for the address and removes the other person's payout account", async () => {
    const thief = await claim();
    await ctx.pool.query(
      `insert into payout_accounts (user_id, gateway, gateway_id, state, created_at, updated_at)
       values ($1, 'sandbox', 'acct_thief_' || $1::int, 'started', now(), now())`,
      [thief.id],
    );
    const { rows } = await ctx.pool.query<{ id: number }>(
      `with made as (
         insert into orders (email, name, state, subtotal_cents, total_cents, is_from_cart, fingerprint, created_at,
           expires_at, paid_at)
         values ($1, 'Victim', 'paid', 1200, 1200, false, 'x', now(), now(), now()) returning id
       ), lines as (
         insert into order_lines (order_id, position, item_type, item_id, title, kind, seller_name,
           unit_price_cents, quantity, amount_cents, buyer)
         select id, 0, 'resource', 2000000000, 'A plan', 'resource', 'A seller', 1200, 1, 1200, 'e' || $1 from made
         returning id, order_id
       ), parts as (
         insert into order_parts (order_id, line_id, item_type, item_id, title, amount_cents, fee_cents)
         select order_id, id, 'resource', 2000000000, 'A plan', 1200, 1200 from lines
       ) select id from made`,
      [thief.email],
    );
    await resetByMail(thief);
    const order = await ctx.pool.query<{ user_id: number }>('select user_id from orders where id = $1', [
      rows[0]?.id,
    ]);
    expect(order.rows[0]?.user_id).toBe(thief.id);
    expect(await countOf('payout_accounts', thief)).toBe(0);
  });

  it('emails what was cleared', async () => {
    const thief = await claim();
    await resetByMail(thief);
    const mail = (await mailsTo(ctx, thief.email)).find(({ subject }) => /was changed/.test(subject));
    expect(mail?.text).toContain('removed any authenticator app');
  });

  it('keeps two-factor sign-in if the account was confirmed', async () => {
    const person = await claim();
    const token = await tokenMailed(ctx, person.email, /Confirm your address/);
    expect((await call(verifyEmail, { body: { token }, from: from() })).statusCode).toBe(200);
    const begun = await call(startTwoFactor, { ...as(person), body: { password: THIEF_PASSWORD } });
    const { secret } = begun.json<{ secret: string }>();
    const body = { code: codeOf(secret) };
    expect((await call(confirmTwoFactor, { ...as(person), body })).statusCode).toBe(200);
    await resetByMail(person);
    expect((await signIn(person, NEW_PASSWORD)).json()).toMatchObject({ code: 'second_factor_required' });
  });
});
