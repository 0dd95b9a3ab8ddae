// Signing in: the password, the tries that are counted, the second factor.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { addressKey } from '#server/integrations/address-key.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import { AppError } from '#shared/errors.ts';
import type { User } from '#shared/features/account/account.contract.ts';
import type { Role } from '#shared/roles.ts';
import { findUserForSignIn } from './account.queries.ts';
import { holdSignIn, listLatestPlaces } from './credential.queries.ts';
import { recordFailedSignIn } from './failed-sign-in.service.ts';
import { verifyPassword } from './password.ts';
import { findKnownPlace, rememberPlaces } from '#server/platform/session.queries.ts';
import {
  createSession,
  hashOf,
  needsTwoFactor,
  newToken,
  type Origin,
  type Session,
} from '#server/platform/session.service.ts';
import { checkSecondFactor, hasTwoFactor, secondFactorMissing } from './two-factor.service.ts';

/** From one place at one account. */
const TRIES_HERE = { points: 10, seconds: 900 };
/**
 * At one account from all places its owner never signed in from, together ten a minute: a crowd of machines gets no
 * further. Half of them are kept for places that try for the first time, so that one guesser does not lock out an
 * owner who sits at a strange desk.
 */
const FIRST_TRIES_ELSEWHERE = { points: 5, seconds: 60 };
const NEXT_TRIES_ELSEWHERE = { points: 5, seconds: 60 };
const FORGIVEN_PLACES = 10;
const REFUSED = 'Invalid username or password';

/** Where a sign-in comes from. */
export type Place = Origin & {
  /** The browser's own cookie, from an earlier sign-in. */
  device?: string | undefined;
};

export type SignInInput = Place & {
  username: string;
  password: string;
  code?: string | undefined;
};

export type SignedIn = { user: User; session: Session; device: string };

export async function signIn(ctx: AppContext, input: SignInInput): Promise<SignedIn> {
  const nameKey = identityKey(input.username);
  const found = await findUserForSignIn(ctx.db, { nameKey });
  const tried = await countTry(ctx, input, found?.id ?? null, nameKey);
  const isRight = await verifyPassword(input.password, found?.passwordHash ?? null);
  if (!found || !isRight) {
    await recordFailedSignIn(ctx, { ...tried, isRefused: false });
    throw new AppError('unauthenticated', REFUSED);
  }
  const { passwordHash, state, suspendedReason, ...person } = found;
  if (state !== 'active') throw await suspended(ctx, suspendedReason);
  const isSecondOn = await hasTwoFactor(ctx, person.id);
  if (isSecondOn) await checkSecondFactor(ctx, person.id, input.code);
  // Only what was counted for this place: the guesses of others at this account go on counting.
  await ctx.limiter.reset(tried.here);
  const { session, device } = await inTransaction(ctx.db, async (tx) => {
    // What was checked above may have changed since: a session made now would outlive what ends all sessions.
    const isUnchanged = await holdSignIn(tx, { userId: person.id, passwordHash });
    if (!isUnchanged) throw new AppError('unauthenticated', REFUSED);
    if (!isSecondOn && (await hasTwoFactor({ db: tx }, person.id))) throw secondFactorMissing();
    return beginSession(ctx, tx, { userId: person.id, ...input });
  });
  return { user: await toUser(ctx, person, isSecondOn), session, device };
}

/** For someone who has just proved who they are. This browser and this address count as known from now on. */
export async function beginSession(
  ctx: AppContext,
  tx: Tx,
  { userId, address, userAgent, device = newToken() }: Place & { userId: number },
): Promise<{ session: Session; device: string }> {
  const placeHashes = listPositions({ address, device });
  await rememberPlaces(tx, { userId, placeHashes, now: ctx.clock.now() });
  return { session: await createSession(ctx, tx, { userId, address, userAgent }), device };
}

export async function toUser(
  ctx: AppContext,
  person: Omit<User, 'needsTwoFactor'> & { roles: Role[] },
  isSecondOn: boolean,
): Promise<User> {
  const { isTwoFactorRequired } = await getSettings(ctx);
  const needs = needsTwoFactor({ ...person, hasTwoFactor: isSecondOn, isTwoFactorRequired });
  return { ...person, needsTwoFactor: needs };
}

type Tried = { account: string; userId: number | null; here: string; isKnown: boolean; isFirst: boolean };

/** An account is found by two names, so it is counted by its number; a name nobody has is counted as if someone had. */
async function countTry(
  ctx: AppContext,
  input: SignInInput,
  userId: number | null,
  nameKey: string,
): Promise<Tried> {
  const account = `sign-in ${userId ?? hashOf(nameKey).toString('base64')}`;
  const known = await findKnownPlace(ctx.db, { userId: userId ?? 0, placeHashes: listPositions(input) });
  const here = `${account} ${known?.toString('base64') ?? addressKey(input.address)}`;
  const tried = { account, userId, here, isKnown: known !== null, isFirst: false };
  try {
    const count = await ctx.limiter.take(here, TRIES_HERE);
    tried.isFirst = count === 1;
    if (!known && count === 1) await ctx.limiter.take(`${account} first`, FIRST_TRIES_ELSEWHERE);
    if (!known && count > 1) await ctx.limiter.take(`${account} next`, NEXT_TRIES_ELSEWHERE);
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') {
      await recordFailedSignIn(ctx, { ...tried, isRefused: true });
    }
    throw error;
  }
  return tried;
}

/** Whoever forgot their password has usually guessed it first: with the new one they start afresh where they are. */
export async function forgiveTries(
  ctx: AppContext,
  { userId, address }: { userId: number; address: string },
): Promise<void> {
  const places = await listLatestPlaces(ctx.db, { userId, limit: FORGIVEN_PLACES });
  const keys = [addressKey(address), ...places.map((hash) => hash.toString('base64'))];
  for (const key of keys) await ctx.limiter.reset(`sign-in ${userId} ${key}`);
}

/** What a sign-in is remembered by: the browser's own token first, which no stranger shares. */
export function listPositions({
  address,
  device,
}: {
  address: string;
  device?: string | undefined;
}): Buffer[] {
  const places = [hashOf(`address ${addressKey(address)}`)];
  return device ? [hashOf(`device ${device}`), ...places] : places;
}

/** Said only to someone who knows the password. */
async function suspended(ctx: AppContext, reason: string | null): Promise<AppError> {
  const { supportEmail } = await getSettings(ctx);
  const why = reason ? ` The reason given: ${reason}` : '';
  return new AppError(
    'forbidden',
    `This account is suspended.${why} Write to ${supportEmail} if you think this is wrong.`,
  );
}
