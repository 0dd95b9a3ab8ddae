// Registration, and confirming and changing the email address.
import type { AppContext } from '#server/context.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import { createApplications } from '#server/features/application/application.service.ts';
import { joinGuestOrders } from '#server/features/order/order-key.service.ts';
import { claimCourseInvitations } from '#server/features/teaching/invitation.service.ts';
import { hashToken, type Viewer } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import {
  confirmEmail,
  findTakenNames,
  insertUser,
  isEmailOfAnotherUser,
  lockActiveUser,
  updateActiveUser,
} from '#server/platform/user.queries.ts';
import { AppError, type ErrorDetail } from '#shared/errors.ts';
import { identityKey, USERNAME_TAKEN } from '#shared/features/account/account.rules.ts';
import { APPLICATION_KINDS } from '#shared/features/application/application.states.ts';
import { queueEmailChange, queueVerification } from './account-mail.service.ts';
import { lockMailLink, markMailLinkUsed } from './account.queries.ts';
import { hashPassword } from './password-hash.ts';
import { confirmPassword, lockConfirmed, requireStrongPassword } from './password.service.ts';
import { startSession, type SignedIn, type SignInDevice } from './session.service.ts';

const EMAIL_TAKEN = 'There is already an account with this email address. Sign in, or reset your password.';
/** Per account and kind, so that our emails can't be used to pester the owner of an address. */
const MAIL_RATE = { points: 5, seconds: 3600 };

type Registration = {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  password: string;
  reasons: string[];
};

export async function register(
  ctx: AppContext,
  input: Registration,
  device: SignInDevice,
): Promise<SignedIn> {
  const { isRegistrationOpen, supportEmail } = await getSettings(ctx);
  if (!isRegistrationOpen) {
    throw new AppError(
      'forbidden',
      `Registration is closed at the moment. Email ${supportEmail} if you need an account.`,
    );
  }
  const { firstName, lastName, password, email, reasons } = input;
  const username = input.username.normalize('NFC');
  requireStrongPassword(password, [username, email, firstName, lastName], 'password');
  const names = { usernameKey: identityKey(username), emailKey: identityKey(email) };
  const { isUsernameTaken, isEmailTaken } = await findTakenNames(ctx.db, names);
  if (isUsernameTaken || isEmailTaken) throw await namesTaken(ctx.db, names);
  const passwordHash = await hashPassword(password);
  return inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const user = await insertUser(tx, {
      ...names,
      username,
      email,
      firstName: firstName.normalize('NFC'),
      lastName: lastName.normalize('NFC'),
      passwordHash,
      createdAt: now,
    });
    // Someone claimed the name between the check above and here.
    if (!user) throw await namesTaken(tx, names);
    const kinds = APPLICATION_KINDS.filter((kind) => reasons.includes(kind));
    await createApplications(ctx, tx, { userId: user.id, kinds });
    await queueVerification(ctx, tx, user);
    // The device used to register counts as known, so strangers' guesses elsewhere can't lock its owner out.
    const started = await startSession(ctx, tx, { userId: user.id, ...device });
    return { user: { ...user, needsTwoFactor: false }, ...started };
  });
}

async function namesTaken(db: DbOrTx, names: { usernameKey: string; emailKey: string }): Promise<AppError> {
  const { isUsernameTaken, isEmailTaken } = await findTakenNames(db, names);
  const details: ErrorDetail[] = [];
  if (isUsernameTaken) details.push({ path: 'username', message: USERNAME_TAKEN });
  if (isEmailTaken) details.push({ path: 'email', message: EMAIL_TAKEN });
  return new AppError('conflict', details[0]?.message ?? USERNAME_TAKEN, details);
}

/** Opening a link twice is fine: virus scanners open links before the reader does. */
export async function verifyEmail(ctx: AppContext, token: string): Promise<{ email: string }> {
  const now = ctx.clock.now();
  try {
    return await inTransaction(ctx.db, async (tx) => {
      const link = await lockMailLink(tx, { tokenHash: hashToken(token), now });
      if (link?.purpose !== 'verify-email' && link?.purpose !== 'change-email') {
        throw new AppError(
          'gone',
          'This link no longer works. Sign in and request a new one on the Security page of your profile.',
        );
      }
      const { userId, email } = link;
      const emailKey = identityKey(email);
      if (link.purpose === 'change-email' && !link.usedAt) {
        await updateActiveUser(tx, { id: userId, email, emailKey, emailVerifiedAt: now });
      }
      const confirmed = await confirmEmail(tx, { id: userId, emailKey, now });
      if (confirmed === null) {
        throw new AppError(
          'gone',
          'This link is for an address the account no longer has. Sign in to see its current address.',
        );
      }
      if (!link.usedAt) await markMailLinkUsed(tx, { id: link.id, now });
      await joinGuestOrders(ctx, tx, { userId, email: confirmed });
      await claimCourseInvitations(ctx, tx, { userId, email: confirmed });
      return { email: confirmed };
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'users_email_key') throw error;
    throw new AppError(
      'conflict',
      'Someone else has registered with this address in the meantime. Sign in and choose another one.',
    );
  }
}

export async function resendVerification(ctx: AppContext, viewer: Viewer): Promise<{ email: string }> {
  if (viewer.isEmailVerified) throw new AppError('conflict', 'Your email address is already confirmed.');
  await ctx.limiter.take(`verify-mail ${viewer.id}`, MAIL_RATE);
  return inTransaction(ctx.db, async (tx) => {
    const user = await lockActiveUser(tx, { id: viewer.id });
    // Deleted or suspended since the request started.
    if (!user) throw new AppError('unauthenticated', 'Please sign in to continue.');
    await queueVerification(ctx, tx, user);
    return { email: user.email };
  });
}

/** Nothing changes until the link sent to the new address is opened; the old address is notified at once. */
export async function changeEmail(
  ctx: AppContext,
  viewer: Viewer,
  { email, password }: { email: string; password: string },
): Promise<{ email: string }> {
  const confirmation = await confirmPassword(ctx, viewer, password);
  const emailKey = identityKey(email);
  if (emailKey === identityKey(viewer.email)) throw emailConflict('This is already your email address.');
  if (await isEmailOfAnotherUser(ctx.db, { emailKey, id: viewer.id })) {
    throw emailConflict('There is already an account with this email address. Choose another one.');
  }
  await ctx.limiter.take(`change-mail ${viewer.id}`, MAIL_RATE);
  await inTransaction(ctx.db, async (tx) => {
    const user = await lockConfirmed(tx, confirmation);
    await queueEmailChange(ctx, tx, user, email);
  });
  return { email };
}

function emailConflict(message: string): AppError {
  return new AppError('conflict', message, [{ path: 'email', message }]);
}
