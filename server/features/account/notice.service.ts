// Mails that tell someone what happened to their account, in case it was not them.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';

type Recipient = { email: string };

/** What happened, by the site's name: its subject and what it means for the reader. */
export type Notice = (siteName: string) => { subject: string; text: string };

export const PASSWORD_CHANGED: Notice = (siteName) => ({
  subject: `Your password at ${siteName} was changed`,
  text: 'the password of your account was changed just now. Other devices were signed out.',
});

/** The address had never been confirmed before: perhaps the account was opened by someone else. */
export const HANDED_OVER: Notice = (siteName) => ({
  subject: `Your password at ${siteName} was changed`,
  text: 'the password of your account was changed just now, and this address is confirmed with it. Because it had not been confirmed before, we also signed out every device and removed any authenticator app and bank connection that was set up. If someone else opened this account with your address, look over its name, profile and cart.',
});

export const TWO_FACTOR_ON: Notice = (siteName) => ({
  subject: `Two-factor sign-in at ${siteName} is on`,
  text: 'from now on your account asks for a code of your authenticator app. Other devices were signed out. Keep your recovery codes where you find them without your telephone.',
});

export const TWO_FACTOR_OFF: Notice = (siteName) => ({
  subject: `Two-factor sign-in at ${siteName} is off`,
  text: 'your account no longer asks for a code of an authenticator app. Its recovery codes are worth nothing now.',
});

export const recoveryCodeUsed =
  (left: number): Notice =>
  (siteName) => ({
    subject: `A recovery code was used at ${siteName}`,
    text: `someone who knew your password signed in with one of your recovery codes. ${left === 1 ? 'One is' : `${left} are`} left; you get new ones on the Security page of your profile.`,
  });

export async function queueNotice(ctx: AppContext, tx: Tx, person: Recipient, notice: Notice): Promise<void> {
  const { siteName, supportEmail } = await getSettings({ db: tx });
  const { subject, text } = notice(siteName);
  await queueMail(ctx, tx, {
    to: person.email,
    subject,
    text: [
      'Hello,',
      text,
      `If it was not you, choose a new password at once: ${ctx.config.publicUrl}/forgot-password\nThen write to ${supportEmail}.`,
    ].join('\n\n'),
  });
}
