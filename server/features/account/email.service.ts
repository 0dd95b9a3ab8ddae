// A person's address: confirming it, changing it.
import type { AppContext } from '#server/context.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import { joinGuestOrders } from '#server/features/order/order-key.service.ts';
import { AppError } from '#shared/errors.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import { confirmEmail, isEmailOfAnother, lockPerson, setEmail } from './credential.queries.ts';
import { findMailLink, markMailLinkUsed } from './mail-link.queries.ts';
import { queueEmailChange, queueVerification } from './mail-link.service.ts';
import { lockProven, provePassword } from './own-password.service.ts';
import { hashOf, type Viewer } from '#server/platform/session.service.ts';

/** Of one account, each kind: our mails must not become a way to annoy whoever owns an address. */
const MAILS = { points: 5, seconds: 3600 };

/**
 * Opening a link twice is no error: programs that look through mail for danger open it before its reader does.
 * What counts is that the address is theirs.
 */
export async function verifyEmail(ctx: AppContext, token: string): Promise<{ email: string }> {
  const now = ctx.clock.now();
  try {
    return await inTransaction(ctx.db, async (tx) => {
      const link = await findMailLink(tx, { tokenHash: hashOf(token), now });
      if (link?.purpose !== 'verify-email' && link?.purpose !== 'change-email') {
        throw new AppError(
          'gone',
          'This link no longer works. Sign in and have a new one sent from the Security page of your profile.',
        );
      }
      const { userId, email } = link;
      const emailKey = identityKey(email);
      if (link.purpose === 'change-email' && !link.usedAt) {
        await setEmail(tx, { userId, email, emailKey, now });
      }
      const confirmed = await confirmEmail(tx, { userId, emailKey, now });
      if (confirmed === null) {
        throw new AppError(
          'gone',
          'This link is for an address the account no longer has. Sign in to see which one it has now.',
        );
      }
      if (!link.usedAt) await markMailLinkUsed(tx, { id: link.id, now });
      await joinGuestOrders(ctx, tx, { userId, email: confirmed });
      return { email: confirmed };
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'users_email_key') throw error;
    throw new AppError(
      'conflict',
      'Someone else has an account with this address by now. Sign in and choose another one.',
    );
  }
}

export async function resendVerification(ctx: AppContext, viewer: Viewer): Promise<{ email: string }> {
  if (viewer.isEmailVerified) throw new AppError('conflict', 'Your address is confirmed already.');
  await ctx.limiter.take(`verify-mail ${viewer.id}`, MAILS);
  return inTransaction(ctx.db, async (tx) => {
    const person = await lockPerson(tx, { userId: viewer.id });
    // Deleted or suspended since the call began.
    if (!person) throw new AppError('unauthenticated', 'Please sign in to continue.');
    await queueVerification(ctx, tx, person);
    return { email: person.email };
  });
}

/** Nothing changes until the link sent to the new address is opened; the old one is told at once. */
export async function changeEmail(
  ctx: AppContext,
  viewer: Viewer,
  { email, password }: { email: string; password: string },
): Promise<{ email: string }> {
  const proof = await provePassword(ctx, viewer, password);
  const emailKey = identityKey(email);
  if (emailKey === identityKey(viewer.email)) throw refused('This is your address already.');
  if (await isEmailOfAnother(ctx.db, { emailKey, userId: viewer.id })) {
    throw refused('This e-mail address already has an account. Choose another one.');
  }
  await ctx.limiter.take(`change-mail ${viewer.id}`, MAILS);
  await inTransaction(ctx.db, async (tx) => {
    const person = await lockProven(tx, proof);
    await queueEmailChange(ctx, tx, person, email);
  });
  return { email };
}

function refused(message: string): AppError {
  return new AppError('conflict', message, [{ path: 'email', message }]);
}
