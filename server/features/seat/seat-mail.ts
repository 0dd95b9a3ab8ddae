// Emails about seats.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { claimMailQuota, queueMail } from '#server/platform/mail.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { endSentence, quoteAtEnd } from '#shared/quote.ts';

type Mailed = { to: string; title: string };

/** Names and titles are free text; a subject must be one short line. */
const oneLine = (text: string) => lineForMail(text).slice(0, 120);

export async function queueInvitation(
  ctx: AppContext,
  tx: Tx,
  { to, title, from, key }: Mailed & { from: string; key: string },
): Promise<void> {
  if (!(await claimMailQuota(ctx, tx, { to, kind: 'seat-offer' }))) return;
  const { siteName } = await getSettings({ db: tx });
  await queueMail(ctx, tx, {
    kind: 'seat-invitation',
    to,
    link: `/seats/${key}`,
    subject: `You’re invited to a seat: ${oneLine(title)}`,
    text: [
      `Hi,\n\nyou’re invited to a seat in a studio licence at ${siteName}, at no cost to you. It’s for “${oneLine(title)}”, and the invitation comes from ${endSentence(oneLine(from))}`,
      `View the invitation to accept or decline it:\n${ctx.config.publicUrl}/seats/${key}`,
      `The seat is for ${to}: sign in or create an account with that address. If you don’t know the sender, you can ignore this email.\n\n${siteName}`,
    ].join('\n\n'),
  });
}

export async function queueSeatEnded(
  ctx: AppContext,
  tx: Tx,
  { to, title, from }: Mailed & { from: string },
): Promise<void> {
  if (!(await claimMailQuota(ctx, tx, { to, kind: 'seat-ended' }))) return;
  const { siteName } = await getSettings({ db: tx });
  await queueMail(ctx, tx, {
    kind: 'seat-ended',
    to,
    subject: `Your seat has ended: ${oneLine(title)}`,
    text: `Hi,\n\nyour seat for “${oneLine(title)}” at ${siteName} has ended. The owner of the licence, ${oneLine(from)}, took it back. Anything you got another way stays yours. If you still need it, ask them, or find it at ${siteName}:\n${ctx.config.publicUrl}\n\n${siteName}`,
  });
}

/** No email when someone accepts: the buyer expects it, and the studio page shows it. */
export async function queueSeatReturnedMail(
  ctx: AppContext,
  tx: Tx,
  { to, title, email, how }: Mailed & { email: string; how: 'declined' | 'returned' },
): Promise<void> {
  const { siteName } = await getSettings({ db: tx });
  await queueMail(ctx, tx, {
    kind: 'seat-returned',
    to,
    link: '/studio',
    subject: `A seat is free again: ${oneLine(title)}`,
    text: `Hi,\n\n${email} has ${how} their seat for ${quoteAtEnd(oneLine(title))} You can now invite someone else:\n${ctx.config.publicUrl}/studio\n\n${siteName}`,
  });
}
