// A membership's state and what comes next, in words.
import type { Membership, MembershipCard } from '#shared/features/billing/billing.schema.ts';
import { LIVE_MEMBERSHIP_STATES } from '#shared/features/membership/membership.states.ts';
import { formatFullDay } from '#shared/dates.ts';
import { formatMoney } from '#shared/money.ts';
import { perPeriod } from './plan-text.ts';

/** A first payment that was never made is not a membership yet. */
export const isLive = ({ state }: Pick<Membership, 'state'>): boolean =>
  state !== 'incomplete' && LIVE_MEMBERSHIP_STATES.some((live) => live === state);

export const cardText = ({ brand, lastFour }: Pick<MembershipCard, 'brand' | 'lastFour'>): string =>
  `${brand} ending in ${lastFour}`;

/** What canceling does, asked before it is done. */
export function cancelText({ state, endsAt }: Pick<Membership, 'state' | 'endsAt'>): string {
  if (state === 'past_due') return 'It ends right away, and nothing more will be charged.';
  if (state === 'paused') {
    return 'Your pause ends and the days you’ve paid for start now. After them it’s over, and nothing more will be charged.';
  }
  return `Everything stays open until ${formatFullDay(endsAt)}, and nothing more will be charged. You can take it back until then.`;
}

/** One sentence: what happens next, and when. */
export function nextText(membership: Membership): string {
  const { state, isCanceling, endsAt, nextPayment, pausedUntil, price, period, card } = membership;
  const end = formatFullDay(endsAt);
  if (state === 'cancelled') return `It ended on ${formatFullDay(membership.endedAt ?? endsAt)}.`;
  if (state === 'paused') return `Paused until ${formatFullDay(pausedUntil ?? endsAt)}. Nothing is charged.`;
  if (isCanceling) return `Everything stays open until ${end}. Nothing more will be charged.`;
  if (state === 'past_due') {
    return `We couldn’t charge your card. We’ll try again on ${formatFullDay(nextPayment?.at ?? endsAt)}.`;
  }
  if (state === 'trialing' && !card) {
    const cost = price === null ? '' : `: ${formatMoney(price)} ${perPeriod(period)}`;
    return `Your trial ends on ${end}. To stay, add a card before then${cost}. Otherwise it simply ends.`;
  }
  if (!nextPayment) return `It ends on ${end} and doesn’t renew.`;
  const paid = `${formatMoney(nextPayment.amount)} on ${formatFullDay(nextPayment.at)}`;
  return state === 'trialing' ? `Your trial ends then. First payment: ${paid}.` : `Next payment: ${paid}.`;
}
