// Switching the second factor on and off, and new recovery codes.
import QRCode from 'qrcode';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { AppError } from '#shared/errors.ts';
import { lockPerson } from './credential.queries.ts';
import { queueNotice, TWO_FACTOR_OFF, TWO_FACTOR_ON } from './notice.service.ts';
import { lockProven, provePassword } from './own-password.service.ts';
import { deleteSessionsOf } from '#server/platform/session.queries.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import {
  inHalves,
  newRecoveryCodes,
  newSecret,
  readSecondFactor,
  secretUri,
  stepOf,
} from './two-factor-code.ts';
import {
  confirmSecret,
  countRecoveryCodes,
  deleteTwoFactor,
  findTwoFactor,
  replaceRecoveryCodes,
  replaceUnconfirmedSecret,
} from './two-factor.queries.ts';
import {
  countSecondFactorTry,
  hasTwoFactor,
  recoveryCodeHash,
  consumeSecondFactor,
} from './two-factor.service.ts';

const ALREADY_ON = 'Two-factor sign-in is on already.';
const IS_OFF = 'Two-factor sign-in is off.';
const CONFIRM_TRIES = { points: 20, seconds: 3600 };

export async function getTwoFactorStatus(ctx: AppContext, viewer: Viewer) {
  const [isOn, recoveryCodesLeft, isRequired] = await Promise.all([
    hasTwoFactor(ctx, viewer.id),
    countRecoveryCodes(ctx.db, { userId: viewer.id }),
    isRequiredOf(ctx, viewer),
  ]);
  return { isOn, isRequired, recoveryCodesLeft };
}

async function isRequiredOf(ctx: AppContext, { roles }: Viewer): Promise<boolean> {
  const { isTwoFactorRequired } = await getSettings(ctx);
  return isTwoFactorRequired && roles.includes('admin');
}

/** Otherwise a stranger could open an account with someone's address and lock them out of it for good. */
function refuseUnverified({ isEmailVerified }: { isEmailVerified: boolean }): void {
  if (isEmailVerified) return;
  throw new AppError(
    'conflict',
    'Confirm your e-mail address first: open the link in the mail we sent you, then set up the app.',
  );
}

/** Nothing is asked for yet: the secret counts once a code of it was confirmed. */
export async function startTwoFactor(ctx: AppContext, viewer: Viewer, { password }: { password: string }) {
  const proof = await provePassword(ctx, viewer, password);
  const secret = newSecret();
  const siteName = await inTransaction(ctx.db, async (tx) => {
    refuseUnverified(await lockProven(tx, proof));
    const isWritten = await replaceUnconfirmedSecret(tx, { userId: viewer.id, secret });
    if (!isWritten) throw new AppError('conflict', ALREADY_ON);
    return (await getSettings({ db: tx })).siteName;
  });
  const uri = secretUri(secret, { issuer: siteName, label: viewer.username });
  const svg = await QRCode.toString(uri, { type: 'svg', margin: 2 });
  return { secret, uri, qrImage: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
}

/** Every other session ends: they were made without the second factor. */
export async function confirmTwoFactor(ctx: AppContext, viewer: Viewer, { code }: { code: string }) {
  const tries = `confirm-factor ${viewer.id}`;
  await ctx.limiter.take(tries, CONFIRM_TRIES);
  const recoveryCodes = await inTransaction(ctx.db, async (tx) => {
    const person = await lockPerson(tx, { userId: viewer.id });
    const app = await findTwoFactor(tx, { userId: viewer.id });
    if (!person || !app)
      throw new AppError('conflict', 'Begin with the QR code, then enter a code of the app.');
    if (app.confirmedAt) throw new AppError('conflict', ALREADY_ON);
    refuseUnverified(person);
    const now = ctx.clock.now();
    const factor = readSecondFactor(code);
    const step = factor.kind === 'app' ? stepOf(app.secret, factor.digits, now) : null;
    const isConfirmed =
      step !== null && (await confirmSecret(tx, { userId: viewer.id, secret: app.secret, step, now }));
    if (!isConfirmed) {
      throw wrongCode(
        'That code did not fit. Enter the six digits the app shows now, and check the clock of your telephone.',
      );
    }
    await deleteSessionsOf(tx, { userId: viewer.id, exceptId: viewer.sessionId });
    await queueNotice(ctx, tx, person, TWO_FACTOR_ON);
    return writeRecoveryCodes(tx, viewer.id);
  });
  await ctx.limiter.reset(tries);
  return { recoveryCodes };
}

export async function renewRecoveryCodes(
  ctx: AppContext,
  viewer: Viewer,
  { password }: { password: string },
) {
  const proof = await provePassword(ctx, viewer, password);
  return inTransaction(ctx.db, async (tx) => {
    await lockProven(tx, proof);
    if (!(await hasTwoFactor({ db: tx }, viewer.id))) throw new AppError('conflict', IS_OFF);
    return { recoveryCodes: await writeRecoveryCodes(tx, viewer.id) };
  });
}

/** The only time they are seen: what is kept are their hashes. */
async function writeRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(tx, { userId, codeHashes: codes.map((code) => recoveryCodeHash(userId, code)) });
  return codes.map(inHalves);
}

export async function stopTwoFactor(
  ctx: AppContext,
  viewer: Viewer,
  { password, code }: { password: string; code: string },
): Promise<void> {
  if (await isRequiredOf(ctx, viewer)) {
    throw new AppError('conflict', 'Your role asks for two-factor sign-in, so it stays on.');
  }
  const proof = await provePassword(ctx, viewer, password);
  if (!(await hasTwoFactor(ctx, viewer.id))) throw new AppError('conflict', IS_OFF);
  const tries = await countSecondFactorTry(ctx, viewer.id);
  await inTransaction(ctx.db, async (tx) => {
    const person = await lockProven(tx, proof);
    if (!(await consumeSecondFactor(ctx, tx, viewer.id, code))) {
      throw wrongCode('That code did not fit. Wait for the next one, or use a recovery code.');
    }
    await deleteTwoFactor(tx, { userId: viewer.id });
    await queueNotice(ctx, tx, person, TWO_FACTOR_OFF);
  });
  await ctx.limiter.reset(tries);
}

function wrongCode(message: string): AppError {
  return new AppError('unprocessable', message, [{ path: 'code', message }]);
}
