// What a seller reads after a decision of the officers.
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
  approve: ({ name, siteName, publicUrl, id }) => ({
    subject: `On sale at ${siteName}: ${name}`,
    lines: [`we looked at ${name} and put it on sale. Here is its page:\n${publicUrl}/curriculum/${id}`],
  }),
  'request-changes': ({ name, reason, publicUrl, id }) => ({
    subject: `Please change something first: ${name}`,
    lines: [
      `thank you for ${name}. Before it can go on sale we ask for a change:`,
      reason,
      `Change it and send it again here:\n${publicUrl}/curriculum/${id}/edit`,
    ],
  }),
  reject: ({ name, reason, publicUrl, id }) => ({
    subject: `Not accepted: ${name}`,
    lines: [
      `thank you for ${name}. We decided not to put it on sale. The reason:`,
      reason,
      `You can still change it and send it again:\n${publicUrl}/curriculum/${id}/edit`,
    ],
  }),
  archive: ({ name, reason }) => ({
    subject: `No longer on sale: ${name}`,
    lines: [`we took ${name} off sale. Those who have it keep it. The reason:`, reason],
  }),
  restore: ({ name, reason, publicUrl, id }) => ({
    subject: `On sale again: ${name}`,
    lines: [`we put ${name} back on sale:`, reason, `Here is its page:\n${publicUrl}/curriculum/${id}`],
  }),
};

export function decisionMail(move: MailedDecision, decided: Decided): { subject: string; text: string } {
  const { subject, lines } = DECISION_TEXTS[move]({ ...decided, name: `“${lineForMail(decided.title)}”` });
  const text = ['Hello,', ...lines, 'The curriculum team'];
  return { subject, text: text.filter((line) => line !== null).join('\n\n') };
}

type Recipient = Parties['seller'];
type Words = { subject: string; lines: readonly string[] };

/** Nobody reads the mail of a deleted account. */
async function write(ctx: AppContext, tx: Tx, to: Recipient, { subject, lines }: Words): Promise<void> {
  if (to.state === 'deleted') return;
  const { supportEmail } = await getSettings({ db: tx });
  await queueMail(ctx, tx, {
    to: to.email,
    subject,
    text: ['Hello,', ...lines, `If you have a question, write to ${supportEmail}.`].join('\n\n'),
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
  await write(ctx, tx, parties.reporter, {
    subject: `Your report about ${titleOf(parties)}`,
    lines: [
      `thank you for telling us about ${titleOf(parties)}. We have looked at it and leave it on sale. The reason:`,
      reason,
      'If you know more than you wrote, you can report it again.',
    ],
  });
}

export async function queueNoticeUpheldMail(
  ctx: AppContext,
  tx: Tx,
  { parties, reason, dueAt }: About & { dueAt: Date },
): Promise<void> {
  await write(ctx, tx, parties.seller, {
    subject: `Taken off sale: ${titleOf(parties)}`,
    lines: [
      `somebody told us that something is wrong with ${titleOf(parties)}, and we have taken it off sale. Whoever bought it keeps it. The reason:`,
      reason,
      `If you think this is a mistake, you can file one counter-notice until ${dayOf(dueAt)}:\n${noticesPage(ctx)}?notice=${parties.id}`,
    ],
  });
  await write(ctx, tx, parties.reporter, {
    subject: `Your report about ${titleOf(parties)}`,
    lines: [
      `thank you for telling us about ${titleOf(parties)}. We have taken it off sale. The reason:`,
      reason,
      `Its seller may answer until ${dayOf(dueAt)}. We tell you if they do.`,
    ],
  });
}

export async function queueCounterNoticeMail(
  ctx: AppContext,
  tx: Tx,
  { parties, body, dueAt }: { parties: Parties; body: string; dueAt: Date | null },
): Promise<void> {
  await write(ctx, tx, parties.reporter, {
    subject: `A counter-notice about ${titleOf(parties)}`,
    lines: [
      `the seller of ${titleOf(parties)}, ${lineForMail(parties.shop)}, has answered your report:`,
      body,
      dueAt
        ? `It goes back on sale on ${dayOf(dueAt)}, unless we decide otherwise. If there is more we should know, write to us before that day.`
        : 'It stays off sale until we have looked at it again. If there is more we should know, write to us soon.',
    ],
  });
}

/** `reason` is null where only the time was over. */
export async function queueCounterNoticeAcceptedMail(
  ctx: AppContext,
  tx: Tx,
  { parties, reason, isStillDown }: { parties: Parties; reason: string | null; isStillDown: boolean },
): Promise<void> {
  const outcome = isStillDown
    ? `The report about ${titleOf(parties)} no longer keeps it off sale, but another one does.`
    : `We have put ${titleOf(parties)} back where it was before the report.`;
  const why = reason ? ['The reason:', reason] : ['The time after the counter-notice is over.'];
  const subject = isStillDown ? `A report about ${titleOf(parties)}` : `Put back: ${titleOf(parties)}`;
  await write(ctx, tx, parties.seller, { subject, lines: [outcome, ...why] });
  await write(ctx, tx, parties.reporter, { subject, lines: [outcome, ...why] });
}

/** `reason` is null where nobody answered in time. */
export async function queueCounterNoticeRejectedMail(
  ctx: AppContext,
  tx: Tx,
  { parties, reason }: { parties: Parties; reason: string | null },
): Promise<void> {
  const subject = `It stays off sale: ${titleOf(parties)}`;
  const toBoth = reason
    ? ['we have read the counter-notice and keep it off sale. The reason:', reason]
    : ['no counter-notice was filed in time: it stays off sale, and the report is closed.'];
  await write(ctx, tx, parties.seller, {
    subject,
    lines: [...toBoth, 'Whoever bought it keeps it.'],
  });
  await write(ctx, tx, parties.reporter, { subject, lines: toBoth });
}
