// The queue in which staff read the evidence for outside hours. Deciding is two steps: this feature records the decision,
// and the certificate feature, which knows what hours are good for, issues what they complete (`decideCreditHours`).
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { AppError } from '#shared/errors.ts';
import {
  CREDIT_DECISIONS,
  CREDIT_STATE_LABELS,
  pluralHours,
  type CreditDecision,
  type ReviewedState,
} from '#shared/features/credit/credit.rules.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { fullNameOf } from '#shared/names.ts';
import {
  countReviews,
  countReviewsByState,
  decideInReview,
  findOutsideHours,
  listReviewRows,
} from './credit.queries.ts';

export async function listCreditReviews(
  ctx: AppContext,
  { page, ...filter }: { state: ReviewedState; q?: string | undefined; page: number },
) {
  const [total, counts, rows] = await Promise.all([
    countReviews(ctx.db, filter),
    countReviewsByState(ctx.db),
    listReviewRows(ctx.db, filter, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  const items = rows.map(({ decider, createdAt, decidedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    decidedBy: decider && fullNameOf(decider),
  }));
  return { items, total, page, pageSize: PAGE_SIZE, counts };
}

type Decided = { id: number; decision: CreditDecision; reason: string | null };
type OutsideHours = NonNullable<Awaited<ReturnType<typeof findOutsideHours>>>;

/** Whose hours they are and the state they are in now. */
export async function recordCreditDecision(
  ctx: AppContext,
  tx: Tx,
  actor: { id: number },
  { id, decision, reason }: Decided,
) {
  const found = await findOutsideHours(tx, { id });
  if (!found)
    throw new AppError('not_found', 'These hours don’t exist any more. The learner may have deleted them.');
  if (found.userId === actor.id) {
    throw new AppError('forbidden', 'You can’t decide about your own hours. Ask a colleague.');
  }
  const state = CREDIT_DECISIONS[decision];
  const now = ctx.clock.now();
  if (!(await decideInReview(tx, { id, state, reason, decidedBy: actor.id, now }))) {
    throw await alreadyDecided(tx, id);
  }
  const { userId, title, hours } = found;
  await recordAudit(ctx, tx, {
    actor,
    action: `credit.${decision}`,
    subject: ['credit', id],
    userId,
    details: { title, hours, ...(reason && { reason }) },
  });
  await sendDecisionMail(ctx, tx, { ...found, decision, reason });
  return { id, userId, state };
}

async function alreadyDecided(tx: Tx, id: number): Promise<AppError> {
  const found = await findOutsideHours(tx, { id });
  if (!found) return new AppError('not_found', 'The learner has deleted these hours.');
  const name = found.decider ? fullNameOf(found.decider) : 'Someone else';
  return new AppError('conflict', `${name} has decided this already: ${CREDIT_STATE_LABELS[found.state]}.`);
}

type Mailed = OutsideHours & { decision: CreditDecision; reason: string | null };

/** Deleted and suspended users get none. */
async function sendDecisionMail(
  ctx: AppContext,
  tx: Tx,
  { learner, title: given, hours, decision, reason }: Mailed,
): Promise<void> {
  if (learner.state !== 'active') return;
  const { siteName } = await getSettings({ db: tx });
  const title = lineForMail(given);
  const page = `${ctx.config.publicUrl}/my-certifications`;
  const { subject, lines } = {
    count: {
      subject: `Counted: ${title}`,
      lines: [
        `${pluralHours(hours)} for “${title}” count toward your certificates now.`,
        `Your credit hours: ${page}`,
      ],
    },
    return: {
      subject: `More needed: ${title}`,
      lines: [
        `We’ve read what you sent for “${title}”, and something is missing:`,
        lineForMail(reason ?? ''),
        `Add it here and send it in again: ${page}`,
      ],
    },
    decline: {
      subject: `Not counted: ${title}`,
      lines: [
        `We can’t count ${pluralHours(hours)} for “${title}”, for this reason:`,
        lineForMail(reason ?? ''),
        `Your credit hours: ${page}`,
      ],
    },
  }[decision];
  const text = [`Hi ${lineForMail(learner.firstName) || 'there'},`, ...lines, siteName].join('\n\n');
  await queueMail(ctx, tx, {
    kind: 'credit-decision',
    to: learner.email,
    link: '/my-certifications',
    subject,
    text,
  });
}
