// Emails about accounts: links that prove access to a mailbox, and notices about security changes.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { claimMailQuota, queueMail } from '#server/platform/mail.service.ts';
import { hashToken, newToken } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { SIGN_IN_LINK_MINUTES } from '#shared/features/account/account.rules.ts';
import { isLinkInMail } from '#shared/line-of-text.ts';
import { deleteUnusedLinks, insertMailLink, type MailLinkPurpose } from './account.queries.ts';

const LINKS: Record<MailLinkPurpose, { page: string; minutes: number; isOnlyNewest: boolean }> = {
  'verify-email': { page: '/verify-email', minutes: 72 * 60, isOnlyNewest: true },
  'change-email': { page: '/verify-email', minutes: 24 * 60, isOnlyNewest: true },
  'reset-password': { page: '/reset-password', minutes: 2 * 60, isOnlyNewest: true },
  // Strangers can request these too: a new link must not invalidate the one the owner is about to open.
  'sign-in': { page: '/sign-in-link', minutes: SIGN_IN_LINK_MINUTES, isOnlyNewest: false },
};

type Recipient = { id: number; email: string; username: string };

/** Returns the link's URL; only a hash of its token is stored. */
async function createMailLink(
  ctx: AppContext,
  tx: Tx,
  { userId, purpose, email }: { userId: number; purpose: MailLinkPurpose; email: string },
): Promise<string> {
  const token = newToken();
  const { page, minutes, isOnlyNewest } = LINKS[purpose];
  const createdAt = ctx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + minutes * 60_000);
  if (isOnlyNewest) await deleteUnusedLinks(tx, { userId, purposes: [purpose] });
  await insertMailLink(tx, { tokenHash: hashToken(token), userId, purpose, email, createdAt, expiresAt });
  return `${ctx.config.publicUrl}${page}?token=${token}`;
}

/**
 * Exactly as it was chosen, or not at all: the address may be someone else's, and a username like “anna.li” would become a
 * link in their mail. The address works for signing in as well.
 */
function usernameNote({ username }: Recipient): string {
  if (isLinkInMail(username)) return 'You can sign in with your username or this email address.';
  return `Your username is ${username}.`;
}

/** False if this address has had enough of these emails for now; the last link still works. */
export async function queueVerification(ctx: AppContext, tx: Tx, user: Recipient): Promise<boolean> {
  const { id: userId, email } = user;
  if (!(await claimMailQuota(ctx, tx, { to: email, kind: 'confirm-address' }))) return false;
  const { siteName } = await getSettings({ db: tx });
  const link = await createMailLink(ctx, tx, { userId, purpose: 'verify-email', email });
  await queueMail(ctx, tx, {
    kind: 'account-link',
    to: email,
    subject: `Confirm your address for ${siteName}`,
    text: [
      'Hi,',
      `Someone created an account at ${siteName} with this email address. If it was you, confirm the address here:\n${link}`,
      `The link works for three days. ${usernameNote(user)} Once the address is confirmed, orders placed with it will appear in your account.`,
      'If it wasn’t you, don’t open the link. Nothing happens without it.',
    ].join('\n\n'),
  });
  return true;
}

/** Sent to the new address. The user keeps the old one until the link is opened. */
export async function queueEmailChange(
  ctx: AppContext,
  tx: Tx,
  user: Recipient,
  newEmail: string,
): Promise<void> {
  if (!(await claimMailQuota(ctx, tx, { to: newEmail, kind: 'change-address' }))) return;
  const { siteName, supportEmail } = await getSettings({ db: tx });
  const link = await createMailLink(ctx, tx, { userId: user.id, purpose: 'change-email', email: newEmail });
  await queueMail(ctx, tx, {
    kind: 'account-link',
    to: newEmail,
    subject: `Confirm your new address for ${siteName}`,
    text: [
      'Hi,',
      `Open this link to use this email address for your account:\n${link}`,
      'The link works for one day. If you didn’t ask for this, don’t open it.',
    ].join('\n\n'),
  });
  await queueMail(ctx, tx, {
    kind: 'account-security',
    to: user.email,
    link: '/profile/security',
    subject: `Your address at ${siteName} is about to change`,
    text: [
      'Hi,',
      'Someone signed in to your account asked to change its email address. If it was you, open the link we sent to the new address.',
      `If it wasn’t you, change your password now and email ${supportEmail}.`,
    ].join('\n\n'),
  });
}

