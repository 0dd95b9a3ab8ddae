// Issuing certificates: earned, renewed, or by hand. Whatever the way, the holder gets one email in the same transaction,
// and the hours a certificate is worth count once.
import { randomInt } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { countCertificateHours } from '#server/features/credit/credit.service.ts';
import { CODE_LETTERS } from '#shared/features/certificate/certificate.rules.ts';
import { sendIssuedMail } from './certificate-mail.ts';
import {
  issueByHand,
  type IssuedCertificate,
  issueEarned,
  issueRenewals,
  lockHolder,
} from './certificate-issue.queries.ts';

/** At most this many in one go: courses completed while hours were missing, certificates one course renews. */
const MAX_AT_ONCE = 20;

const CODE_LENGTH = 8;

export function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
}

const newCodes = (count = MAX_AT_ONCE) => Array.from({ length: count }, newCode);

/**
 * Called in the transaction that completes a course. Issues its certificate if the rule is met, and renews those that the
 * course renews. A second call finds nothing to do.
 */
export async function issueForCompletedCourse(
  ctx: AppContext,
  tx: Tx,
  { userId, courseId, now }: { userId: number; courseId: number; now: Date },
): Promise<void> {
  await lockHolder(tx, { userId });
  const earned = await issueEarned(tx, { userId, courseId, codes: newCodes(1), now });
  const who = { userId, issuedBy: null, now };
  const renewed = await issueRenewals(tx, { ...who, renewalCourseId: courseId, codes: newCodes() });
  await announce(ctx, tx, [...earned, ...renewed], now);
}

/** Called when hours start to count: courses that were complete except for the hours. */
export async function issueForHours(
  ctx: AppContext,
  tx: Tx,
  { userId, now }: { userId: number; now: Date },
): Promise<void> {
  await lockHolder(tx, { userId });
  await announce(ctx, tx, await issueEarned(tx, { userId, codes: newCodes(), now }), now);
}

type Renewed = {
  userId: number;
  certificateId: number;
  issuedBy: number | null;
  isByHand: boolean;
  now: Date;
};

/** Null: it can't be renewed, or not yet. */
export async function renewHeld(
  ctx: AppContext,
  tx: Tx,
  renewal: Renewed,
): Promise<IssuedCertificate | null> {
  await lockHolder(tx, renewal);
  const issued = await issueRenewals(tx, { ...renewal, codes: newCodes(1) });
  await announce(ctx, tx, issued, renewal.now);
  return issued[0] ?? null;
}

type GivenByHand = {
  userId: number;
  courseId: number;
  holderName: string | null;
  issuedBy: number;
  now: Date;
};

/** Null: the user holds a valid one. */
export async function giveByHand(
  ctx: AppContext,
  tx: Tx,
  given: GivenByHand,
): Promise<IssuedCertificate | null> {
  await lockHolder(tx, given);
  const issued = await issueByHand(tx, { ...given, code: newCode() });
  if (issued) await announce(ctx, tx, [issued], given.now);
  return issued;
}

/** The hours of a certificate may be the last that another one waited for, and that one's for a third. */
async function announce(ctx: AppContext, tx: Tx, issued: IssuedCertificate[], now: Date): Promise<void> {
  for (const certificate of issued) {
    await countCertificateHours(tx, { ...certificate, now });
    await sendIssuedMail(ctx, tx, certificate);
  }
  const worth = issued.find(({ creditHours }) => creditHours);
  if (!worth) return;
  const completed = await issueEarned(tx, { userId: worth.userId, codes: newCodes(), now });
  await announce(ctx, tx, completed, now);
}
