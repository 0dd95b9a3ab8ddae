// Opening the link mailed with a guest's course (docs/decisions/043). It proves access to the mailbox: it creates the
// account with that address, or signs in to the one there is, with its second factor. It never leaves a way in to
// someone who entered the address without owning the mailbox.
import { randomInt } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { joinGuestOrders } from '#server/features/order/order-key.service.ts';
import { findStartLink, findStartOrder, useStartLink } from '#server/features/order/start-link.service.ts';
import { claimCourseInvitations } from '#server/features/teaching/invitation.service.ts';
import { deleteSessions } from '#server/platform/session.queries.ts';
import { hashToken, type Viewer } from '#server/platform/session.service.ts';
import {
  confirmEmail,
  findUserForSignIn,
  insertUser,
  lockActiveUser,
  updateUser,
} from '#server/platform/user.queries.ts';
import type { ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/account/account.contract.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import { usernameField } from '#shared/features/account/account.schema.ts';
import { PASSWORD_CHANGED_AND_EMAIL_CONFIRMED, queueSecurityNotice } from './account-mail.service.ts';
import { hashPassword } from './password-hash.ts';
import { deleteTakeoverLinks, handOverToMailbox, requireStrongPassword } from './password.service.ts';
import { resetSignInAttempts, startSession, type SignedIn, type SignInDevice } from './session.service.ts';
import { suspended, toUser } from './sign-in.service.ts';
import { checkTwoFactorCode, hasTwoFactor, twoFactorCodeRequired } from './two-factor.service.ts';

const LINK_GONE =
  'This link no longer works: it has been used, or it is too old. We can email you a new one.';
/** Per link, so only someone who has the link can use them up. */
const CODE_ATTEMPTS = { points: 5, seconds: 3600 };
/** No password matches it. The owner signs in with links until they choose one. */
const NO_PASSWORD = 'none';

type Found = Awaited<ReturnType<typeof findUserForSignIn>>;

async function findOpenLink(ctx: AppContext, token: string) {
  const tokenHash = hashToken(token);
  const link = await findStartLink(ctx.db, { tokenHash });
  if (!link || link.usedAt || link.expiresAt <= ctx.clock.now()) throw new AppError('gone', LINK_GONE);
  const start = await findStartOrder(ctx.db, { orderId: link.orderId });
  const found = await findUserForSignIn(ctx.db, { nameKey: identityKey(link.email) });
  // The order joined an account that has another address by now.
  const isTheirs = start?.userId === null || start?.userId === found?.id;
  if (!start || !isTheirs) throw new AppError('gone', LINK_GONE);
  return { ...link, start, found };
}

/** new: no account yet. account: sign in. unconfirmed: someone registered with the address and never confirmed it. */
function kindOf(found: Found, viewer: Viewer | null): 'new' | 'account' | 'unconfirmed' {
  if (!found) return 'new';
  return found.isEmailVerified || found.id === viewer?.id ? 'account' : 'unconfirmed';
}

/** POST /api/login/start: what opening the link will do. Only who has the mailbox has the link, so it may say so. */
export async function getStartLink(
  ctx: AppContext,
  viewer: Viewer | null,
  token: string,
): Promise<ContractResult<typeof contract.getStartLink>> {
  const { email, start, found } = await findOpenLink(ctx, token);
  return { kind: kindOf(found, viewer), email, courseTitle: start.courseTitle };
}

type Opening = SignInDevice & { token: string; code?: string | undefined; password?: string | undefined };

export type StartedCourse = SignedIn & { courseId: number | null };

/** POST /api/login/start/open. Asking for a code or a password doesn't use up the link. */
export async function openStartLink(
  ctx: AppContext,
  viewer: Viewer | null,
  { token, code, password, ...device }: Opening,
): Promise<StartedCourse> {
  const { tokenHash, email, start, found } = await findOpenLink(ctx, token);
  if (found && found.state !== 'active') throw await suspended(ctx, found.suspendedReason);
  const kind = kindOf(found, viewer);
  const passwordHash = kind === 'account' ? null : await newPasswordHash(password, { kind, email });
  const isTwoFactorOn = kind === 'account' && found !== null && (await hasTwoFactor(ctx, found.id));
  if (found && isTwoFactorOn) await checkCode(ctx, found.id, { code, tokenHash });
  const { user, ...started } = await inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const locked = found && (await lockActiveUser(tx, { id: found.id }));
    if (!(await useStartLink(tx, { tokenHash, now }))) throw new AppError('gone', LINK_GONE);
    if (found && (!locked || identityKey(locked.email) !== identityKey(email)))
      throw new AppError('gone', LINK_GONE);
    if (kind === 'account' && !isTwoFactorOn && found && (await hasTwoFactor({ db: tx }, found.id)))
      throw twoFactorCodeRequired();
    const userId = locked?.id ?? (await createAccount(tx, { email, name: start.name, passwordHash, now }));
    if (locked && kind === 'unconfirmed') {
      await updateUser(tx, { id: userId, passwordHash: passwordHash ?? NO_PASSWORD });
      await deleteSessions(tx, { userId });
      await deleteTakeoverLinks(tx, locked);
      await handOverToMailbox(ctx, tx, { userId, email });
      await queueSecurityNotice(ctx, tx, locked, PASSWORD_CHANGED_AND_EMAIL_CONFIRMED);
    }
    await confirmEmail(tx, { id: userId, emailKey: identityKey(email), now });
    await joinGuestOrders(ctx, tx, { userId, email });
    await claimCourseInvitations(ctx, tx, { userId, email });
    const signedIn = await lockActiveUser(tx, { id: userId });
    if (!signedIn) throw new AppError('gone', LINK_GONE);
    return { user: signedIn, ...(await startSession(ctx, tx, { userId, ...device })) };
  });
  await resetSignInAttempts(ctx, { userId: user.id, address: device.address });
  return { user: await toUser(ctx, user, isTwoFactorOn), courseId: start.courseId, ...started };
}

