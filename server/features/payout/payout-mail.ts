// Emails to sellers about their payouts.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { formatCents } from '#shared/money.ts';
import type { PayoutRow } from './payout-run.queries.ts';

type Person = { email: string };

async function write(
  ctx: AppContext,
  tx: Tx,
  person: Person,
  { subject, words }: { subject: (siteName: string) => string; words: string[] },
): Promise<void> {
  const { siteName, supportEmail } = await getSettings({ db: tx });
  await queueMail(ctx, tx, {
    to: person.email,
    subject: subject(siteName),
    text: [
      'Hello,',
      ...words,
      `Your payments at ${siteName}:\n${ctx.config.publicUrl}/seller/payments`,
      `Questions? Email ${supportEmail}.`,
    ].join('\n\n'),
  });
}

export async function mailPayoutPaid(ctx: AppContext, tx: Tx, payout: PayoutRow): Promise<void> {
  const { amountCents, offsetCents, currency } = payout;
  const amount = formatCents(amountCents, currency);
  const words = [`${amount} from your sales is on its way to your bank account. Payout number ${payout.id}.`];
  if (offsetCents > 0) {
    words.push(`${formatCents(offsetCents, currency)} was kept for refunds of earlier sales.`);
  }
  await write(ctx, tx, payout, { subject: (site) => `${site} has paid you ${amount}`, words });
}

export async function mailPayoutFailed(
  ctx: AppContext,
  tx: Tx,
  payout: PayoutRow,
  failure: string,
): Promise<void> {
  const amount = formatCents(payout.amountCents, payout.currency);
  await write(ctx, tx, payout, {
    subject: (site) => `Your payout of ${amount} from ${site} did not go through`,
    words: [
      `we couldn’t pay you ${amount}. The reason:`,
      failure,
      'The money is still yours. We’ll try again with the next payout; check your bank details until then.',
    ],
  });
}

export async function mailPayoutHeld(ctx: AppContext, tx: Tx, person: Person, reason: string): Promise<void> {
  await write(ctx, tx, person, {
    subject: (site) => `Your payouts from ${site} are on hold`,
    words: ['we’ve put your payouts on hold. You keep earning, and nothing is lost. The reason:', reason],
  });
}

export async function mailPayoutReleased(ctx: AppContext, tx: Tx, person: Person): Promise<void> {
  await write(ctx, tx, person, {
    subject: (site) => `Your payouts from ${site} go on`,
    words: ['your payouts are no longer on hold. Your available balance is paid with the next payout.'],
  });
}
