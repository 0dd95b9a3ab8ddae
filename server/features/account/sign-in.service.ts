// Signing in: the password, the tries that are counted, the second factor.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { getSettings } from '#server/features/site/site.service.ts';
import { addressKey } from '#server/integrations/address-key.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import { AppError } from '#shared/errors.ts';
import type { User } from '#shared/features/account/account.contract.ts';
import { findUserForSignIn } from './account.queries.ts';
import { holdSignIn, listLatestPlaces } from './credential.queries.ts';
import { verifyPassword } from './password.ts';
import { findKnownPlace, rememberPlaces } from './session.queries.ts';
import {
  createSession,
  hashOf,
  needsTwoFactor,
  newToken,
  type Origin,
  type Session,
} from './session.service.ts';
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

export type SignInInput = Origin & {
  username: string;
  password: string;
  code?: string | undefined;
  /** The browser's own cookie, from an earlier sign-in. */
  device?: string | undefined;
};

export type SignedIn = { user: User; session: Session; device: string };

export async function signIn(ctx: AppContext, input: SignInInput): Promise<SignedIn> {
  const nameKey = identityKey(input.username);
  const found = await findUserForSignIn(ctx.db, { nameKey });
  const tries = await countTry(ctx, input, found?.id ?? null, nameKey);
  const isRight = await verifyPassword(input.password, found?.passwordHash ?? null);
  if (!found || !isRight) throw new AppError('unauthenticated', REFUSED);
  const { passwordHash, state, suspendedReason, ...person } = found;
  if (state !== 'active') throw await suspended(ctx, suspendedReason);
  const isSecondOn = await hasTwoFactor(ctx, person.id);
  if (isSecondOn) await checkSecondFactor(ctx, person.id, input.code);
  // Only what was counted for this place: the guesses of others at this account go on counting.
  await ctx.limiter.reset(tries);
  const device = input.device ?? newToken();
  const placeHashes = placesOf({ ...input, device });
  const session = await inTransaction(ctx.db, async (tx) => {
    // What was checked above may have changed since: a session made now would outlive what ends all sessions.
    const isUnchanged = await holdSignIn(tx, { userId: person.id, passwordHash });
    if (!isUnchanged) throw new AppError('unauthenticated', REFUSED);
    if (!isSecondOn && (await hasTwoFactor({ db: tx }, person.id))) throw secondFactorMissing();
    await rememberPlaces(tx, { userId: person.id, placeHashes, now: ctx.clock.now() });
    return createSession(ctx, tx, { userId: person.id, ...input });
  });
  const { isTwoFactorRequired } = await getSettings(ctx);
  const user = {
    ...person,
    needsTwoFactor: needsTwoFactor({ ...person, hasTwoFactor: isSecondOn, isTwoFactorRequired }),
  };
  return { user, session, device };
}

/** An account is found by two names, so it is counted by its number; a name nobody has is counted as if someone had. */
async function countTry(
  ctx: AppContext,
  input: SignInInput,
  userId: number | null,
  nameKey: string,
): Promise<string> {
  const account = `sign-in ${userId ?? hashOf(nameKey).toString('base64')}`;
  const known = await findKnownPlace(ctx.db, { userId: userId ?? 0, placeHashes: placesOf(input) });
  const here = `${account} ${known?.toString('base64') ?? addressKey(input.address)}`;
  const count = await ctx.limiter.take(here, TRIES_HERE);
  if (!known && count === 1) await ctx.limiter.take(`${account} first`, FIRST_TRIES_ELSEWHERE);
  if (!known && count > 1) await ctx.limiter.take(`${account} next`, NEXT_TRIES_ELSEWHERE);
  return here;
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

function placesOf({ address, device }: { address: string; device?: string | undefined }): Buffer[] {
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
