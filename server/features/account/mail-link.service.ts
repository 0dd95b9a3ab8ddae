// Links by mail: each proves that its holder reads the mails of one address, once and for a while.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { takeMailTurn } from '#server/features/site/mail-limit.service.ts';
import { queueMail } from '#server/features/site/mail.service.ts';
import { getSettings } from '#server/features/site/site.service.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { replaceMailLink, type MailLinkPurpose } from './mail-link.queries.ts';
import { hashOf, newToken } from './session.service.ts';

const LINKS: Record<MailLinkPurpose, { page: string; hours: number }> = {
  'verify-email': { page: '/verify-email', hours: 72 },
  'change-email': { page: '/verify-email', hours: 24 },
  'reset-password': { page: '/reset-password', hours: 2 },
};

type Recipient = { id: number; email: string; username: string };

/** The link's address; only its hash is kept. */
async function createMailLink(
  ctx: AppContext,
  tx: Tx,
  { userId, purpose, email }: { userId: number; purpose: MailLinkPurpose; email: string },
): Promise<string> {
  const token = newToken();
  const { page, hours } = LINKS[purpose];
  const createdAt = ctx.clock.now();
  const expiresAt = new Date(createdAt.getTime() + hours * 3_600_000);
  await replaceMailLink(tx, { tokenHash: hashOf(token), userId, purpose, email, createdAt, expiresAt });
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
      `please confirm that this address is yours:\n${link}`,
      `The link works for three days. If you did not open an account at ${siteName}, you need not do anything.`,
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
  if (!(await takeMailTurn(ctx, tx, { to: newEmail, kind: 'confirm-address' }))) return;
  const { siteName, supportEmail } = await getSettings({ db: tx });
  const link = await createMailLink(ctx, tx, { userId: person.id, purpose: 'change-email', email: newEmail });
  await queueMail(ctx, tx, {
    to: newEmail,
    subject: `Confirm your new address for ${siteName}`,
    text: [
      'Hello,',
      `open this link to use this address for your account from now on:\n${link}`,
      'The link works for one day.',
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
