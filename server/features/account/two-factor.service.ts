// Two-factor sign-in: an authenticator app, and recovery codes in case the phone is lost.
import QRCode from 'qrcode';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { deleteSessions } from '#server/platform/session.queries.ts';
import { hashToken, type Viewer } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { findActiveUser, lockActiveUser } from '#server/platform/user.queries.ts';
import { AppError } from '#shared/errors.ts';
import {
  queueSecurityNotice,
  recoveryCodeUsed,
  TWO_FACTOR_OFF,
  TWO_FACTOR_ON,
} from './account-mail.service.ts';
import { confirmPassword, lockConfirmed } from './password.service.ts';
import {
  formatRecoveryCode,
  newRecoveryCodes,
  newSecret,
  parseTwoFactorCode,
  secretUri,
  stepOf,
  type TwoFactorCode,
} from './two-factor-code.ts';
import {
  confirmSecret,
  consumeRecoveryCode,
  consumeStep,
  countRecoveryCodes,
  deleteTwoFactor,
  findTwoFactor,
  replaceRecoveryCodes,
  replaceUnconfirmedSecret,
} from './two-factor.queries.ts';

export { deleteTwoFactor } from './two-factor.queries.ts';

/** Per account, after the password. Trying a million codes would take years. */
const ATTEMPTS = { points: 20, seconds: 3600 };
const CONFIRM_ATTEMPTS = { points: 20, seconds: 3600 };
const ALREADY_ON = 'Two-factor sign-in is already on.';
const IS_OFF = 'Two-factor sign-in is off.';
const WRONG_CODE = 'That code didn’t work. Wait for the next one, or use a recovery code.';

export async function hasTwoFactor({ db }: { db: DbOrTx }, userId: number): Promise<boolean> {
  const found = await findTwoFactor(db, { userId });
  return Boolean(found?.confirmedAt);
}

export function twoFactorCodeRequired(): AppError {
  return new AppError('second_factor_required', 'Enter the six digits from your authenticator app.');
}

/**
 * At sign-in, after the password or an emailed link. Throws unless the code is right and was never used before. Links
 * bring their own counter, so someone who knows only the password can't use up the attempts of the mailbox's owner.
 */
export async function checkTwoFactorCode(
  ctx: AppContext,
  userId: number,
  code?: string,
  countAttempt: () => Promise<string> = () => countTwoFactorAttempt(ctx, userId),
): Promise<void> {
  if (!code?.trim()) throw twoFactorCodeRequired();
  const attempts = await countAttempt();
  const used = await inTransaction(ctx.db, async (tx) => {
    const kind = await consumeCode(ctx, tx, userId, code);
    if (kind === 'recovery') await reportRecoveryCode(ctx, tx, userId);
    return kind;
  });
  if (!used) {
    throw new AppError('second_factor_required', WRONG_CODE, [{ path: 'code', message: WRONG_CODE }]);
  }
  await ctx.limiter.reset(attempts);
}

async function reportRecoveryCode(ctx: AppContext, tx: Tx, userId: number): Promise<void> {
  const user = await findActiveUser(tx, { id: userId });
  const left = await countRecoveryCodes(tx, { userId });
  if (user) await queueSecurityNotice(ctx, tx, user, recoveryCodeUsed(left));
}

/** Returns the limiter's key, to reset it after a success. */
async function countTwoFactorAttempt(ctx: AppContext, userId: number): Promise<string> {
  const attempts = `second-factor ${userId}`;
  await ctx.limiter.take(attempts, ATTEMPTS);
  return attempts;
}

/** Marks the code as used and returns its kind; null if it is wrong or was used before. */
async function consumeCode(
  ctx: AppContext,
  tx: Tx,
  userId: number,
  typed: string,
): Promise<TwoFactorCode['kind'] | null> {
  const now = ctx.clock.now();
  const code = parseTwoFactorCode(typed);
  if (code.kind === 'recovery') {
    const codeHash = recoveryCodeHash(userId, code.code);
    return (await consumeRecoveryCode(tx, { userId, codeHash, now })) ? code.kind : null;
  }
  const app = await findTwoFactor(tx, { userId });
  const step = app ? stepOf(app.secret, code.digits, now) : null;
  if (!app || step === null) return null;
  return (await consumeStep(tx, { userId, secret: app.secret, step })) ? code.kind : null;
}

function recoveryCodeHash(userId: number, code: string): Buffer {
  return hashToken(`recovery ${userId} ${code}`);
}

export async function getTwoFactor(ctx: AppContext, viewer: Viewer) {
  const [isOn, recoveryCodesLeft, isRequired] = await Promise.all([
    hasTwoFactor(ctx, viewer.id),
    countRecoveryCodes(ctx.db, { userId: viewer.id }),
    isTwoFactorRequired(ctx, viewer),
  ]);
  return { isOn, isRequired, recoveryCodesLeft };
}

