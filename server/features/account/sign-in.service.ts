// Signing in with a password or an emailed link: counted attempts, the second factor, the new session.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { addressKey } from '#server/integrations/address-key.ts';
import { defineJob } from '#server/jobs/job.ts';
import { hashToken, needsTwoFactor } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import {
  findActiveUser,
  findUserForSignIn,
  lockActiveUser,
  lockForSignIn,
} from '#server/platform/user.queries.ts';
import { AppError } from '#shared/errors.ts';
import type { User } from '#shared/features/account/account.contract.ts';
import {
  identityKey,
  SIGN_IN_LINK_MINUTES,
  SIGN_IN_LINK_PAUSE_MINUTES,
} from '#shared/features/account/account.rules.ts';
import type { Role } from '#shared/roles.ts';
import { queueSignInLink } from './account-mail.service.ts';
import { findKnownDevice, hasLinkSince, lockMailLink, markMailLinkUsed } from './account.queries.ts';
import { recordFailedSignIn } from './failed-sign-in.service.ts';
import { verifyPassword } from './password-hash.ts';
import { sendPasswordReset } from './password.service.ts';
import {
  deviceHashes,
  resetSignInAttempts,
  startSession,
  type SignedIn,
  type SignInDevice,
} from './session.service.ts';
import { checkTwoFactorCode, hasTwoFactor, twoFactorCodeRequired } from './two-factor.service.ts';

/** Per account and device. */
const ATTEMPTS_HERE = { points: 10, seconds: 900 };
/**
 * Per account from all unknown devices, ten a minute in total, so a botnet gets no further. Half of them are reserved for
 * devices that try for the first time, so one guesser doesn't lock out a user on a new device.
 */
const FIRST_ATTEMPTS_ELSEWHERE = { points: 5, seconds: 60 };
const NEXT_ATTEMPTS_ELSEWHERE = { points: 5, seconds: 60 };
const REFUSED = 'Invalid username or password';

export type LoginInput = SignInDevice & {
  username: string;
  password: string;
  code?: string | undefined;
};

export async function login(ctx: AppContext, input: LoginInput): Promise<SignedIn> {
  const nameKey = identityKey(input.username);
  const found = await findUserForSignIn(ctx.db, { nameKey });
  const attempt = await countAttempt(ctx, input, found?.id ?? null, nameKey);
  const isRight = await verifyPassword(input.password, found?.passwordHash ?? null);
  if (!found || !isRight) {
    await recordFailedSignIn(ctx, { ...attempt, isBlocked: false });
    throw new AppError('unauthenticated', REFUSED);
  }
  const { passwordHash, state, suspendedReason, ...user } = found;
  if (state !== 'active') throw await suspended(ctx, suspendedReason);
  const isTwoFactorOn = await hasTwoFactor(ctx, user.id);
  if (isTwoFactorOn) await checkTwoFactorCode(ctx, user.id, input.code);
  // Only what was counted for this device: other people's guesses at this account keep counting.
  await ctx.limiter.reset(attempt.here);
  const started = await inTransaction(ctx.db, async (tx) => {
    // What was checked above may have changed since, and a session created now would outlive the change.
    const isUnchanged = await lockForSignIn(tx, { id: user.id, passwordHash });
    if (!isUnchanged) throw new AppError('unauthenticated', REFUSED);
    if (!isTwoFactorOn && (await hasTwoFactor({ db: tx }, user.id))) throw twoFactorCodeRequired();
    return startSession(ctx, tx, { userId: user.id, ...input });
  });
  return { user: await toUser(ctx, user, isTwoFactorOn), ...started };
}

export async function toUser(
  ctx: AppContext,
  user: Omit<User, 'needsTwoFactor'> & { roles: Role[] },
  isTwoFactorOn: boolean,
): Promise<User> {
  const { isTwoFactorRequired } = await getSettings(ctx);
  const needs = needsTwoFactor({ ...user, hasTwoFactor: isTwoFactorOn, isTwoFactorRequired });
  return { ...user, needsTwoFactor: needs };
}

type Attempt = {
  account: string;
  userId: number | null;
  here: string;
  isKnownDevice: boolean;
  isFirst: boolean;
};

/** Counted by user id, since a user has two names to sign in with; a name nobody has is counted like any other. */
async function countAttempt(
  ctx: AppContext,
  input: LoginInput,
  userId: number | null,
  nameKey: string,
): Promise<Attempt> {
  const account = `sign-in ${userId ?? hashToken(nameKey).toString('base64')}`;
  const known = await findKnownDevice(ctx.db, { userId: userId ?? 0, deviceHashes: deviceHashes(input) });
  const here = `${account} ${known?.toString('base64') ?? addressKey(input.address)}`;
  const attempt = { account, userId, here, isKnownDevice: known !== null, isFirst: false };
  try {
    const count = await ctx.limiter.take(here, ATTEMPTS_HERE);
    attempt.isFirst = count === 1;
    if (!known && count === 1) await ctx.limiter.take(`${account} first`, FIRST_ATTEMPTS_ELSEWHERE);
    if (!known && count > 1) await ctx.limiter.take(`${account} next`, NEXT_ATTEMPTS_ELSEWHERE);
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') {
      await recordFailedSignIn(ctx, { ...attempt, isBlocked: true });
    }
    throw error;
  }
  return attempt;
}

