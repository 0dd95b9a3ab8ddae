// The link in emails about a failed payment or an ending trial: one card form, without signing in.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MetaArgs } from 'react-router';
import type { CardLink } from '#shared/features/billing/billing.schema.ts';
import { formatFullDay } from '#shared/dates.ts';
import { formatMoney } from '#shared/money.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ErrorState } from '#app/components/ui/error-state.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { CardForm } from '#app/features/checkout/card-form.tsx';
import { Checkout, CheckoutSkeleton } from '#app/features/checkout/checkout-parts.tsx';
import { ApiError } from '#app/lib/api-client.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { useMailedToken } from '#app/lib/mailed-token.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useHydrated } from '#app/lib/use-hydrated.ts';
import { confirmCardLink, getCardLinkQuery, updateCardByLink } from './billing.api.ts';
import { cardText } from './membership-text.ts';
import { perPeriod } from './plan-text.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Pay for your membership',
    description: 'Pay for your membership with another card.',
    path: '/subscription/card',
    isHidden: true,
  });
}

export default function CardLinkPage() {
  const isHydrated = useHydrated();
  const token = useMailedToken();
  const query = useQuery(getCardLinkQuery(token));
  const [paid, setPaid] = useState<CardLink | null>(null);
  if (paid) return <Done link={paid} />;
  if (token === null && isHydrated) return <Broken>Open the link in the email again, or sign in.</Broken>;
  if (query.error instanceof ApiError && query.error.status < 500) {
    return <Broken>{failureTextOf(query.error)}</Broken>;
  }
  if (query.error) {
    return (
      <div className="wrap pt-10">
        <ErrorState headingLevel={1} title="Couldn’t load this page" onRetry={() => void query.refetch()}>
          {failureTextOf(query.error)} Nothing was charged.
        </ErrorState>
      </div>
    );
  }
  if (!query.data || token === null) return <CheckoutSkeleton title="Your membership" />;
  return <Pay link={query.data} token={token} onDone={() => setPaid(query.data)} />;
}

function Broken({ children }: { children: React.ReactNode }) {
  return (
    <div className="wrap pt-10">
      <h1 className="t-l">This link doesn’t work any more</h1>
      <p className="lead mt-4 max-w-measure">{children} Nothing was charged.</p>
      <ButtonLink className="mt-7" variant="primary" to="/profile/membership">
        Go to your membership
      </ButtonLink>
    </div>
  );
}

function Pay({ link, token, onDone }: { link: CardLink; token: string; onDone: () => void }) {
  const { planName, period, price, due, card, hasAddress, endsAt } = link;
  return (
    <Checkout
      title={due === null ? `Stay with ${planName}` : 'Pay for your membership'}
      summary={<Summary link={link} />}
    >
      <CardForm
        amount={due ?? '0.00'}
        hasAddress={!hasAddress}
        content={{ token, due }}
        billing={() => ({ email: '', name: '' })}
        send={(given, address) => updateCardByLink({ token, ...given, ...(address && { address }) })}
        confirm={() => confirmCardLink(token)}
        onDone={onDone}
        submitLabel={due === null ? 'Add card' : `Pay ${formatMoney(due)}`}
        note={
          <p className="meta mb-4">
            {due === null
              ? `Nothing is charged today. On ${formatFullDay(endsAt)} this card pays ${price === null ? '' : `${formatMoney(price)} ${perPeriod(period)}, before tax`}.`
              : `This card also pays from now on${card ? `, instead of ${cardText(card)}` : ''}.`}
          </p>
        }
      />
    </Checkout>
  );
}

function Summary({ link: { planName, period, price, due } }: { link: CardLink }) {
  return (
    <section className="summary" aria-label="Your membership">
      <h2 className="t-s">
        {planName}, {period === 'year' ? 'yearly' : 'monthly'}
      </h2>
      <RunningOrder className="summary-sums">
        {due === null && price !== null && (
          <OrderLine figure={`${formatMoney(price)} ${perPeriod(period)}`}>When the trial ends</OrderLine>
        )}
        <OrderLine isTotal figure={formatMoney(due ?? '0.00')}>
          Today
        </OrderLine>
      </RunningOrder>
    </section>
  );
}

function Done({ link: { planName, due, endsAt } }: { link: CardLink }) {
  return (
    <div className="wrap pt-10" role="status">
      <h1 className="t-l">{due === null ? `You’re staying with ${planName}` : 'Paid, thank you'}</h1>
      <p className="lead mt-4 max-w-measure">
        {due === null
          ? `The first payment is on ${formatFullDay(endsAt)}. You can cancel before that in your profile.`
          : 'Your membership goes on as before. The receipt is on its way to you.'}
      </p>
      <ButtonLink className="mt-7" variant="primary" to="/profile/membership">
        See your membership
      </ButtonLink>
    </div>
  );
}
