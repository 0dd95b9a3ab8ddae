// Reminds members of booking credit that is about to end, once for each half-year.
import type { AppContext } from '#server/context.ts';
import { daysAfter } from '#server/clock.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { claimCreditsToRemind } from '#server/features/membership/booking-credit.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { formatDay } from '#shared/dates.ts';
import { CREDIT_REMINDER_DAYS } from '#shared/features/membership/booking-credit.rules.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { formatCents } from '#shared/money.ts';
import { findMember } from './billing.queries.ts';

const BATCH = 50;
const CONNECT_PAGE = '/connect';

type Due = Awaited<ReturnType<typeof claimCreditsToRemind>>[number];

export async function remindOfCredit(ctx: AppContext): Promise<void> {
  for (let reminded = BATCH; reminded === BATCH;) {
    reminded = await inTransaction(ctx.db, async (tx) => {
      const now = ctx.clock.now();
      const before = daysAfter(now, CREDIT_REMINDER_DAYS);
      const due = await claimCreditsToRemind(tx, { now, before, limit: BATCH });
      for (const credit of due) await queueReminder(ctx, tx, credit);
      return due.length;
    });
  }
}

async function queueReminder(ctx: AppContext, tx: Tx, { userId, leftCents, endsAt }: Due): Promise<void> {
  const member = await findMember(tx, { id: userId });
  if (!member) return;
  const { siteName, supportEmail } = await getSettings({ db: tx });
  const left = formatCents(leftCents);
  const day = formatDay(endsAt.toISOString());
  await queueMail(ctx, tx, {
    kind: 'booking-credit',
    to: member.email,
    userId: member.id,
    link: CONNECT_PAGE,
    subject: `${left} of booking credit ends on ${day}`,
    text: [
      `Hi ${lineForMail(member.firstName) || 'there'},`,
      `You have ${left} of booking credit left for Connect sessions. What isn’t used by ${day} is gone. A session counts when you book it, so it can take place later.`,
      `Find an instructor:\n${ctx.config.publicUrl}${CONNECT_PAGE}`,
      `Something wrong? Email ${supportEmail}.`,
      siteName,
    ].join('\n\n'),
  });
}
