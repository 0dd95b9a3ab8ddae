// The passport: everything a learner can show an employer, and the decision that makes outside hours count. Deciding is
// here and not with the credit hours, because hours may complete a certificate, and certificates know hours, not the
// other way round.
import { Readable } from 'node:stream';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { recordCreditDecision } from '#server/features/credit/credit-review.service.ts';
import { listCreditHours } from '#server/features/credit/credit.service.ts';
import { reusableWorker } from '#server/integrations/worker-thread.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import type { Download } from '#shared/contract.ts';
import { fullNameOf } from '#shared/names.ts';
import { issueForHours } from './certificate-issue.service.ts';
import { listCertificates } from './certificate.service.ts';
import type { Passport } from './passport.pdf.ts';
import type { PassportAnswer } from './passport.worker.ts';

type Decision = { decision: 'count' } | { decision: 'return' | 'decline'; reason: string };

/** One transaction: hours that count and the certificates they complete become visible together. */
export async function decideCreditHours(
  ctx: AppContext,
  viewer: Viewer,
  { id, ...given }: { id: number } & Decision,
) {
  return inTransaction(ctx.db, async (tx) => {
    const { decision } = given;
    const reason = given.decision === 'count' ? null : given.reason;
    const { userId, state } = await recordCreditDecision(ctx, tx, viewer, { id, decision, reason });
    if (decision === 'count') await issueForHours(ctx, tx, { userId, now: ctx.clock.now() });
    return { id, state };
  });
}

export async function downloadPassport(ctx: AppContext, viewer: Viewer): Promise<Download> {
  const [certificates, credits, { siteName }] = await Promise.all([
    listCertificates(ctx, viewer),
    listCreditHours(ctx, viewer),
    getSettings(ctx),
  ]);
  const now = ctx.clock.now();
  const passport: Passport = {
    holder: fullNameOf(viewer),
    certificates,
    credits: credits.filter(({ state }) => state === 'counted'),
    site: { siteName, publicUrl: ctx.config.publicUrl },
    now,
  };
  const answer = await inThread(passport, MAX_MS);
  if ('refused' in answer) throw new Error(`The passport could not be drawn: ${answer.refused}`);
  return {
    content: Readable.from([Buffer.from(answer.pdf)]),
    fileName: `passport-${now.toISOString().slice(0, 10)}.pdf`,
  };
}

const MAX_MS = 15_000;

const inThread = reusableWorker<PassportAnswer>(new URL('./passport.worker.ts', import.meta.url), {
  maxMemoryMb: 512,
});
