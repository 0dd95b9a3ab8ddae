// Emails about seats of memberships. Each is queued in the transaction that causes it.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { claimMailQuota, queueMail } from '#server/platform/mail.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { lineForMail } from '#shared/line-of-text.ts';

type Mailed = { to: string; planName: string };

/** Names are free text; a subject must be one short line. */
const oneLine = (text: string) => lineForMail(text).slice(0, 120);

export async function queueSeatInvitation(
  ctx: AppContext,
  tx: Tx,
  { to, planName, from, key }: Mailed & { from: string; key: string },
): Promise<void> {
  if (!(await claimMailQuota(ctx, tx, { to, kind: 'seat-offer' }))) return;
  const { siteName } = await getSettings({ db: tx });
  await queueMail(ctx, tx, {
    kind: 'seat-invitation',
    to,
    link: `/seats/${key}`,
    subject: `You’re invited to a seat: ${oneLine(planName)} membership`,
    text: [
      `Hi,\n\n${oneLine(from)} has a ${oneLine(planName)} membership at ${siteName} and offers you one of its seats, at no cost to you: the member library, and lower prices for everything else.`,
      `View the invitation to accept or decline it:\n${ctx.config.publicUrl}/seats/${key}`,
      `The seat is for ${to}: sign in or create an account with that address. If you don’t know the sender, you can ignore this email.\n\n${siteName}`,
    ].join('\n\n'),
  });
}

const SEAT_ENDS = {
  revoked: 'took it back',
  'smaller plan': 'has changed to a plan with fewer seats',
  'membership over': 'is no longer a member',
} as const;

export type SeatEnd = keyof typeof SEAT_ENDS;

export async function queueMembershipSeatEnded(
  ctx: AppContext,
  tx: Tx,
  { to, planName, from, why }: Mailed & { from: string; why: SeatEnd },
): Promise<void> {
  if (!(await claimMailQuota(ctx, tx, { to, kind: 'seat-ended' }))) return;
  const { siteName } = await getSettings({ db: tx });
  const reason = `${oneLine(from) || 'Its owner'} ${SEAT_ENDS[why]}.`;
  await queueMail(ctx, tx, {
    kind: 'seat-ended',
    to,
    subject: `Your seat has ended: ${oneLine(planName)} membership`,
    text: `Hi,\n\nyour seat in a ${oneLine(planName)} membership at ${siteName} has ended. ${reason} What you bought, your progress and your certificates stay yours; what you took from the member library is closed. To go on with a membership of your own, choose a plan:\n${ctx.config.publicUrl}/subscription\n\n${siteName}`,
  });
}

export async function queueMembershipSeatReturned(
  ctx: AppContext,
  tx: Tx,
  { to, planName, email, how }: Mailed & { email: string; how: 'declined' | 'returned' },
): Promise<void> {
  const { siteName } = await getSettings({ db: tx });
  await queueMail(ctx, tx, {
    kind: 'seat-returned',
    to,
    link: '/profile/membership',
    subject: `A seat is free again: ${oneLine(planName)} membership`,
    text: `Hi,\n\n${email} has ${how} their seat in your ${oneLine(planName)} membership. You can now invite someone else:\n${ctx.config.publicUrl}/profile/membership\n\n${siteName}`,
  });
}
