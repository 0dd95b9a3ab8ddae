// The email that a membership has ended, or ends sooner, and why.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { findPlan } from '#server/features/plan/plan.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { formatDay } from '#shared/dates.ts';
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
  { planName, siteName }: Named,
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
  await queue(ctx, tx, membership, (names) => endedText(why, names));
}

/** The time of a payment that was returned is gone; the rest of the membership stays. */
export async function queueShortenedMail(ctx: AppContext, tx: Tx, membership: MembershipRow): Promise<void> {
  await queue(ctx, tx, membership, ({ planName }) => ({
    subject: `Your ${planName} membership is shorter now`,
    lines: [
      'A payment or a gift that had gone toward it was refunded, so the time it paid for is gone again.',
      restText(membership),
    ],
  }));
}

/** The payment for another plan was returned; what was paid before is not lost. */
export async function queueRevertedMail(ctx: AppContext, tx: Tx, membership: MembershipRow): Promise<void> {
  await queue(ctx, tx, membership, ({ planName }) => ({
    subject: `You’re back on ${planName}`,
    lines: [
      `The payment for your change of plan was refunded, so you have ${planName} again, which you paid for before.`,
      restText(membership),
    ],
  }));
}

function restText({ state, endsAt, priceId, isCanceling }: MembershipRow): string {
  const end = formatDay(endsAt.toISOString());
  if (state === 'paused') return 'You’ll have the days that are left when your pause ends.';
  return priceId === null || isCanceling ? `It now ends on ${end}.` : `Your next payment moves to ${end}.`;
}

type Named = { planName: string; siteName: string };

async function queue(
  ctx: AppContext,
  tx: Tx,
  membership: MembershipRow,
  textFor: (names: Named) => { subject: string; lines: string[] },
): Promise<void> {
  const member = await findMemberToTell(tx, { userId: membership.userId });
  const plan = await findPlan(tx, { id: membership.planId });
  if (!member || !plan) return;
  const { siteName } = await getSettings({ db: tx });
  const { subject, lines } = textFor({ planName: plan.name, siteName });
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
