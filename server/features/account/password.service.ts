// Passwords: confirming one's own, choosing a new one, and resetting a forgotten one by email.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { joinGuestOrders } from '#server/features/order/order-key.service.ts';
import { deleteStartLinks } from '#server/features/order/start-link.service.ts';
import { claimCourseInvitations } from '#server/features/teaching/invitation.service.ts';
import { deletePayoutAccounts } from '#server/features/payout/payout-account.service.ts';
import { defineJob } from '#server/jobs/job.ts';
import { deleteSessions } from '#server/platform/session.queries.ts';
import { hashToken, newToken, type Viewer } from '#server/platform/session.service.ts';
import {
  confirmEmail,
  findActiveUser,
  findPasswordHash,
  findUserIdByEmail,
  lockActiveUser,
  updateUser,
} from '#server/platform/user.queries.ts';
import { AppError } from '#shared/errors.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import { ratePassword } from '#shared/features/account/password-strength.ts';
import {
  PASSWORD_CHANGED,
  PASSWORD_CHANGED_AND_EMAIL_CONFIRMED,
  queuePasswordReset,
  queueSecurityNotice,
} from './account-mail.service.ts';
import {
  deleteKnownDevices,
  deleteUnusedLinks,
  hasLinkSince,
  lockMailLink,
  markMailLinkUsed,
} from './account.queries.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { rememberDevice, resetSignInAttempts } from './session.service.ts';
import { deleteTwoFactor } from './two-factor.queries.ts';

/** Per user, whatever it is asked for: a stolen session can't be used to guess the password. */
const CONFIRM_ATTEMPTS = { points: 10, seconds: 900 };

export type PasswordConfirmation = { id: number; passwordHash: string; path: string };

/** Required before anything that someone with a borrowed browser must not do. `path` is the form field. */
export async function confirmPassword(
  ctx: AppContext,
  viewer: Viewer,
  password: string,
  path = 'password',
): Promise<PasswordConfirmation> {
  const attempts = `password ${viewer.id}`;
  await ctx.limiter.take(attempts, CONFIRM_ATTEMPTS);
  const passwordHash = await findPasswordHash(ctx.db, { id: viewer.id });
  if (!(await verifyPassword(password, passwordHash)) || passwordHash === null) throw wrongPassword(path);
  await ctx.limiter.reset(attempts);
  return { id: viewer.id, passwordHash, path };
}

/** Locks the user. Throws if the password has changed since it was confirmed. */
export async function lockConfirmed(tx: Tx, confirmation: PasswordConfirmation) {
  const user = await lockActiveUser(tx, confirmation);
  if (!user) throw wrongPassword(confirmation.path);
  return user;
}

function wrongPassword(path: string): AppError {
  const message = 'That’s not your password. Try again.';
  return new AppError('forbidden', message, [{ path, message }]);
}

/** `userInputs` are words an attacker would try first, such as the user's name. */
export function requireStrongPassword(password: string, userInputs: readonly string[], path: string): void {
  const { problem } = ratePassword(password, userInputs);
  if (problem) throw new AppError('validation_failed', problem, [{ path, message: problem }]);
}

/** Ends every other session and deletes links that could undo the change. */
export async function changePassword(
  ctx: AppContext,
  viewer: Viewer,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const confirmation = await confirmPassword(ctx, viewer, currentPassword, 'currentPassword');
  const { username, email, firstName, lastName } = viewer;
  if (currentPassword.normalize('NFKC') === newPassword.normalize('NFKC')) {
    const message = 'This is already your password. Choose another one.';
    throw new AppError('validation_failed', message, [{ path: 'newPassword', message }]);
  }
  requireStrongPassword(newPassword, [username, email, firstName, lastName], 'newPassword');
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(ctx.db, async (tx) => {
    const user = await lockConfirmed(tx, confirmation);
    await updateUser(tx, { id: user.id, passwordHash });
    await deleteSessions(tx, { userId: user.id, exceptId: viewer.sessionId });
    await deleteTakeoverLinks(tx, user);
    await queueSecurityNotice(ctx, tx, user, PASSWORD_CHANGED);
  });
}

/** Unused links that could take over the account: the new password may be meant to shut out whoever requested them. */
export async function deleteTakeoverLinks(
  tx: Tx,
  { id: userId, email }: { id: number; email: string },
): Promise<void> {
  await deleteUnusedLinks(tx, { userId, purposes: ['reset-password', 'change-email', 'sign-in'] });
  await deleteStartLinks(tx, { emailKey: identityKey(email) });
}

const RESET_REQUESTED =
  'If there is an account with this address, we’re sending you a link to choose a new password. Check your spam folder, too.';
const LINK_GONE = 'This link no longer works: it has been used, or it is too old. Request a new one.';

/** Per account. */
const MAIL_RATE = { points: 5, seconds: 3600 };
/** A second request this soon means that the first email hasn't arrived yet; a new link would invalidate it. */
const REPEAT_MS = 60_000;
const NOBODY = 0;

