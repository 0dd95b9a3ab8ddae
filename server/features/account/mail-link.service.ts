// Links by mail: each proves that its holder reads the mails of one address, once and for a while.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { takeMailTurn } from '#server/platform/mail-limit.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { SIGN_IN_LINK_MINUTES } from '#shared/features/account/login.rules.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { deleteUnusedLinks, insertMailLink, type MailLinkPurpose } from './mail-link.queries.ts';
import { hashOf, newToken } from '#server/platform/session.service.ts';

const LINKS: Record<MailLinkPurpose, { page: string; minutes: number; isOnlyNewest: boolean }> = {
  'verify-email': { page: '/verify-email', minutes: 72 * 60, isOnlyNewest: true },
  'change-email': { page: '/verify-email', minutes: 24 * 60, isOnlyNewest: true },
  'reset-password': { page: '/reset-password', minutes: 2 * 60, isOnlyNewest: true },
  // Strangers can ask for these too: a new one must not spoil the one its owner is about to open.
  'sign-in': { page: '/sign-in-link', minutes: SIGN_IN_LINK_MINUTES, isOnlyNewest: false },
};

type Recipient = { id: number; email: string; username: string };

/** The link's address; only its hash is kept. */
async function createMailLink(
  ctx: AppContext,
  tx: Tx,
  { userId, purpose, email }: { userId: number; purpose: MailLinkPurpose; email: string },
): Promise<string> {
  const token = newToken();
  const { page, minutes, isOnlyNewest } = LINKS[purpose];
  const createdAt = ctx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + minutes * 60_000);
  if (isOnlyNewest) await deleteUnusedLinks(tx, { userId, purpose });
  await insertMailLink(tx, { tokenHash: hashOf(token), userId, purpose, email, createdAt, expiresAt });
  return `${ctx.config.publicUrl}${page}?token=${token}`;
}

/** False: this address had enough of them for now, and the links it has still work. */
export async function queueVerification(ctx: AppContext, tx: Tx, person: Recipient): Promise<boolean> {
  if (!(await takeMailTurn(ctx, tx, { to: person.email, kind: 'confirm-address' }))) return false;
  const { siteName } = await getSettings({ db: tx });
  const link = await createMailLink(ctx, tx, {
    userId: person.id,
    purpose: 'verify-email',
    email: person.email,
  });
  await queueMail(ctx, tx, {
    to: person.email,
    subject: `Confirm your address for ${siteName}`,
    text: [
      'Hello,',
      `an account at ${siteName} was opened with this address. If that was you, confirm the address here:\n${link}`,
      `The link works for three days. The account's username is ${lineForMail(person.username)}. Once the address is confirmed, orders made with it belong to that account.`,
      'If you did not open this account, do not open the link. Without it, nothing happens.',
    ].join('\n\n'),
  });
  return true;
}

/** To the new address; the account keeps the old one until the link is opened. */
export async function queueEmailChange(
  ctx: AppContext,
  tx: Tx,
  person: Recipient,
  newEmail: string,
): Promise<void> {
  if (!(await takeMailTurn(ctx, tx, { to: newEmail, kind: 'change-address' }))) return;
  const { siteName, supportEmail } = await getSettings({ db: tx });
  const link = await createMailLink(ctx, tx, { userId: person.id, purpose: 'change-email', email: newEmail });
  await queueMail(ctx, tx, {
    to: newEmail,
    subject: `Confirm your new address for ${siteName}`,
    text: [
      'Hello,',
      `open this link to use this address for your account from now on:\n${link}`,
      'The link works for one day. If you did not ask for this, do not open it.',
    ].join('\n\n'),
  });
  await queueMail(ctx, tx, {
    to: person.email,
    subject: `Your address at ${siteName} is about to change`,
    text: [
      'Hello,',
      `someone signed in to your account asked for another e-mail address. If that was you, open the link we sent there.`,
      `If it was not you, change your password now and write to ${supportEmail}.`,
    ].join('\n\n'),
  });
}

/** False: this address had enough of them for now, and the link it has still works. */
export async function queuePasswordReset(ctx: AppContext, tx: Tx, person: Recipient): Promise<boolean> {
  if (!(await takeMailTurn(ctx, tx, { to: person.email, kind: 'reset-password' }))) return false;
  const { siteName } = await getSettings({ db: tx });
  const link = await createMailLink(ctx, tx, {
    userId: person.id,
    purpose: 'reset-password',
    email: person.email,
  });
  await queueMail(ctx, tx, {
    to: person.email,
    subject: `Choose a new password for ${siteName}`,
    text: [
      'Hello,',
      `with this link you choose a new password (your username is ${lineForMail(person.username)}):\n${link}`,
      'It works once, for two hours. If you did not ask for it, you need not do anything: your password is unchanged.',
    ].join('\n\n'),
  });
  return true;
}

export async function queueSignInLink(ctx: AppContext, tx: Tx, person: Recipient): Promise<void> {
  const { siteName } = await getSettings({ db: tx });
  const link = await createMailLink(ctx, tx, { userId: person.id, purpose: 'sign-in', email: person.email });
  await queueMail(ctx, tx, {
    to: person.email,
    subject: `Your sign-in link for ${siteName}`,
    text: [
      'Hello,',
      `open this link and press "Sign in" (your username is ${lineForMail(person.username)}):\n${link}`,
      `It works once, for ${SIGN_IN_LINK_MINUTES} minutes, in any browser. Don't share it: anyone who has it can sign in to your account.`,
      'If you did not ask for it, you need not do anything: nobody gets in without this mail.',
    ].join('\n\n'),
  });
}
