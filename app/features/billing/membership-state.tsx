// A membership at a glance: plan, state, what comes next; and what to do if a payment failed.
import type { Membership } from '#shared/features/billing/billing.schema.ts';
import {
  MEMBERSHIP_STATE_LABELS,
  type MembershipState,
} from '#shared/features/membership/membership.states.ts';
import { formatFullDay } from '#shared/dates.ts';
import { formatMoney } from '#shared/money.ts';
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { cardText, nextText } from './membership-text.ts';
import { perPeriod } from './plan-text.ts';

const TONES: Partial<Record<MembershipState, BadgeTone>> = {
  trialing: 'act',
  active: 'ok',
  past_due: 'bad',
  paused: 'warn',
};

export function MembershipHead({ membership }: { membership: Membership }) {
  const { planName, state, isCanceling, period, price, card, source } = membership;
  return (
    <section className="mb-10" aria-labelledby="plan-name">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="t-m" id="plan-name">
          {planName}
        </h2>
        {isCanceling ? (
          <Badge tone="warn">Ends {formatFullDay(membership.endsAt)}</Badge>
        ) : (
          <Badge tone={TONES[state] ?? 'plain'}>{MEMBERSHIP_STATE_LABELS[state]}</Badge>
        )}
      </div>
      <p className="lead mt-2 max-w-measure">{nextText(membership)}</p>
      <p className="meta mt-1">
        {price !== null && `${formatMoney(price)} ${perPeriod(period)}, before tax. `}
        {source === 'gift' && 'A gift. '}
        {source === 'staff' && 'Given to you by our team. '}
        {card && `Paid with ${cardText(card)}.`}
      </p>
      {state === 'past_due' && <PastDue membership={membership} />}
      <PlannedChange membership={membership} />
    </section>
  );
}

function PastDue({ membership: { card } }: { membership: Membership }) {
  return (
    <Notice tone="bad" className="mt-6 max-w-measure">
      <strong>{card ? `${cardText(card)} was declined.` : 'There is no card to charge.'}</strong>
      <br />
      Everything stays open for now.{' '}
      <a className="link" href="#card">
        Pay with another card
      </a>{' '}
      to settle it right away.
    </Notice>
  );
}

/** From the next period on. */
function PlannedChange({ membership: { nextPayment, planName, period } }: { membership: Membership }) {
  if (!nextPayment || (nextPayment.planName === planName && nextPayment.period === period)) return null;
  return (
    <Notice className="mt-6 max-w-measure">
      On {formatFullDay(nextPayment.at)} you change to {nextPayment.planName},{' '}
      {nextPayment.period === 'year' ? 'yearly' : 'monthly'}. To keep {planName}, choose it under Plan.
    </Notice>
  );
}
