// Emails about review decisions and rights notices, to sellers and reporters.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import { formatFullDay } from '#shared/dates.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import type { Parties } from './rights-notice-decisions.queries.ts';

type Decided = {
  id: number;
  title: string;
  reason: string | null;
  siteName: string;
  publicUrl: string;
};

type MailedDecision = 'approve' | 'reject' | 'request-changes' | 'archive' | 'restore';

const DECISION_TEXTS: Record<
  MailedDecision,
  (it: Decided & { name: string }) => { subject: string; lines: (string | null)[] }
> = {
  approve: ({ name, publicUrl, id }) => ({
    subject: `Approved: ${name}`,
    lines: [`We’ve approved ${name}. It’s on sale now:\n${publicUrl}/curriculum/${id}`],
  }),
  'request-changes': ({ name, reason, publicUrl, id }) => ({
    subject: `Changes requested: ${name}`,
    lines: [
      `Thanks for submitting ${name}. Before it can go on sale, we need a few changes:`,
      reason,
      `Edit it and submit it again here:\n${publicUrl}/curriculum/${id}/edit`,
    ],
  }),
  reject: ({ name, reason, publicUrl, id }) => ({
    subject: `Not accepted: ${name}`,
    lines: [
      `Thanks for submitting ${name}. We’ve decided not to put it on sale. The reason:`,
      reason,
      `You can still edit it and submit it again:\n${publicUrl}/curriculum/${id}/edit`,
    ],
  }),
  archive: ({ name, reason }) => ({
    subject: `No longer on sale: ${name}`,
    lines: [`We’ve taken ${name} off sale. Buyers keep their copies. The reason:`, reason],
  }),
  restore: ({ name, reason, publicUrl, id }) => ({
    subject: `Back on sale: ${name}`,
    lines: [`We’ve put ${name} back on sale:`, reason, `See it here:\n${publicUrl}/curriculum/${id}`],
  }),
};

export function decisionMail(decision: MailedDecision, decided: Decided): { subject: string; text: string } {
  const { subject, lines } = DECISION_TEXTS[decision]({
    ...decided,
    name: `“${lineForMail(decided.title)}”`,
  });
  const text = ['Hi,', ...lines, `The ${decided.siteName} curriculum team`];
  return { subject, text: text.filter((line) => line !== null).join('\n\n') };
}

type Recipient = Parties['seller'];
type MailText = { subject: string; lines: readonly string[]; link?: string };

/** Deleted accounts get no email. */
async function queueNoticeMail(
  ctx: AppContext,
  tx: Tx,
  to: Recipient,
  { subject, lines, link }: MailText,
): Promise<void> {
  if (to.state === 'deleted') return;
  const { supportEmail } = await getSettings({ db: tx });
  await queueMail(ctx, tx, {
    kind: 'rights-notice',
    to: to.email,
    link,
    subject,
    text: ['Hi,', ...lines, `Questions? Email ${supportEmail}.`].join('\n\n'),
  });
}

const titleOf = ({ title }: Parties) => `“${lineForMail(title)}”`;

const dayOf = (date: Date) => formatFullDay(date.toISOString());

const noticesPage = (ctx: AppContext) => `${ctx.config.publicUrl}/seller/notices`;

type About = { parties: Parties; reason: string };

export async function queueNoticeDismissedMail(
  ctx: AppContext,
  tx: Tx,
  { parties, reason }: About,
): Promise<void> {
  await queueNoticeMail(ctx, tx, parties.reporter, {
    subject: `Your report about ${titleOf(parties)}`,
    lines: [
      `Thanks for your report about ${titleOf(parties)}. We’ve reviewed it, and the resource stays on sale. The reason:`,
      reason,
      'If you have new information, you can report it again.',
    ],
  });
}

export async function queueNoticeUpheldMail(
  ctx: AppContext,
  tx: Tx,
  { parties, reason, dueAt }: About & { dueAt: Date },
): Promise<void> {
  await queueNoticeMail(ctx, tx, parties.seller, {
    link: '/seller/notices',
    subject: `Taken off sale: ${titleOf(parties)}`,
    lines: [
      `We received a report about ${titleOf(parties)} and have taken it off sale. Buyers keep their copies. The reason:`,
      reason,
      `If you think this is a mistake, you can file one counter-notice by ${dayOf(dueAt)}:\n${noticesPage(ctx)}?notice=${parties.id}`,
    ],
  });
  await queueNoticeMail(ctx, tx, parties.reporter, {
    subject: `Your report about ${titleOf(parties)}`,
    lines: [
      `Thanks for your report about ${titleOf(parties)}. We’ve taken it off sale. The reason:`,
      reason,
      `The seller can file a counter-notice by ${dayOf(dueAt)}. We’ll let you know if they do.`,
    ],
  });
}

export async function queueCounterNoticeMail(
  ctx: AppContext,
  tx: Tx,
  { parties, body, dueAt }: { parties: Parties; body: string; dueAt: Date | null },
): Promise<void> {
  await queueNoticeMail(ctx, tx, parties.reporter, {
    subject: `Counter-notice: ${titleOf(parties)}`,
    lines: [
      `The seller of ${titleOf(parties)}, ${lineForMail(parties.shop)}, has filed a counter-notice:`,
      body,
      dueAt
        ? `It goes back on sale on ${dayOf(dueAt)} unless we decide otherwise. If there’s more we should know, email us before then.`
        : 'It stays off sale until we’ve reviewed it again. If there’s more we should know, email us soon.',
    ],
  });
}

/** `reason` is null if the deadline passed without a decision. */
export async function queueCounterNoticeAcceptedMail(
  ctx: AppContext,
  tx: Tx,
  { parties, reason, isStillDown }: { parties: Parties; reason: string | null; isStillDown: boolean },
): Promise<void> {
  const outcome = isStillDown
    ? `The report about ${titleOf(parties)} is closed, but another report still keeps it off sale.`
    : `We’ve restored ${titleOf(parties)} to how it was before the report.`;
  const why = reason ? ['The reason:', reason] : ['The waiting period after the counter-notice has ended.'];
  const subject = isStillDown ? `Report closed: ${titleOf(parties)}` : `Restored: ${titleOf(parties)}`;
  await queueNoticeMail(ctx, tx, parties.seller, {
    link: '/seller/notices',
    subject,
    lines: [outcome, ...why],
  });
  await queueNoticeMail(ctx, tx, parties.reporter, { subject, lines: [outcome, ...why] });
}

/** `reason` is null if the seller filed no counter-notice in time. */
export async function queueCounterNoticeRejectedMail(
  ctx: AppContext,
  tx: Tx,
  { parties, reason }: { parties: Parties; reason: string | null },
): Promise<void> {
  const subject = `Stays off sale: ${titleOf(parties)}`;
  const toBoth = reason
    ? ['We’ve reviewed the counter-notice, and the resource stays off sale. The reason:', reason]
    : ['No counter-notice was filed in time. The resource stays off sale and the report is closed.'];
  await queueNoticeMail(ctx, tx, parties.seller, {
    link: '/seller/notices',
    subject,
    lines: [...toBoth, 'Buyers keep their copies.'],
  });
  await queueNoticeMail(ctx, tx, parties.reporter, { subject, lines: toBoth });
}