/** False if this address has had enough of these emails for now; the last link still works. */
export async function queuePasswordReset(ctx: AppContext, tx: Tx, user: Recipient): Promise<boolean> {
  const { id: userId, email } = user;
  if (!(await claimMailQuota(ctx, tx, { to: email, kind: 'reset-password' }))) return false;
  const { siteName } = await getSettings({ db: tx });
  const link = await createMailLink(ctx, tx, { userId, purpose: 'reset-password', email });
  await queueMail(ctx, tx, {
    kind: 'account-link',
    to: email,
    subject: `Choose a new password for ${siteName}`,
    text: [
      'Hi,',
      `Use this link to choose a new password. ${usernameNote(user)}\n${link}`,
      'It works once, for two hours. If you didn’t ask for it, you can ignore this email: your password hasn’t changed.',
    ].join('\n\n'),
  });
  return true;
}

export async function queueSignInLink(ctx: AppContext, tx: Tx, user: Recipient): Promise<void> {
  const { siteName } = await getSettings({ db: tx });
  const link = await createMailLink(ctx, tx, { userId: user.id, purpose: 'sign-in', email: user.email });
  await queueMail(ctx, tx, {
    kind: 'account-link',
    to: user.email,
    subject: `Your sign-in link for ${siteName}`,
    text: [
      'Hi,',
      `Open this link and press "Sign in". ${usernameNote(user)}\n${link}`,
      `It works once, for ${SIGN_IN_LINK_MINUTES} minutes, in any browser. Don’t share it: anyone who has it can sign in to your account.`,
      'If you didn’t ask for it, you can ignore this email. Nobody can sign in without it.',
    ].join('\n\n'),
  });
}

export type SecurityNotice = (siteName: string) => { subject: string; text: string };

export const PASSWORD_CHANGED: SecurityNotice = (siteName) => ({
  subject: `Your password at ${siteName} was changed`,
  text: 'The password of your account was just changed. We have signed out your other devices.',
});

/** The address had never been confirmed before, so somebody else may have created the account. */
export const PASSWORD_CHANGED_AND_EMAIL_CONFIRMED: SecurityNotice = (siteName) => ({
  subject: `Your password at ${siteName} was changed`,
  text: 'The password of your account was just changed, which also confirmed this email address. Because it hadn’t been confirmed before, we have signed out every device and removed any authenticator app and bank connection. If somebody else created this account with your address, check its name, profile and cart.',
});

export const TWO_FACTOR_ON: SecurityNotice = (siteName) => ({
  subject: `Two-factor sign-in at ${siteName} is on`,
  text: 'Your account now asks for a code from your authenticator app. We have signed out your other devices. Keep your recovery codes somewhere you can find them without your phone.',
});

export const TWO_FACTOR_OFF: SecurityNotice = (siteName) => ({
  subject: `Two-factor sign-in at ${siteName} is off`,
  text: 'Your account no longer asks for a code from an authenticator app. Your recovery codes have stopped working.',
});

export const recoveryCodeUsed =
  (left: number): SecurityNotice =>
  (siteName) => ({
    subject: `A recovery code was used at ${siteName}`,
    text: `Someone who knew your password signed in with one of your recovery codes. You have ${left} left; you can get new ones on the Security page of your profile.`,
  });

export async function queueSecurityNotice(
  ctx: AppContext,
  tx: Tx,
  user: { email: string },
  notice: SecurityNotice,
): Promise<void> {
  const { siteName, supportEmail } = await getSettings({ db: tx });
  const { subject, text } = notice(siteName);
  await queueMail(ctx, tx, {
    kind: 'account-security',
    to: user.email,
    link: '/profile/security',
    subject,
    text: [
      'Hi,',
      text,
      `If it wasn’t you, choose a new password right away: ${ctx.config.publicUrl}/forgot-password\nThen email ${supportEmail}.`,
    ].join('\n\n'),
  });
}
