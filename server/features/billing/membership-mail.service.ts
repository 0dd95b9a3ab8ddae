// Emails about a membership. Each is queued in the transaction that causes it.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { endedText, type EndedWhy } from '#server/features/membership/ended-mail.service.ts';
import type { MembershipRow } from '#server/features/membership/membership.service.ts';
import type { PricedPlan } from '#server/features/plan/plan.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { formatDay } from '#shared/dates.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { formatCents } from '#shared/money.ts';
import { cardLinkUrl } from './card-link-token.service.ts';
import { findMember } from './billing.queries.ts';

const MEMBERSHIP_PAGE = '/profile/membership';

export type MembershipEvent =
  | { kind: 'trial_started' }
  | { kind: 'trial_ends' }
  | { kind: 'renews' }
  | { kind: 'payment_failed'; failure: PaymentFailure }
  | { kind: 'canceling' }
  | { kind: 'granted' }
  | { kind: 'gift_redeemed'; from: string; isExtended: boolean }
  | { kind: 'extended'; days: number }
  | { kind: 'resumed' }
  | { kind: 'won_back'; isExtended: boolean; hasSeats: boolean }
  | { kind: 'ended'; why: EndedWhy };

export type PaymentFailure = {
  /** With tax. */
  amountCents: number;
  card: { brand: string; lastFour: string } | null;
  reason: string;
  nextTryAt: Date;
  lastTryAt: Date;
};

/** A gift, or what staff gave, has no price. */
type NamedPlan = Pick<PricedPlan, 'name'> & Partial<Pick<PricedPlan, 'amountCents' | 'period'>>;

type About = { membership: MembershipRow; plan: NamedPlan; event: MembershipEvent };

export async function queueMembershipMail(
  ctx: AppContext,
  tx: Tx,
  { membership, plan, event }: About,
): Promise<void> {
  const member = await findMember(tx, { id: membership.userId });
  if (!member) return;
  const { siteName, supportEmail } = await getSettings({ db: tx });
  const { subject, lines } = textFor({ membership, plan, event }, siteName);
  const text = [
    `Hi ${lineForMail(member.firstName) || 'there'},`,
    ...lines,
    ...(await cardLines(ctx, tx, membership, event)),
    `Your membership:\n${ctx.config.publicUrl}${MEMBERSHIP_PAGE}`,
    `Something wrong? Email ${supportEmail}.`,
    siteName,
  ].join('\n\n');
  await queueMail(ctx, tx, {
    kind: 'membership-change',
    to: member.email,
    userId: member.id,
    link: MEMBERSHIP_PAGE,
    subject,
    text,
  });
}

/** Where paying with another card takes one step, without signing in. */
async function cardLines(
  ctx: AppContext,
  tx: Tx,
  membership: MembershipRow,
  { kind }: MembershipEvent,
): Promise<string[]> {
  const label =
    kind === 'payment_failed'
      ? 'Pay with another card, without signing in'
      : kind === 'trial_ends' && membership.cardId === null
        ? 'Add a card and stay, without signing in'
        : null;
  return label === null ? [] : [`${label}:\n${await cardLinkUrl(ctx, tx, membership)}`];
}

