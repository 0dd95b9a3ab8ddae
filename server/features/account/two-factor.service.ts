// The second factor: an authenticator app, and recovery codes for the day the telephone is gone. Here it is asked for;
// two-factor-setup.service.ts switches it on and off.
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { AppError } from '#shared/errors.ts';
import { findActivePerson } from './credential.queries.ts';
import { queueNotice, recoveryCodeUsed } from './notice.service.ts';
import { hashOf } from '#server/platform/session.service.ts';
import { readSecondFactor, stepOf, type SecondFactor } from './two-factor-code.ts';
import { countRecoveryCodes, findTwoFactor, consumeRecoveryCode, consumeStep } from './two-factor.queries.ts';

/** At one account, after the password: a million codes would take years. */
const TRIES = { points: 20, seconds: 3600 };

export async function hasTwoFactor({ db }: { db: DbOrTx }, userId: number): Promise<boolean> {
  const found = await findTwoFactor(db, { userId });
  return Boolean(found?.confirmedAt);
}

export function secondFactorMissing(): AppError {
  return new AppError('second_factor_required', 'Enter the six digits of your authenticator app.');
}

/**
 * At sign-in, after the password or a mailed link. Throws unless the code fits and was never used before. Links bring a
 * counter of their own: whoever knows only the password cannot use up the tries of whoever reads the mail.
 */
export async function checkSecondFactor(
  ctx: AppContext,
  userId: number,
  code?: string,
  countTry: () => Promise<string> = () => countSecondFactorTry(ctx, userId),
): Promise<void> {
  if (!code?.trim()) throw secondFactorMissing();
  const tries = await countTry();
  const used = await inTransaction(ctx.db, async (tx) => {
    const kind = await consumeSecondFactor(ctx, tx, userId, code);
    if (kind === 'recovery') await tellOfRecoveryCode(ctx, tx, userId);
    return kind;
  });
  if (!used) {
    const message = 'That code did not fit. Wait for the next one, or use a recovery code.';
    throw new AppError('second_factor_required', message, [{ path: 'code', message }]);
  }
  await ctx.limiter.reset(tries);
}

async function tellOfRecoveryCode(ctx: AppContext, tx: Tx, userId: number): Promise<void> {
  const person = await findActivePerson(tx, { userId });
  const left = await countRecoveryCodes(tx, { userId });
  if (person) await queueNotice(ctx, tx, person, recoveryCodeUsed(left));
}

/** Answers the key to give the tries back with. */
export async function countSecondFactorTry(ctx: AppContext, userId: number): Promise<string> {
  const tries = `second-factor ${userId}`;
  await ctx.limiter.take(tries, TRIES);
  return tries;
}

/** Uses the code up and says what it was; null when it does not fit or was used before. */
export async function consumeSecondFactor(
  ctx: AppContext,
  tx: Tx,
  userId: number,
  typed: string,
): Promise<SecondFactor['kind'] | null> {
  const now = ctx.clock.now();
  const factor = readSecondFactor(typed);
  if (factor.kind === 'recovery') {
    const codeHash = recoveryCodeHash(userId, factor.code);
    return (await consumeRecoveryCode(tx, { userId, codeHash, now })) ? factor.kind : null;
  }
  const app = await findTwoFactor(tx, { userId });
  const step = app ? stepOf(app.secret, factor.digits, now) : null;
  if (!app || step === null) return null;
  return (await consumeStep(tx, { userId, secret: app.secret, step })) ? factor.kind : null;
}

export function recoveryCodeHash(userId: number, code: string): Buffer {
  return hashOf(`recovery ${userId} ${code}`);
}
