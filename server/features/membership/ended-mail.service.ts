// The email that a membership has ended, and why.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { findPlan } from '#server/features/plan/plan.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { findMemberToTell, type MembershipRow } from './membership.queries.ts';

const ENDED = {
  unpaid: 'We couldn’t charge your card several times in a row, so it is over. Nothing is owed.',
  trial: 'Your trial is over and nothing was charged.',
  canceled: 'As you asked. Nothing more will be charged.',
  over: 'It was yours for a limited time, and nothing is charged. To go on, choose a plan.',
  staff: 'Our team ended it. Nothing more will be charged. If you didn’t expect this, contact us.',
  refunded: 'Its last payment was refunded, so it is over. Nothing more will be charged.',
  disputed:
    'Your bank took back its last payment after a dispute, so it is over. Nothing more will be charged. If you didn’t dispute it, contact us.',
} as const;

export type EndedWhy = keyof typeof ENDED;

export function endedText(
  why: EndedWhy,
  { planName, siteName }: { planName: string; siteName: string },
): { subject: string; lines: string[] } {
  return {
    subject: `Your ${planName} membership has ended`,
    lines: [
      ENDED[why],
      `Your purchases, progress and certificates stay. You’re welcome back at ${siteName} any time.`,
    ],
  };
}

const MEMBERSHIP_PAGE = '/profile/membership';

/** In the transaction that ended it, so it is sent once. */
export async function queueEndedMail(
  ctx: AppContext,
  tx: Tx,
  { membership, why }: { membership: MembershipRow; why: EndedWhy },
): Promise<void> {
  const member = await findMemberToTell(tx, { userId: membership.userId });
  const plan = await findPlan(tx, { id: membership.planId });
  if (!member || !plan) return;
  const { siteName } = await getSettings({ db: tx });
  const { subject, lines } = endedText(why, { planName: plan.name, siteName });
  await queueMail(ctx, tx, {
    kind: 'membership-change',
    to: member.email,
    userId: member.id,
    link: MEMBERSHIP_PAGE,
    subject,
    text: [
      `Hi ${lineForMail(member.firstName) || 'there'},`,
      ...lines,
      `Your membership:\n${ctx.config.publicUrl}${MEMBERSHIP_PAGE}`,
      siteName,
    ].join('\n\n'),
  });
}
