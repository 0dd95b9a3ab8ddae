// Emails to sellers about their payouts.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { type Mail, queueMail } from '#server/platform/mail.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { formatCents } from '#shared/money.ts';
import type { PayoutRow } from './payout-run.queries.ts';

type Person = { email: string };

async function write(
  ctx: AppContext,
  tx: Tx,
  person: Person,
  {
    kind,
    subject,
    paragraphs,
  }: Pick<Mail, 'kind'> & { subject: (siteName: string) => string; paragraphs: string[] },
): Promise<void> {
  const { siteName, supportEmail } = await getSettings({ db: tx });
  await queueMail(ctx, tx, {
    kind,
    to: person.email,
    link: '/seller/payments',
    subject: subject(siteName),
    text: [
      'Hi,',
      ...paragraphs,
      `Your payments at ${siteName}:\n${ctx.config.publicUrl}/seller/payments`,
      `Questions? Email ${supportEmail}.`,
    ].join('\n\n'),
  });
}

export async function mailPayoutPaid(ctx: AppContext, tx: Tx, payout: PayoutRow): Promise<void> {
  const { amountCents, offsetCents, currency } = payout;
  const amount = formatCents(amountCents, currency);
  const paragraphs = [
    `${amount} from your sales is on its way to your bank account. This is payout ${payout.id}.`,
  ];
  if (offsetCents > 0) {
    paragraphs.push(`${formatCents(offsetCents, currency)} was deducted for refunds of earlier sales.`);
  }
  await write(ctx, tx, payout, {
    kind: 'payout-paid',
    subject: (site) => `${site} has paid you ${amount}`,
    paragraphs,
  });
}

export async function mailPayoutFailed(
  ctx: AppContext,
  tx: Tx,
  payout: PayoutRow,
  failure: string,
): Promise<void> {
  const amount = formatCents(payout.amountCents, payout.currency);
  await write(ctx, tx, payout, {
    kind: 'payout-problem',
    subject: (site) => `Your payout of ${amount} from ${site} failed`,
    paragraphs: [
      `We couldn’t pay you ${amount}. The reason:`,
      failure,
      'The money is still yours. We’ll try again with the next payout; check your bank details before then.',
    ],
  });
}

export async function mailPayoutHeld(ctx: AppContext, tx: Tx, person: Person, reason: string): Promise<void> {
  await write(ctx, tx, person, {
    kind: 'payout-problem',
    subject: (site) => `Your payouts from ${site} are on hold`,
    paragraphs: [
      'We’ve put your payouts on hold. You keep earning, and nothing is lost. The reason:',
      reason,
    ],
  });
}

export async function mailPayoutReleased(ctx: AppContext, tx: Tx, person: Person): Promise<void> {
  await write(ctx, tx, person, {
    kind: 'payout-problem',
    subject: (site) => `Your payouts from ${site} have resumed`,
    paragraphs: ['Your payouts are no longer on hold. Your available balance is paid with the next payout.'],
  });
}