function textFor({ membership, plan, event }: About, siteName: string): { subject: string; lines: string[] } {
  const { name } = plan;
  const price = `${formatCents(plan.amountCents ?? 0)} a ${plan.period}, before tax`;
  const end = formatDay(membership.endsAt.toISOString());
  if (event.kind === 'trial_started') {
    return {
      subject: `Your ${name} trial has started`,
      lines: [
        `Everything in ${name} is open until ${end}. We don’t have a card of yours, so nothing is charged by itself: add one to stay, or do nothing and the trial simply ends.`,
      ],
    };
  }
  if (event.kind === 'trial_ends') {
    return {
      subject: `Your ${name} trial ends on ${end}`,
      lines: [
        membership.cardId === null
          ? `To stay a member, add a card before then. From that day on it costs ${price}. If you do nothing, the trial ends and nothing is charged.`
          : `Your card will then be charged ${price}. To stop, cancel before that day; nothing is charged.`,
      ],
    };
  }
  if (event.kind === 'renews') {
    return {
      subject: `Your ${name} membership renews on ${end}`,
      lines: [
        `Your card will then be charged ${price}. To stop, cancel before that day; you keep what you paid for until then.`,
      ],
    };
  }
  if (event.kind === 'payment_failed') return failureText(name, event.failure);
  if (event.kind === 'canceling') {
    return {
      subject: `Your ${name} membership ends on ${end}`,
      lines: [
        'Nothing more will be charged. Until that day everything stays open; your purchases, progress and certificates are yours for good.',
        'Changed your mind? You can resume it with one click.',
      ],
    };
  }
  if (event.kind === 'granted') {
    return {
      subject: `Your ${name} membership has started`,
      lines: [
        `Our team gave you ${name}, free of charge. Everything in it is open until ${end}; then it simply ends.`,
      ],
    };
  }
  if (event.kind === 'gift_redeemed') {
    const from = lineForMail(event.from);
    return {
      subject: event.isExtended
        ? `Your gift extends your ${name} membership`
        : `Your ${name} membership has started`,
      lines: [
        event.isExtended
          ? `You’ve redeemed ${from}’s gift. What you’ve paid for and the gift together last until ${end}.`
          : `You’ve redeemed ${from}’s gift. Everything in ${name} is open until ${end}; then it simply ends, unless you choose to go on.`,
      ],
    };
  }
  if (event.kind === 'extended') return extendedText(membership, name, event.days);
  if (event.kind === 'resumed') {
    return {
      subject: `Your ${name} membership continues`,
      lines: [`It was going to end on ${end}. Now it renews that day. To stop, cancel before then.`],
    };
  }
  if (event.kind === 'won_back') return wonBackText(membership, name, event);
  return endedText(event.why, { planName: name, siteName });
}

function wonBackText(
  { state, endsAt, priceId, isCanceling }: MembershipRow,
  name: string,
  { isExtended, hasSeats }: Extract<MembershipEvent, { kind: 'won_back' }>,
) {
  const end = formatDay(endsAt.toISOString());
  const why =
    'Your bank has decided that the payment it had taken back after a dispute stays with us, so the time it paid for is yours again.';
  if (!isExtended) {
    return {
      subject: `Your ${name} membership is back`,
      lines: [
        `${why} Everything in ${name} is open until ${end}.`,
        ...(priceId === null
          ? []
          : ['It doesn’t renew by itself. To stay longer, resume it with one click.']),
        ...(hasSeats ? ['Seats you had assigned are free: send new invitations to their teachers.'] : []),
      ],
    };
  }
  const rest =
    state === 'paused'
      ? 'You’ll have it when your pause ends.'
      : priceId === null || isCanceling
        ? `Your membership now ends on ${end}.`
        : `Your next payment moves to ${end}.`;
  return { subject: `Your ${name} membership is longer now`, lines: [`${why} ${rest}`] };
}

function failureText(name: string, { amountCents, card, reason, nextTryAt, lastTryAt }: PaymentFailure) {
  const what = `${formatCents(amountCents)} for your ${name} membership`;
  const isLast = nextTryAt >= lastTryAt;
  return {
    subject: `We couldn’t renew your ${name} membership`,
    lines: [
      card
        ? `We tried to charge ${what} to your ${card.brand} card ending in ${card.lastFour}. ${reason}`
        : `We couldn’t charge ${what}. ${reason}`,
      `You keep your membership for now. We try ${isLast ? 'one last time' : 'again'} on ${formatDay(nextTryAt.toISOString())}; to settle it sooner, pay with another card. If nothing is paid by ${formatDay(lastTryAt.toISOString())}, your membership ends and nothing is owed.`,
    ],
  };
}

function extendedText(membership: MembershipRow, name: string, days: number) {
  const added = `${days} ${days === 1 ? 'day' : 'days'}`;
  const end = formatDay(membership.endsAt.toISOString());
  return {
    subject: `We added ${added} to your ${name} membership`,
    lines: [
      membership.state === 'paused'
        ? `Free of charge. You’ll have them when your pause ends.`
        : membership.priceId === null || membership.isCanceling
          ? `Free of charge. It now ends on ${end}.`
          : `Free of charge. Your next payment moves to ${end}.`,
    ],
  };
}