/** Every address gets the same lookup and job, so neither the response nor its timing reveals who has an account. */
export async function requestPasswordReset(ctx: AppContext, email: string): Promise<{ message: string }> {
  const userId = await findUserIdByEmail(ctx.db, { emailKey: identityKey(email) });
  const askedAt = ctx.clock.now().toISOString();
  await ctx.jobs.send(ctx.db, sendPasswordResetJob, { userId: userId ?? NOBODY, askedAt });
  return { message: RESET_REQUESTED };
}

export const sendPasswordResetJob = defineJob({
  name: 'account.send-password-reset',
  data: z.object({ userId: z.int(), askedAt: z.iso.datetime() }),
  afterRestore: 'forget',
  run: (ctx, { userId, askedAt }) => sendPasswordReset(ctx, userId, new Date(askedAt)),
});

export async function sendPasswordReset(ctx: AppContext, userId: number, askedAt: Date): Promise<void> {
  if (!(await findActiveUser(ctx.db, { id: userId }))) return;
  if (!(await isWithinMailRate(ctx, userId))) return;
  const since = new Date(askedAt.getTime() - REPEAT_MS);
  await inTransaction(ctx.db, async (tx) => {
    const user = await lockActiveUser(tx, { id: userId });
    if (!user) return;
    if (await hasLinkSince(tx, { userId, purpose: 'reset-password', since })) return;
    await queuePasswordReset(ctx, tx, user);
  });
}

async function isWithinMailRate(ctx: AppContext, userId: number): Promise<boolean> {
  try {
    await ctx.limiter.take(`reset-mail ${userId}`, MAIL_RATE);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return false;
    throw error;
  }
}

/**
 * Ends every session. Two-factor sign-in stays on, since access to the mailbox doesn't prove access to the phone, unless
 * the address was never confirmed: then this is the first proof of whose account it is. Returns the device token, which
 * counts as known from now on, so that strangers' guesses can't keep the owner from using the new password.
 */
export async function resetPassword(
  ctx: AppContext,
  {
    token,
    password,
    ...place
  }: { token: string; password: string; address: string; device?: string | undefined },
): Promise<{ device: string }> {
  const tokenHash = hashToken(token);
  const { id, username, email, firstName, lastName } = await getLinkOwner(ctx, tokenHash);
  requireStrongPassword(password, [username, email, firstName, lastName], 'password');
  const passwordHash = await hashPassword(password);
  const { address, device = newToken() } = place;
  await inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const user = await lockActiveUser(tx, { id });
    const link = await lockMailLink(tx, { tokenHash, now });
    if (!user || !link || link.usedAt) throw new AppError('gone', LINK_GONE);
    // The link proves access to the address it was sent to, which must still be theirs.
    const confirmed = await confirmEmail(tx, { id, emailKey: identityKey(link.email), now });
    if (!confirmed) throw new AppError('gone', LINK_GONE);
    await markMailLinkUsed(tx, { id: link.id, now });
    await updateUser(tx, { id, passwordHash });
    await deleteSessions(tx, { userId: id });
    await deleteTakeoverLinks(tx, user);
    if (!user.isEmailVerified) await handOverToMailbox(ctx, tx, { userId: id, email: confirmed });
    await rememberDevice(ctx, tx, { userId: id, address, device });
    const notice = user.isEmailVerified ? PASSWORD_CHANGED : PASSWORD_CHANGED_AND_EMAIL_CONFIRMED;
    await queueSecurityNotice(ctx, tx, user, notice);
  });
  await resetSignInAttempts(ctx, { userId: id, address });
  return { device };
}

/**
 * The address was never confirmed, so somebody else may have created the account with it. Remove whatever would let them
 * back in, lock the owner out, or pay them. What the owner can see and change (name, profile, cart) stays, because most
 * users who come this way created the account themselves.
 */
export async function handOverToMailbox(
  ctx: AppContext,
  tx: Tx,
  { userId, email }: { userId: number; email: string },
): Promise<void> {
  await deleteTwoFactor(tx, { userId });
  await deleteKnownDevices(tx, { userId });
  await deletePayoutAccounts(tx, { userId });
  await joinGuestOrders(ctx, tx, { userId, email });
  await claimCourseInvitations(ctx, tx, { userId, email });
}

/** Looked up before the expensive hashing: a made-up link costs us one query. */
/** Checked before the form appears. Throws unless the link works. */
export async function checkPasswordResetLink(ctx: AppContext, token: string): Promise<void> {
  await getLinkOwner(ctx, hashToken(token));
}

async function getLinkOwner(ctx: AppContext, tokenHash: Buffer) {
  const link = await lockMailLink(ctx.db, { tokenHash, now: ctx.clock.now() });
  const isUsable = link?.purpose === 'reset-password' && !link.usedAt;
  const user = isUsable ? await findActiveUser(ctx.db, { id: link.userId }) : null;
  if (!user) throw new AppError('gone', LINK_GONE);
  return user;
}
