// Signing in with a link by mail: the way in that guessing passwords cannot block.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { defineJob } from '#server/jobs/job.ts';
import { AppError } from '#shared/errors.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import { SIGN_IN_LINK_MINUTES, SIGN_IN_LINK_PAUSE_MINUTES } from '#shared/features/account/login.rules.ts';
import { findUserForSignIn } from './account.queries.ts';
import { findActivePerson, hasUnusedLinkSince, lockPerson } from './credential.queries.ts';
import { findMailLink, markMailLinkUsed } from './mail-link.queries.ts';
import { queueSignInLink } from './mail-link.service.ts';
import { sendResetLink } from './password-reset.service.ts';
import { hashOf } from '#server/platform/session.service.ts';
import { beginSession, forgiveTries, toUser, type Place, type SignedIn } from './sign-in.service.ts';
import { checkSecondFactor, hasTwoFactor, secondFactorMissing } from './two-factor.service.ts';

const ASKED = `If there is an account by this name, a link that signs you in is in its mailbox or on its way there. It works for ${SIGN_IN_LINK_MINUTES} minutes. Look in the spam folder, too.`;
const GONE = 'This link no longer works: it was used already, or it is too old. Ask for a new one.';

/** With one link. Only whoever holds the link can use them up. */
const CODE_TRIES = { points: 5, seconds: SIGN_IN_LINK_MINUTES * 60 };
const NOBODY = 0;

/** The same look and the same job for every name, so that neither the answer nor its time tells who has an account. */
export async function sendSignInLinkTo(ctx: AppContext, username: string): Promise<{ message: string }> {
  const found = await findUserForSignIn(ctx.db, { nameKey: identityKey(username) });
  const askedAt = ctx.clock.now().toISOString();
  await ctx.jobs.send(ctx.db, sendSignInLinkJob, { userId: found?.id ?? NOBODY, askedAt });
  return { message: ASKED };
}

export const sendSignInLinkJob = defineJob({
  name: 'account.send-sign-in-link',
  data: z.object({ userId: z.int(), askedAt: z.iso.datetime() }),
  afterRestore: 'forget',
  run: (ctx, { userId, askedAt }) => sendSignInLink(ctx, userId, new Date(askedAt)),
});

/**
 * Strangers can ask, too, so mails to one person are limited. The limit cannot be used against the owner: as long as no
 * new link is sent, the last one is unused and works for five minutes more at least.
 */
async function sendSignInLink(ctx: AppContext, userId: number, askedAt: Date): Promise<void> {
  const person = await findActivePerson(ctx.db, { userId });
  if (!person) return;
  // Whoever opened the account may not be who reads this mailbox: they choose a new password, which shuts others out.
  if (!person.isEmailVerified) return sendResetLink(ctx, userId, askedAt);
  await inTransaction(ctx.db, async (tx) => {
    const recipient = await lockPerson(tx, { userId });
    if (!recipient) return;
    const since = new Date(askedAt.getTime() - SIGN_IN_LINK_PAUSE_MINUTES * 60_000);
    if (await hasUnusedLinkSince(tx, { userId, purpose: 'sign-in', since })) return;
    await queueSignInLink(ctx, tx, recipient);
  });
}

/** Asking for the code of the authenticator app does not use the link up. */
export async function openSignInLink(
  ctx: AppContext,
  { token, code, ...place }: Place & { token: string; code?: string | undefined },
): Promise<SignedIn> {
  const tokenHash = hashOf(token);
  const { userId, linkId } = await getLinkOwner(ctx, tokenHash);
  const isSecondOn = await hasTwoFactor(ctx, userId);
  if (isSecondOn) {
    const tries = `second-factor link ${linkId}`;
    await checkSecondFactor(ctx, userId, code, async () => {
      await ctx.limiter.take(tries, CODE_TRIES);
      return tries;
    });
  }
  const { person, ...begun } = await inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const locked = await lockPerson(tx, { userId });
    const link = await findMailLink(tx, { tokenHash, now });
    if (!locked || !link || link.usedAt) throw new AppError('gone', GONE);
    if (identityKey(link.email) !== identityKey(locked.email)) throw new AppError('gone', GONE);
    if (!isSecondOn && (await hasTwoFactor({ db: tx }, userId))) throw secondFactorMissing();
    await markMailLinkUsed(tx, { id: link.id, now });
    return { person: locked, ...(await beginSession(ctx, tx, { userId, ...place })) };
  });
  await forgiveTries(ctx, { userId, address: place.address });
  return { user: await toUser(ctx, person, isSecondOn), ...begun };
}

async function getLinkOwner(ctx: AppContext, tokenHash: Buffer): Promise<{ userId: number; linkId: number }> {
  const link = await findMailLink(ctx.db, { tokenHash, now: ctx.clock.now() });
  const isUsable = link?.purpose === 'sign-in' && !link.usedAt;
  const person = isUsable ? await findActivePerson(ctx.db, { userId: link.userId }) : null;
  if (!link || !person) throw new AppError('gone', GONE);
  return { userId: person.id, linkId: link.id };
}