/**
 * A new account may start without a password. One that someone created with this address and never confirmed may not:
 * their password would still open it, and most of them are the owner, who would miss theirs.
 */
async function newPasswordHash(
  password: string | undefined,
  { kind, email }: { kind: 'new' | 'unconfirmed'; email: string },
): Promise<string | null> {
  if (password) {
    requireStrongPassword(password, [email], 'password');
    return hashPassword(password);
  }
  if (kind === 'new') return null;
  const message = 'Choose a password, so that only you can sign in.';
  throw new AppError('validation_failed', message, [{ path: 'password', message }]);
}

async function checkCode(
  ctx: AppContext,
  userId: number,
  { code, tokenHash }: { code: string | undefined; tokenHash: Buffer },
): Promise<void> {
  const attempts = `second-factor start ${tokenHash.toString('base64')}`;
  await checkTwoFactorCode(ctx, userId, code, async () => {
    await ctx.limiter.take(attempts, CODE_ATTEMPTS);
    return attempts;
  });
}

type NewAccount = { email: string; name: string; passwordHash: string | null; now: Date };

/** With the name given at the checkout, and a username made from the address: both can be changed. */
async function createAccount(tx: Tx, { email, name, passwordHash, now }: NewAccount): Promise<number> {
  const names = name.trim().normalize('NFC').split(/\s+/);
  const lastName = names.length > 1 ? (names.pop() ?? '') : '';
  for (const username of usernamesFor(email)) {
    const user = await insertUser(tx, {
      username,
      usernameKey: identityKey(username),
      email,
      emailKey: identityKey(email),
      emailVerifiedAt: now,
      firstName: names.join(' ').slice(0, 80),
      lastName: lastName.slice(0, 80),
      passwordHash: passwordHash ?? NO_PASSWORD,
      createdAt: now,
    });
    if (user) return user.id;
  }
  throw new AppError('conflict', 'An account with this address was created just now. Open the link again.');
}

const USERNAME_ATTEMPTS = 5;

/** “ada.plie”, then “ada.plie-4821” while it is taken. */
function usernamesFor(email: string): string[] {
  const local = (email.split('@')[0] ?? '').normalize('NFC').replaceAll(/[^\p{L}\p{N}._-]/gu, '');
  const parsed = usernameField.safeParse(local.slice(0, 24));
  const base = parsed.success ? parsed.data : 'member';
  const numbered = Array.from({ length: USERNAME_ATTEMPTS }, () => `${base}-${randomInt(1000, 1_000_000)}`);
  return parsed.success ? [base, ...numbered] : numbered;
}
