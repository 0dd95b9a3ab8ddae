// Samples of accounts for the access table: what signing in takes, sessions, and what staff do to other users. `own` is
// the caller themselves.
import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { daysAfter } from '#server/clock.ts';
import { mailLinks, twoFactors } from '#server/db/schema/account.ts';
import { insertApplication } from '#server/features/application/application.queries.ts';
import { newSecret } from '#server/features/account/two-factor-code.ts';
import { createSession, hashToken, newToken } from '#server/platform/session.service.ts';
import { PASSWORD } from './access-samples.ts';
import { idOf } from './sample-tools.ts';
import type { MakeObject, Objects } from './sample-types.ts';

const aUser: MakeObject = async (_ctx, owner) => owner.id;

/** Unless it is the caller: somebody who is suspended can't call anything. */
const aSuspendedUser: MakeObject = async (ctx, owner, caller) => {
  if (owner.id === caller.id) return owner.id;
  return idOf(
    ctx,
    `update users set state = 'suspended', suspended_reason = 'Spam' where id = $1 returning id`,
    [owner.id],
  );
};

const aSession: MakeObject = async (ctx, owner) => {
  await createSession(ctx, ctx.db, { userId: owner.id, address: '127.0.0.1', userAgent: 'test' });
  return idOf(ctx, 'select max(id) as id from sessions where user_id = $1', [owner.id]);
};

const anApplication: MakeObject = async (ctx, owner) => {
  const row = await insertApplication(ctx.db, { userId: owner.id, kind: 'sell', createdAt: ctx.clock.now() });
  return row?.id ?? 0;
};

const theirName: MakeObject = async (_ctx, { username }) => ({
  body: { username, password: PASSWORD },
});

/** As if it had been emailed to them. */
const linkFor =
  (purpose: typeof mailLinks.$inferInsert.purpose): MakeObject =>
  async (ctx, { id: userId, email }) => {
    const token = newToken();
    const createdAt = ctx.clock.now();
    const expiresAt = daysAfter(createdAt, 1);
    const link = { tokenHash: hashToken(token), userId, purpose, email, createdAt, expiresAt };
    await ctx.db.insert(mailLinks).values(link);
    return { body: { token } };
  };

/** As if it had been mailed to them with a course they bought as a guest. */
const aStartLink: MakeObject = async (ctx, { id: userId, email }) => {
  const token = newToken();
  await ctx.pool.query(
    `with made as (
       insert into orders (user_id, email, name, state, subtotal_cents, total_cents, is_from_cart, fingerprint,
         created_at, expires_at, paid_at)
       values ($1, $2, 'Ann Lee', 'paid', 1200, 1200, false, 'x', now(), now(), now()) returning id
     ), lines as (
       insert into order_lines (order_id, position, item_type, item_id, title, kind, seller_name, unit_price_cents,
         quantity, amount_cents, buyer)
       select id, 0, 'course', 2000000000, 'A course', 'course', 'A teacher', 1200, 1, 1200, 'u' || $1 from made
       returning id, order_id
     ), parts as (
       insert into order_parts (order_id, line_id, item_type, item_id, title, amount_cents, fee_cents)
       select order_id, id, 'course', 2000000000, 'A course', 1200, 1200 from lines
     )
     insert into start_links (token_hash, order_id, email, created_at, expires_at)
     select $3, id, $2, $4, $5 from made`,
    [userId, email, hashToken(token), ctx.clock.now(), daysAfter(ctx.clock.now(), 1)],
  );
  return { body: { token } };
};

const anUnverifiedAddress: MakeObject = async (ctx, owner) => {
  await ctx.pool.query('update users set email_verified_at = null where id = $1', [owner.id]);
  return {};
};

/** With the code it shows now. */
const authenticatorApp =
  (isConfirmed: boolean): MakeObject =>
  async (ctx, { id: userId }) => {
    const secret = newSecret();
    const now = ctx.clock.now();
    await ctx.db
      .insert(twoFactors)
      .values({ userId, secret, confirmedAt: isConfirmed ? now : null })
      .onConflictDoNothing();
    const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now.getTime() });
    return { params: { id: userId }, body: { code } };
  };

/** A pending decision, valid for an hour. */
const aDecision: MakeObject = async (ctx, owner) => {
  const made = await ctx.pool.query<{ batch: string }>(
    `insert into staff_decisions (batch, kind, subject_id, action, input, actor_id, decided_at, due_at)
     values (gen_random_uuid(), 'resource', 1000000 + $1, 'resource.approve', '{}', $1, now(), now() + interval '1 hour')
     on conflict (kind, subject_id) where state = 'pending' do update set batch = gen_random_uuid()
     returning batch`,
    [owner.id],
  );
  return made.rows[0]?.batch ?? '';
};

const anUpload: MakeObject = async (ctx, owner) => {
  const id = randomUUID();
  await ctx.pool.query(
    `insert into uploads (id, user_id, purpose, name, bytes, created_at, touched_at)
     values ($1, $2, 'cover', 'cover.png', 10, now(), now())`,
    [id, owner.id],
  );
  return id;
};

export const ACCOUNT_OBJECTS: Objects = [
  ['POST /api/login', theirName],
  ['POST /api/login/link/open', linkFor('sign-in')],
  ['POST /api/login/start', aStartLink],
  ['POST /api/login/start/open', aStartLink],
  ['POST /api/orders/start-link', aStartLink],
  ['POST /api/account/reset-password', linkFor('reset-password')],
  ['POST /api/account/reset-password/check', linkFor('reset-password')],
  ['POST /api/account/verify-email', linkFor('verify-email')],
  ['POST /api/account/verify-email/resend', anUnverifiedAddress],
  ['POST /api/account/two-factor/confirm', authenticatorApp(false)],
  ['POST /api/account/two-factor/recovery-codes', authenticatorApp(true)],
  ['POST /api/account/two-factor/off', authenticatorApp(true)],
  ['/api/account/sessions/', aSession],
  ['/api/uploads/', anUpload],
  ['/api/decisions/', aDecision],
  ['/api/applications/', anApplication],
  ['/api/admin/applications/', anApplication],
  ['/api/users/', aUser],
  ['/api/blocked-users/', aUser],
  ['POST /api/admin/users/:id/restore', aSuspendedUser],
  ['POST /api/admin/users/:id/two-factor/off', authenticatorApp(true)],
  ['/api/admin/users/', aUser],
];
