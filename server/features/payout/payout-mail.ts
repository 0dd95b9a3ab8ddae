// What sellers read of their money by mail.
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
      `Questions? Write to ${supportEmail}.`,
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
      `we could not pay you ${amount}. The reason:`,
      failure,
      'The money is still yours. It is tried again with the next payout; please check your bank details until then.',
    ],
  });
}

export async function mailPayoutHeld(ctx: AppContext, tx: Tx, person: Person, reason: string): Promise<void> {
  await write(ctx, tx, person, {
    subject: (site) => `Your payouts from ${site} are on hold`,
    words: [
      'we keep your payouts back for now. What you earn is still yours and is added up. The reason:',
      reason,
    ],
  });
}

export async function mailPayoutReleased(ctx: AppContext, tx: Tx, person: Person): Promise<void> {
  await write(ctx, tx, person, {
    subject: (site) => `Your payouts from ${site} go on`,
    words: ['your payouts are no longer on hold. What is available is paid with the next payout.'],
  });
}
