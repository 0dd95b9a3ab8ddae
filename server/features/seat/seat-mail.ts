// Emails about seats.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { claimMailQuota, queueMail } from '#server/platform/mail.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { lineForMail } from '#shared/line-of-text.ts';

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
    to,
    subject: `A seat for you: ${oneLine(title)}`,
    text: [
      `Hello,\n\nyou are offered a seat in a licence for several teachers at ${siteName}. It costs you nothing. It is for “${oneLine(title)}”, and the offer comes from ${oneLine(from)}.`,
      `See what it is, and take it or decline it, here:\n${ctx.config.publicUrl}/seats/${key}`,
      `The seat is for this address (${to}): sign in with it, or open an account with it. If you do not know who that is, you need not do anything.\n\n${siteName}`,
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
    to,
    subject: `Your seat has ended: ${oneLine(title)}`,
    text: `Hello,\n\nyour seat of “${oneLine(title)}” at ${siteName} was taken back by its owner, ${oneLine(from)}. What you have in other ways stays yours. If you still need it, ask them, or find it in the store:\n${ctx.config.publicUrl}\n\n${siteName}`,
  });
}

/** No email when someone accepts: the buyer expects it, and the studio page shows it. */
export async function queueSeatReturnedMail(
  ctx: AppContext,
  tx: Tx,
  { to, title, email, how }: Mailed & { email: string; how: 'declined' | 'given back' },
): Promise<void> {
  const { siteName } = await getSettings({ db: tx });
  await queueMail(ctx, tx, {
    to,
    subject: `A seat is free again: ${oneLine(title)}`,
    text: `Hello,\n\nyour seat of “${oneLine(title)}” for ${email} was ${how}. It is free; offer it to someone else here:\n${ctx.config.publicUrl}/studio\n\n${siteName}`,
  });
}