/** Only shown to someone who knows the password. */
export async function suspended(ctx: AppContext, reason: string | null): Promise<AppError> {
  const { supportEmail } = await getSettings(ctx);
  const why = reason ? ` The reason given: ${reason}` : '';
  return new AppError(
    'forbidden',
    `This account is suspended.${why} Email ${supportEmail} if you think this is a mistake.`,
  );
}

const LINK_REQUESTED = `If there is an account with this name, we’re emailing it a link to sign in. The link works for ${SIGN_IN_LINK_MINUTES} minutes. Check your spam folder, too.`;
const LINK_GONE = 'This link no longer works: it has been used, or it is too old. Request a new one.';
/** Per link, so only someone who has the link can use them up. */
const LINK_CODE_ATTEMPTS = { points: 5, seconds: SIGN_IN_LINK_MINUTES * 60 };
const NOBODY = 0;

/** Every name gets the same lookup and job, so neither the response nor its timing reveals who has an account. */
export async function requestSignInLink(ctx: AppContext, username: string): Promise<{ message: string }> {
  const found = await findUserForSignIn(ctx.db, { nameKey: identityKey(username) });
  const askedAt = ctx.clock.now().toISOString();
  await ctx.jobs.send(ctx.db, sendSignInLinkJob, { userId: found?.id ?? NOBODY, askedAt });
  return { message: LINK_REQUESTED };
}

export const sendSignInLinkJob = defineJob({
  name: 'account.send-sign-in-link',
  data: z.object({ userId: z.int(), askedAt: z.iso.datetime() }),
  afterRestore: 'forget',
  run: (ctx, { userId, askedAt }) => sendSignInLink(ctx, userId, new Date(askedAt)),
});

/**
 * Strangers can request links too, so emails per user are limited. The limit can't be used against the owner: while no
 * new link is sent, the last one is unused and works for at least five more minutes.
 */
async function sendSignInLink(ctx: AppContext, userId: number, askedAt: Date): Promise<void> {
  const user = await findActiveUser(ctx.db, { id: userId });
  if (!user) return;
  // Somebody else may have registered with this address. Choosing a new password shuts them out.
  if (!user.isEmailVerified) return sendPasswordReset(ctx, userId, askedAt);
  await inTransaction(ctx.db, async (tx) => {
    const recipient = await lockActiveUser(tx, { id: userId });
    if (!recipient) return;
    const since = new Date(askedAt.getTime() - SIGN_IN_LINK_PAUSE_MINUTES * 60_000);
    if (await hasLinkSince(tx, { userId, purpose: 'sign-in', since, isUnused: true })) return;
    await queueSignInLink(ctx, tx, recipient);
  });
}

/** Asking for the authenticator code doesn't use up the link. */
export async function signInByLink(
  ctx: AppContext,
  { token, code, ...device }: SignInDevice & { token: string; code?: string | undefined },
): Promise<SignedIn> {
  const tokenHash = hashToken(token);
  const { userId, linkId } = await getLinkOwner(ctx, tokenHash);
  const isTwoFactorOn = await hasTwoFactor(ctx, userId);
  if (isTwoFactorOn) {
    const attempts = `second-factor link ${linkId}`;
    await checkTwoFactorCode(ctx, userId, code, async () => {
      await ctx.limiter.take(attempts, LINK_CODE_ATTEMPTS);
      return attempts;
    });
  }
  const { user, ...started } = await inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const locked = await lockActiveUser(tx, { id: userId });
    const link = await lockMailLink(tx, { tokenHash, now });
    if (!locked || !link || link.usedAt) throw new AppError('gone', LINK_GONE);
    if (identityKey(link.email) !== identityKey(locked.email)) throw new AppError('gone', LINK_GONE);
    if (!isTwoFactorOn && (await hasTwoFactor({ db: tx }, userId))) throw twoFactorCodeRequired();
    await markMailLinkUsed(tx, { id: link.id, now });
    return { user: locked, ...(await startSession(ctx, tx, { userId, ...device })) };
  });
  await resetSignInAttempts(ctx, { userId, address: device.address });
  return { user: await toUser(ctx, user, isTwoFactorOn), ...started };
}

async function getLinkOwner(ctx: AppContext, tokenHash: Buffer): Promise<{ userId: number; linkId: number }> {
  const link = await lockMailLink(ctx.db, { tokenHash, now: ctx.clock.now() });
  const isUsable = link?.purpose === 'sign-in' && !link.usedAt;
  const user = isUsable ? await findActiveUser(ctx.db, { id: link.userId }) : null;
  if (!link || !user) throw new AppError('gone', LINK_GONE);
  return { userId: user.id, linkId: link.id };
}
