// Mails that strangers can cause are limited by recipient and kind, whatever addresses the calls come from. The caller is
// not told: the answer would say whether the address is known here.
import { createHash } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import { countLimitedMails, insertLimitedMail, lockMailLimit } from './mail-limit.queries.ts';

/**
 * To one recipient. A mail of a kind that is not here answers something its reader did, or staff did. Sign-in links have a
 * limit of their own (sign-in-link.service.ts): one that a stranger could use up would lock the owner out.
 */
export const MAIL_LIMITS = {
  'order-links': { anHour: 3, aDay: 10 },
  'confirm-address': { anHour: 5, aDay: 10 },
  // Counted apart: strangers who change their address to someone's must not use up that person's confirmations.
  'change-address': { anHour: 5, aDay: 10 },
  'reset-password': { anHour: 5, aDay: 10 },
  'free-order': { anHour: 5, aDay: 20 },
  'seat-offer': { anHour: 10, aDay: 20 },
  'seat-ended': { anHour: 10, aDay: 20 },
  'new-version': { anHour: 10, aDay: 30 },
} as const;
export type MailKind = keyof typeof MAIL_LIMITS;

const HOUR = 3_600_000;

/** `anna+one@` and `anna+two@` are one person's. */
export function recipientKey(address: string): string {
  const [, local = '', domain = ''] = /^([^@]*)@(.*)$/.exec(identityKey(address)) ?? [];
  return `${local.replace(/(?<=.)\+.*/, '')}@${domain}`;
}

/**
 * Counts one mail and answers true, or answers false when this recipient had enough of them: then it must not be
 * written. Ask before making a link, since a new link ends the one that was mailed before.
 */
export async function takeMailTurn(
  ctx: AppContext,
  tx: Tx,
  { to, kind }: { to: string; kind: MailKind },
): Promise<boolean> {
  const keyHash = createHash('sha256')
    .update(`${kind} ${recipientKey(to)}`)
    .digest('hex');
  const createdAt = ctx.clock.now();
  const since = (milliseconds: number) => new Date(createdAt.getTime() - milliseconds);
  const { anHour, aDay } = MAIL_LIMITS[kind];
  await lockMailLimit(tx, { keyHash });
  if ((await countLimitedMails(tx, { keyHash, since: since(HOUR) })) >= anHour) return false;
  if ((await countLimitedMails(tx, { keyHash, since: since(24 * HOUR) })) >= aDay) return false;
  await insertLimitedMail(tx, { keyHash, createdAt });
  return true;
}
