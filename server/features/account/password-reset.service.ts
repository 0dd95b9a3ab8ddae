// A forgotten password: the link by mail, and what it is good for.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { joinGuestOrders } from '#server/features/order/order-key.service.ts';
import { defineJob } from '#server/jobs/job.ts';
import { AppError } from '#shared/errors.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import { deletePayoutAccounts } from '#server/features/payout/payout-account.service.ts';
import {
  confirmEmail,
  deleteKnownDevices,
  deleteTakeoverLinks,
  findActivePerson,
  findUserIdByEmail,
  hasLinkSince,
  lockPerson,
  setPassword,
} from './credential.queries.ts';
import { findMailLink, markMailLinkUsed } from './mail-link.queries.ts';
import { queuePasswordReset } from './mail-link.service.ts';
import { HANDED_OVER, PASSWORD_CHANGED, queueNotice } from './notice.service.ts';
import { refuseWeakPassword } from './password-check.ts';
import { hashPassword } from './password.ts';
import { deleteSessionsOf, rememberPlaces } from '#server/platform/session.queries.ts';
import { hashOf, newToken } from '#server/platform/session.service.ts';
import { forgiveTries, listPositions } from './sign-in.service.ts';
import { deleteTwoFactor } from './two-factor.queries.ts';

const ASKED =
  'If this address has an account, a link to choose a new password is on its way. Look in the spam folder, too.';
const GONE = 'This link no longer works: it was used already, or it is too old. Ask for a new one.';

/** To one account. Who asks more often gets the mails of the first ones. */
const MAILS = { points: 5, seconds: 3600 };
/** Asking again so soon means the first mail has not arrived yet; a second would end its link. */
const SAME_WISH_MS = 60_000;
const NOBODY = 0;

/** The same look and the same job for every address, so that neither the answer nor its time tells who has an account. */
export async function requestPasswordReset(ctx: AppContext, email: string): Promise<{ message: string }> {
  const userId = await findUserIdByEmail(ctx.db, { emailKey: identityKey(email) });
  const askedAt = ctx.clock.now().toISOString();
  await ctx.jobs.send(ctx.db, sendResetLinkJob, { userId: userId ?? NOBODY, askedAt });
  return { message: ASKED };
}

/** By number: staff see the data of jobs, and an address nobody has is none of their business. */
export const sendResetLinkJob = defineJob({
  name: 'account.send-reset-link',
  data: z.object({ userId: z.int(), askedAt: z.iso.datetime() }),
  afterRestore: 'forget',
  run: (ctx, { userId, askedAt }) => sendResetLink(ctx, userId, new Date(askedAt)),
});

export async function sendResetLink(ctx: AppContext, userId: number, askedAt: Date): Promise<void> {
  if (!(await findActivePerson(ctx.db, { userId }))) return;
  if (!(await mayMail(ctx, userId))) return;
  const since = new Date(askedAt.getTime() - SAME_WISH_MS);
  await inTransaction(ctx.db, async (tx) => {
    const person = await lockPerson(tx, { userId });
    if (!person) return;
    if (await hasLinkSince(tx, { userId, purpose: 'reset-password', since })) return;
    await queuePasswordReset(ctx, tx, person);
  });
}

async function mayMail(ctx: AppContext, userId: number): Promise<boolean> {
  try {
    await ctx.limiter.take(`reset-mail ${userId}`, MAILS);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return false;
    throw error;
  }
}

/**
 * Ends every session. The second factor stays: reading someone's mail is not having their telephone. Unless the address
 * was never confirmed: then this is the first proof of whose account it is. Answers the browser's own token: it counts
 * as known from now on, so that strangers' guesses cannot keep its owner from using the new password.
 */
export async function resetPassword(
  ctx: AppContext,
  {
    token,
    password,
    ...place
  }: { token: string; password: string; address: string; device?: string | undefined },
): Promise<{ device: string }> {
  const tokenHash = hashOf(token);
  const { userId, username, email, firstName, lastName } = await getLinkOwner(ctx, tokenHash);
  refuseWeakPassword(password, [username, email, firstName, lastName], 'password');
  const passwordHash = await hashPassword(password);
  const device = place.device ?? newToken();
  await inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const person = await lockPerson(tx, { userId });
    const link = await findMailLink(tx, { tokenHash, now });
    if (!person || !link || link.usedAt) throw new AppError('gone', GONE);
    // They read the mail of that address, which must still be theirs.
    const confirmed = await confirmEmail(tx, { userId, emailKey: identityKey(link.email), now });
    if (!confirmed) throw new AppError('gone', GONE);
    await markMailLinkUsed(tx, { id: link.id, now });
    await setPassword(tx, { userId, passwordHash });
    await deleteSessionsOf(tx, { userId });
    await deleteTakeoverLinks(tx, { userId });
    if (!person.isEmailVerified) await handOverToMailbox(ctx, tx, { userId, email: confirmed });
    await rememberPlaces(tx, { userId, placeHashes: listPositions({ ...place, device }), now });
    await queueNotice(ctx, tx, person, person.isEmailVerified ? PASSWORD_CHANGED : HANDED_OVER);
  });
  await forgiveTries(ctx, { userId, address: place.address });
  return { device };
}

/**
 * The address was never confirmed, so someone else may have opened the account with it. Whatever would let them back
 * in, keep its owner out, or pay them goes; what the owner can see and change themselves (name, profile, cart) stays,
 * because most people who come this way opened the account themselves.
 */
async function handOverToMailbox(
  ctx: AppContext,
  tx: Tx,
  { userId, email }: { userId: number; email: string },
): Promise<void> {
  await deleteTwoFactor(tx, { userId });
  await deleteKnownDevices(tx, { userId });
  await deletePayoutAccounts(tx, { userId });
  await joinGuestOrders(ctx, tx, { userId, email });
}

/** Looked up before the costly part: a made-up link is refused for the price of a query. */
async function getLinkOwner(ctx: AppContext, tokenHash: Buffer) {
  const link = await findMailLink(ctx.db, { tokenHash, now: ctx.clock.now() });
  const isUsable = link?.purpose === 'reset-password' && !link.usedAt;
  const person = isUsable ? await findActivePerson(ctx.db, { userId: link.userId }) : null;
  if (!person) throw new AppError('gone', GONE);
  return { userId: person.id, ...person };
}