async function isTwoFactorRequired(ctx: AppContext, { roles }: Viewer): Promise<boolean> {
  const settings = await getSettings(ctx);
  return settings.isTwoFactorRequired && roles.includes('admin');
}

/** Otherwise a stranger could register with someone's address and lock them out of the account for good. */
function requireVerifiedEmail({ isEmailVerified }: { isEmailVerified: boolean }): void {
  if (isEmailVerified) return;
  throw new AppError(
    'conflict',
    'Confirm your email address first: open the link in the email we sent you, then set up the app.',
  );
}

/** Nothing changes yet: the secret counts once a code from the app is confirmed. */
export async function startTwoFactor(ctx: AppContext, viewer: Viewer, { password }: { password: string }) {
  const confirmation = await confirmPassword(ctx, viewer, password);
  const secret = newSecret();
  const siteName = await inTransaction(ctx.db, async (tx) => {
    requireVerifiedEmail(await lockConfirmed(tx, confirmation));
    const isReplaced = await replaceUnconfirmedSecret(tx, { userId: viewer.id, secret });
    if (!isReplaced) throw new AppError('conflict', ALREADY_ON);
    return (await getSettings({ db: tx })).siteName;
  });
  const uri = secretUri(secret, { issuer: siteName, label: viewer.username });
  const svg = await QRCode.toString(uri, { type: 'svg', margin: 2 });
  return { secret, uri, qrImage: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
}

/** Ends every other session: they were started without the second factor. */
export async function confirmTwoFactor(ctx: AppContext, viewer: Viewer, { code }: { code: string }) {
  const attempts = `confirm-factor ${viewer.id}`;
  await ctx.limiter.take(attempts, CONFIRM_ATTEMPTS);
  const recoveryCodes = await inTransaction(ctx.db, async (tx) => {
    const user = await lockActiveUser(tx, { id: viewer.id });
    const app = await findTwoFactor(tx, { userId: viewer.id });
    if (!user || !app) {
      throw new AppError('conflict', 'Scan the QR code first, then enter a code from the app.');
    }
    if (app.confirmedAt) throw new AppError('conflict', ALREADY_ON);
    requireVerifiedEmail(user);
    const now = ctx.clock.now();
    const typed = parseTwoFactorCode(code);
    const step = typed.kind === 'app' ? stepOf(app.secret, typed.digits, now) : null;
    const isConfirmed =
      step !== null && (await confirmSecret(tx, { userId: viewer.id, secret: app.secret, step, now }));
    if (!isConfirmed) {
      throw wrongCode(
        'That code didn’t work. Enter the six digits the app shows now, and check that your phone’s clock is right.',
      );
    }
    await deleteSessions(tx, { userId: viewer.id, exceptId: viewer.sessionId });
    await queueSecurityNotice(ctx, tx, user, TWO_FACTOR_ON);
    return createRecoveryCodes(tx, viewer.id);
  });
  await ctx.limiter.reset(attempts);
  return { recoveryCodes };
}

export async function renewRecoveryCodes(
  ctx: AppContext,
  viewer: Viewer,
  { password }: { password: string },
) {
  const confirmation = await confirmPassword(ctx, viewer, password);
  return inTransaction(ctx.db, async (tx) => {
    await lockConfirmed(tx, confirmation);
    if (!(await hasTwoFactor({ db: tx }, viewer.id))) throw new AppError('conflict', IS_OFF);
    return { recoveryCodes: await createRecoveryCodes(tx, viewer.id) };
  });
}

/** Shown this once; only their hashes are stored. */
async function createRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(tx, { userId, codeHashes: codes.map((code) => recoveryCodeHash(userId, code)) });
  return codes.map(formatRecoveryCode);
}

export async function disableTwoFactor(
  ctx: AppContext,
  viewer: Viewer,
  { password, code }: { password: string; code: string },
): Promise<void> {
  if (await isTwoFactorRequired(ctx, viewer)) {
    throw new AppError('conflict', "Your role requires two-factor sign-in, so you can't turn it off.");
  }
  const confirmation = await confirmPassword(ctx, viewer, password);
  if (!(await hasTwoFactor(ctx, viewer.id))) throw new AppError('conflict', IS_OFF);
  const attempts = await countTwoFactorAttempt(ctx, viewer.id);
  await inTransaction(ctx.db, async (tx) => {
    const user = await lockConfirmed(tx, confirmation);
    if (!(await consumeCode(ctx, tx, viewer.id, code))) throw wrongCode(WRONG_CODE);
    await deleteTwoFactor(tx, { userId: viewer.id });
    await queueSecurityNotice(ctx, tx, user, TWO_FACTOR_OFF);
  });
  await ctx.limiter.reset(attempts);
}

function wrongCode(message: string): AppError {
  return new AppError('unprocessable', message, [{ path: 'code', message }]);
}
